import type { PedidoAberto } from '@prumo/contract/pedidos-fila.ts';
import { hasCountdown } from '#features/pedidos/pedido-words.ts';
import { isCodeOf } from '#features/pedidos/separacao/reads.ts';

/** What a scanner has read of the open parcel: one code for each read. */
export interface Lido {
  pedido: string;
  codes: readonly string[];
}

type Lidos = Pick<PedidoAberto, 'itens' | 'itens_total'>;
type Scanned = { is: 'aberto' } | { is: 'falta'; nome: string } | { is: 'separado' } | { is: 'outro' };

/**
 * What a further read means for the open parcel. A parcel with one item is packed when the same piece is read again. A
 * parcel with several items is packed when a piece of each was read.
 */
export function scannedOf({ itens, itens_total }: Lidos, codes: readonly string[], code: string): Scanned {
  if (!itens.some((item) => isCodeOf(code, item))) return { is: 'outro' };
  const all = [...codes, code];
  if (itens_total === 1) return { is: all.length > 1 ? 'separado' : 'aberto' };
  const missing = itens.find((item) => !isLida(item, all));
  return missing ? { is: 'falta', nome: missing.nome ?? missing.sku ?? 'a outra peça' } : { is: 'separado' };
}

/** Whether a piece of the item was read. */
export const isLida = (item: PedidoAberto['itens'][number], codes: readonly string[]): boolean =>
  codes.some((code) => isCodeOf(code, item));

/** Whether reading its pieces packs the parcel. */
export const isToPack = (pedido: Pick<PedidoAberto, 'aba' | 'separado_em'>) =>
  pedido.separado_em === null && hasCountdown(pedido);

/** What a person reads next of a parcel that a scan has opened. */
export function nextReadText(
  { itens, itens_total, ...pedido }: Lidos & Pick<PedidoAberto, 'aba' | 'separado_em'>,
  codes: readonly string[],
): string | undefined {
  if (codes.length === 0) return;
  if (pedido.separado_em !== null) return 'Este pedido já está separado. Leia a peça de outro.';
  if (!isToPack(pedido)) return 'Este pedido não é para separar agora. Leia a peça de outro.';
  if (itens_total === 1) return 'Leia a peça de novo para separar o pedido.';
  const missing = itens.filter((item) => !isLida(item, codes)).length;
  return missing === 1 ? 'Falta ler uma peça.' : `Falta ler ${missing} peças.`;
}
