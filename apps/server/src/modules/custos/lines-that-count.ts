import type { TipoDeCusto } from '@prumo/contract/margem.ts';

/** A stored line of a pedido. */
export interface Linha {
  tipo: TipoDeCusto;
  situacao: 'estimado' | 'faturado' | 'realizado';
  /** What it costs. A credit is negative. */
  valor: string;
  /** The number of an estimate among those of its tipo. */
  passo: number;
}

const isCredit = (valor: string) => valor.startsWith('-');

/**
 * Returns the lines of one pedido that count. What the marketplace charged replaces every estimate of its tipo, and
 * the newest estimate replaces the older ones. Goods that left or came back all count. A credit counts only beside the
 * charge that it takes back: the charge may be in a bill from before the start of the conta, and a credit alone would
 * look like a gain.
 */
export function linesThatCount<Each extends Linha>(linhas: readonly Each[]): Each[] {
  const billed = new Set(
    linhas.flatMap(({ tipo, situacao, valor }) =>
      situacao === 'faturado' && !isCredit(valor) ? [tipo] : [],
    ),
  );
  const newest = new Map<TipoDeCusto, number>();
  for (const { tipo, situacao, passo } of linhas)
    if (situacao === 'estimado') newest.set(tipo, Math.max(passo, newest.get(tipo) ?? 0));
  return linhas.filter(({ tipo, situacao, passo }) => {
    if (situacao === 'estimado') return !billed.has(tipo) && passo === newest.get(tipo);
    return situacao === 'realizado' || billed.has(tipo);
  });
}
