import type { PedidoDaFila } from '@prumo/contract/pedidos-fila.ts';
import { cn } from '#lib/class-names.ts';
import { estoqueTag, type Marca } from './pedido-words.ts';

const DOTS: Readonly<Record<Marca, string>> = {
  ok: 'bg-ok-mark',
  warn: 'bg-warn-mark',
  bad: 'bg-bad-mark',
  neutral: 'border border-field',
};
const TEXTS: Readonly<Record<Marca, string>> = {
  ok: '',
  warn: 'font-medium text-warn-fg',
  bad: 'font-medium text-bad-fg',
  neutral: 'text-muted',
};

/** What the stock says about a parcel, as a word with a mark. */
export function EstoqueTag({ pedido }: { pedido: PedidoDaFila }) {
  const { texto, marca } = estoqueTag(pedido);
  return (
    <span className={cn('inline-flex items-center gap-2 whitespace-nowrap', TEXTS[marca])}>
      <span aria-hidden className={cn('size-2 shrink-0 rounded-full', DOTS[marca])} />
      {texto}
    </span>
  );
}
