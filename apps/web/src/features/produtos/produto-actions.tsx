import type { ProdutoListado } from '@prumo/contract/produtos.ts';
import { Suspense } from 'react';
import { later } from '#lib/later.tsx';
import { useNarrowScreen } from '#lib/media.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { type OnAct, useActions } from './produto-acts.ts';

const ProdutoMenu = later(async () => (await import('./produto-menu.tsx')).ProdutoMenu);

interface ProdutoActionsProps {
  produto: ProdutoListado;
  onAct: OnAct;
}

/** Shown side by side, or in a menu on narrow screens. */
export function ProdutoActions({ produto, onAct }: ProdutoActionsProps) {
  const { nome } = produto;
  const actions = useActions();
  if (useNarrowScreen()) {
    return (
      <Suspense fallback={<span className="inline-block size-7" />}>
        <ProdutoMenu produto={produto} onAct={onAct} />
      </Suspense>
    );
  }
  return (
    <span className="inline-flex gap-0.5">
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
  );
}
