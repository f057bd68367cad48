import { type ReactNode, useRef, useState } from 'react';
import { cn } from '#lib/class-names.ts';
import { Wordmark } from '#ui/wordmark.tsx';
import { NavMenu } from './nav-menu.tsx';

const HOVER_PAUSE = 90;

/** The collapsed sidebar expands over the content on hover or keyboard focus, without moving the content. */
export function Sidebar({ open, foot }: { open: boolean; foot: ReactNode }) {
  const [peeking, setPeeking] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wide = open || peeking;

  function peek(next: boolean) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setPeeking(next), next ? HOVER_PAUSE : 0);
  }

  return (
    <div
      className={cn('relative z-20 h-full shrink-0 transition-[width] duration-200', open ? 'w-64' : 'w-12')}
    >
      <aside
        id="sidebar"
        aria-label="Navegação"
        data-state={open ? 'expanded' : 'collapsed'}
        className={cn(
          'absolute inset-y-0 left-0 flex flex-col overflow-hidden bg-bg transition-[width] duration-200',
          wide ? 'w-64' : 'w-12',
          peeking && !open && 'border-r shadow-float',
        )}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && peek(true)}
        onPointerLeave={() => peek(false)}
        onFocus={({ target }) => target.matches(':focus-visible') && peek(true)}
        onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && peek(false)}
        onKeyDown={({ key }) => key === 'Escape' && peek(false)}
      >
        <Wordmark className="h-14 shrink-0 px-3" />
        <div className="min-h-0 flex-1 overflow-y-auto overflow-x-hidden">
          <NavMenu rail={!wide} />
        </div>
        {foot}
      </aside>
    </div>
  );
}
