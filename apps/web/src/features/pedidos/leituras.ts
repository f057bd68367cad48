import type { PedidoAberto } from '@prumo/contract/pedidos-fila.ts';
import { isCodeOf } from './separacao/reads.ts';

/** What a scanner has read of the open parcel: one code for each read. */
export interface Lido {
  pedido: string;
  codes: readonly string[];
}

type Scanned = { is: 'aberto' } | { is: 'falta'; nome: string } | { is: 'separado' } | { is: 'outro' };

/**
 * What a further read means for the open parcel. A parcel with one item is packed when the same piece is read again. A
 * parcel with several items is packed when a piece of each was read.
 */
export function scannedOf(
  { itens, itens_total }: Pick<PedidoAberto, 'itens' | 'itens_total'>,
  codes: readonly string[],
  code: string,
): Scanned {
  if (!itens.some((item) => isCodeOf(code, item))) return { is: 'outro' };
  const all = [...codes, code];
  if (itens_total === 1) return { is: all.length > 1 ? 'separado' : 'aberto' };
  const missing = itens.find((item) => !all.some((each) => isCodeOf(each, item)));
  return missing ? { is: 'falta', nome: missing.nome ?? missing.sku ?? 'a outra peça' } : { is: 'separado' };
}
