import type { SellerRef } from '#modules/marketplace/seller.ts';
import { isOff } from '#modules/pedidos/fila/refresh-fila.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import {
  insertPartes,
  type LinhaSemPedido,
  type PedidoFacts,
  selectPedidosDasLinhas,
} from './faturas.queries.ts';
import { partsOf } from './matched.ts';

/** Gives lines of the bill to their pedidos. A line without a known pedido stays as it is. */
export async function matchLinhas(
  tx: TenantDb,
  seller: SellerRef,
  linhas: readonly LinhaSemPedido[],
): Promise<void> {
  const about = await selectPedidosDasLinhas(
    tx,
    seller,
    linhas.map(({ id }) => id),
  );
  const byLinha = Map.groupBy(about, ({ linha_id }) => linha_id);
  const partes = linhas.flatMap(({ id, tipo, valor }) => {
    const pedidos = (byLinha.get(id) ?? []).map((each) => ({
      ...{ ...each, isOff: isOffOf(each) },
      isPaid: each.venda?.foi_pago ?? each.situacao === 'pago',
    }));
    return partsOf(valor, pedidos).map((part) => ({ ...part, linha_id: id, tipo }));
  });
  if (partes.length > 0) await insertPartes(tx, seller, partes);
}

const isOffOf = ({ venda, envio, situacao }: PedidoFacts) =>
  venda ? isOff({ ...venda, envio }) : situacao === 'cancelado';
