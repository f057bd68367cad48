import type { ProdutosResumo } from '@prumo/contract/produtos.ts';
import { formatDateTime } from '#lib/numbers/format.ts';
import { Button } from '#ui/button.tsx';
import type { useExactResumo } from './use-exact-resumo.ts';

interface ExactResumoProps {
  /** The inexact figures of the cards. */
  resumo: ProdutosResumo;
  exact: ReturnType<typeof useExactResumo>;
}

/** Explains which figures are missing, and calculates them. */
export function ExactResumo({ resumo, exact }: ExactResumoProps) {
  const { calculate, busy, failure, answer } = exact;
  const why =
    resumo.filtrados === null
      ? 'Há categorias ou marcas demais para contar a cada visita.'
      : 'Este filtro acha mais produtos do que o resumo soma de uma vez.';
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2">
      <p role="status" className="text-meta text-muted">
        {answer && `Valores exatos, calculados em ${formatDateTime(answer.at)}.`}
        {busy && 'Calculando os valores exatos. Pode levar alguns segundos.'}
        {failure && `Os valores exatos não foram calculados. ${failure.message}`}
        {!answer && !busy && !failure && why}
      </p>
      {/* The button stays mounted and enabled, so that it keeps the focus. */}
      <Button aria-busy={busy} onClick={() => busy || calculate()}>
        {answer ? 'Calcular de novo' : failure ? 'Tentar de novo' : 'Calcular valores exatos'}
      </Button>
    </div>
  );
}
