import type { Conta } from '@prumo/contract/contas.ts';
import { MARKETPLACES } from '@prumo/contract/marketplaces.ts';
import { lazy, Suspense, useState } from 'react';

const ImportacaoDeAnuncios = lazy(async () => ({
  default: (await import('#features/importacoes/importacao-de-anuncios.tsx')).ImportacaoDeAnuncios,
}));

/** Loads when it is first shown, then stays mounted and keeps its state. */
export function ImportacaoTab({ conta, isShown }: { conta: Conta; isShown: boolean }) {
  const [wasShown, setShown] = useState(isShown);
  if (isShown && !wasShown) setShown(true);
  if (!isShown && !wasShown) return null;
  return (
    <Suspense fallback={<div className="skeleton h-24" />}>
      <ImportacaoDeAnuncios contaId={conta.id} marketplace={MARKETPLACES[conta.marketplace]} />
    </Suspense>
  );
}
