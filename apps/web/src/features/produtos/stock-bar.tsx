import type { ProdutoListado } from '@prumo/contract/produtos.ts';
import { cn } from '#lib/class-names.ts';
import { formatQuantity } from '#lib/numbers/format.ts';
import { type StockLevel, stockLevel } from './stock-tone.ts';

const MARKS: Readonly<Record<StockLevel['tone'], string>> = {
  bad: 'bg-bad-mark',
  warn: 'bg-warn-mark',
  ok: 'bg-ok-mark',
};
const TEXTS: Readonly<Record<StockLevel['tone'], string>> = {
  bad: 'text-bad-fg',
  warn: 'text-warn-fg',
  ok: '',
};

/** The colour of a stock in words. The number beside it says the same without colour. */
export const stockText = ({ estoque_inicial, minimo }: ProdutoListado) =>
  TEXTS[stockLevel(estoque_inicial, minimo).tone];

/** The stock as a number and as a bar, whose tick is the minimum. */
export function StockBar({ produto }: { produto: ProdutoListado }) {
  const { tone, filled } = stockLevel(produto.estoque_inicial, produto.minimo);
  return (
    <span className="flex items-center justify-end gap-3">
      <span aria-hidden className="relative h-1 w-16 rounded-full bg-border max-lg:w-11">
        <span
          className={cn('absolute inset-y-0 left-0 rounded-full', MARKS[tone])}
          style={{ width: `${filled * 100}%` }}
        />
        <span className="absolute -inset-y-0.5 left-1/3 w-px bg-fg/70" />
      </span>
      <span className={cn('min-w-12 font-medium', TEXTS[tone])}>
        {formatQuantity(produto.estoque_inicial)}
      </span>
    </span>
  );
}
