import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cn } from '#lib/class-names.ts';

interface TabLinkProps {
  /** The search of the address that the tab shows. */
  search: object;
  current: boolean;
  onGo: () => void;
  children: ReactNode;
}

/** A tab is a link, so that it opens in another window and its address can be copied. */
export function TabLink({ search, current, onGo, children }: TabLinkProps) {
  const router = useRouter();
  const { href } = router.buildLocation({ to: '.', search: () => search } as never);
  return (
    <a
      href={href}
      aria-current={current ? 'page' : undefined}
      className={cn(
        'flex h-7 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-control border px-2.5 font-medium text-control pointer-coarse:h-9',
        current ? 'border-border bg-subtle text-fg' : 'border-transparent text-muted hover:text-fg',
      )}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        onGo();
      }}
    >
      {children}
    </a>
  );
}
