import type { ProdutoListado } from '@prumo/contract/produtos.ts';
import { Ellipsis } from 'lucide-react';
import { Suspense } from 'react';
import { later } from '#lib/loading/later.tsx';
import { useNarrowScreen, useTouchScreen } from '#lib/media.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { type OnAct, useActions } from './produto-acts.ts';

const ProdutoMenu = later(async () => (await import('./produto-menu.tsx')).ProdutoMenu);

interface ProdutoActionsProps {
  produto: ProdutoListado;
  onAct: OnAct;
}

/**
 * Shown side by side while the pointer or the focus is in the row, else as three dots. Narrow screens, and fingers,
 * which cannot point at a row without pressing it, have a menu.
 */
export function ProdutoActions({ produto, onAct }: ProdutoActionsProps) {
  const { nome } = produto;
  const actions = useActions();
  const isNarrow = useNarrowScreen();
  const isTouch = useTouchScreen();
  if (isNarrow || isTouch) {
    return (
      <Suspense fallback={<span className="inline-block size-7" />}>
        <ProdutoMenu produto={produto} onAct={onAct} />
      </Suspense>
    );
  }
  return (
    <span className="relative inline-flex">
      <Ellipsis
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-1.5 my-auto size-4 text-muted group-focus-within/row:invisible group-hover/row:invisible"
      />
      <span className="inline-flex gap-0.5 opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100">
        {actions.map(({ act, icon: Icon, hint, of }) => (
          <IconButton
            key={act}
            label={`${of} ${nome}`}
            hint={hint}
            className="size-7"
            onClick={() => onAct(act, produto)}
          >
            <Icon />
          </IconButton>
        ))}
      </span>
    </span>
  );
}
