import type { TipoDeCusto } from '@prumo/contract/margem.ts';

/** A stored line of a pedido. */
export interface Linha {
  tipo: TipoDeCusto;
  situacao: 'estimado' | 'faturado' | 'realizado';
  /** The number of an estimate among those of its tipo. */
  passo: number;
}

/**
 * Returns the lines of one pedido that count. What the marketplace charged replaces every estimate of its tipo, and
 * the newest estimate replaces the older ones. Goods that left or came back all count.
 */
export function linesThatCount<Each extends Linha>(linhas: readonly Each[]): Each[] {
  const billed = new Set(linhas.flatMap(({ tipo, situacao }) => (situacao === 'faturado' ? [tipo] : [])));
  const newest = new Map<TipoDeCusto, number>();
  for (const { tipo, situacao, passo } of linhas)
    if (situacao === 'estimado') newest.set(tipo, Math.max(passo, newest.get(tipo) ?? 0));
  return linhas.filter(
    ({ tipo, situacao, passo }) =>
      situacao !== 'estimado' || (!billed.has(tipo) && passo === newest.get(tipo)),
  );
}
