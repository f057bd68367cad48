import type { Conta } from '@prumo/contract/contas.ts';
import { importacoes } from '@prumo/contract/importacoes.ts';
import { MARKETPLACES } from '@prumo/contract/marketplaces.ts';
import { Suspense, useState } from 'react';
import { later } from '#lib/loading/later.tsx';
import { useMay } from '#lib/session/may.tsx';
import { NoRight } from '#records/no-right.tsx';

const ImportacaoDeAnuncios = later(
  async () => (await import('#features/importacoes/importacao-de-anuncios.tsx')).ImportacaoDeAnuncios,
);

/** Loads when it is first shown, then stays mounted and keeps its state. */
export function ImportacaoTab({ conta, isShown }: { conta: Conta; isShown: boolean }) {
  const [wasShown, setShown] = useState(isShown);
  const may = useMay(importacoes.create);
  if (isShown && !wasShown) setShown(true);
  if (!isShown && !wasShown) return null;
  if (!may) return <NoRight />;
  return (
    <Suspense fallback={<div className="skeleton h-24" />}>
      <ImportacaoDeAnuncios contaId={conta.id} marketplace={MARKETPLACES[conta.marketplace]} />
    </Suspense>
  );
}
