import type { ProdutoListado } from '@prumo/contract/produtos.ts';
import { Suspense } from 'react';
import { cn } from '#lib/class-names.ts';
import { later } from '#lib/loading/later.tsx';
import { formatQuantity } from '#lib/numbers/format.ts';
import { type StockLevel, stockLevel } from './stock-tone.ts';

const PromisedStock = later(async () => (await import('./promised-stock.tsx')).PromisedStock);

/** The classes of the bar and of the number. */
const LOOKS: Readonly<Record<StockLevel['tone'], readonly [bar: string, number: string]>> = {
  bad: ['bg-bad-mark', 'text-bad-fg'],
  warn: ['bg-warn-mark', 'text-warn-fg'],
  ok: ['bg-ok-mark', ''],
};

/** The colour of a stock in words. The number beside it says the same without colour. */
export const stockText = ({ estoque_inicial, minimo }: ProdutoListado) =>
  LOOKS[stockLevel(estoque_inicial, minimo).tone][1];

/** The stock as a number and as a bar, whose tick is the minimum. What sales promise of it loads only where they do. */
export function StockBar({ produto }: { produto: ProdutoListado }) {
  const { tone, filled } = stockLevel(produto.estoque_inicial, produto.minimo);
  const [bar, number] = LOOKS[tone];
  const text = formatQuantity(produto.estoque_inicial);
  return (
    <span className="flex items-center justify-end gap-3">
      <span aria-hidden className="relative h-1 w-16 rounded-full bg-border max-lg:w-11">
        <span
          className={cn('absolute inset-y-0 left-0 rounded-full', bar)}
          style={{ width: `${filled * 100}%` }}
        />
        <span className="absolute -inset-y-0.5 left-1/3 w-px bg-fg/70" />
      </span>
      <span className={cn('min-w-12 font-medium', number)}>
        {Number(produto.reservado) ? (
          <Suspense fallback={text}>
            <PromisedStock produto={produto} />
          </Suspense>
        ) : (
          text
        )}
      </span>
    </span>
  );
}
