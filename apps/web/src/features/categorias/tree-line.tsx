import { GripVertical } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#lib/class-names.ts';
import type { Branch } from './tree.ts';
import { LINE, TO_PRINCIPAL } from './use-moving.ts';

interface TreeLineProps {
  branch: Branch;
  isTree: boolean;
  /** Undefined where the person may not move the line. */
  handle: Pick<ComponentProps<'button'>, 'onKeyDown' | 'onPointerDown'> | undefined;
  isMoved: boolean;
  isTarget: boolean;
  /** The id of the text that says how to move a line by keyboard. */
  instructions: string;
  children: ReactNode;
}

/** The name of a categoria at its level of the tree, with the handle that moves it. */
export function TreeLine({
  branch,
  isTree,
  handle,
  isMoved,
  isTarget,
  instructions,
  children,
}: TreeLineProps) {
  return (
    <div
      {...{ [LINE]: branch.id }}
      className={cn(
        'flex items-center gap-1 rounded-small',
        isTree && branch.parent_id !== null && 'pl-5 md:pl-7',
        isTarget && 'bg-accent ring-2 ring-ring',
        isMoved && 'opacity-60',
      )}
    >
      {handle &&
        // A categoria with subcategorias stays a principal, so there is nowhere to move it.
        (branch.total_subcategorias === 0 ? (
          <button
            type="button"
            aria-label={`Mover ${branch.nome}`}
            aria-describedby={instructions}
            aria-pressed={isMoved}
            className="flex size-6 shrink-0 cursor-grab touch-none items-center justify-center rounded-small text-faint hover:text-fg pointer-coarse:size-9"
            {...handle}
          >
            <GripVertical aria-hidden className="size-4" />
          </button>
        ) : (
          <span aria-hidden className="size-6 shrink-0 pointer-coarse:size-9" />
        ))}
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}

/** Where a subcategoria is dropped to become a principal. Shown during a move only. */
export const ToPrincipal = ({ isTarget }: { isTarget: boolean }) => (
  <span
    {...{ [TO_PRINCIPAL]: '' }}
    className={cn(
      'inline-flex h-7 items-center rounded-full border border-dashed px-3 text-meta',
      isTarget ? 'bg-accent text-accent-fg ring-2 ring-ring' : 'text-muted',
    )}
  >
    Solte aqui para virar principal
  </span>
);
