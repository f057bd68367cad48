import { refreshCustos } from '#modules/custos/refresh-custos.ts';
import type { Venda } from '#modules/marketplace/sales.ts';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import { refreshFila } from '#modules/pedidos/fila/refresh-fila.ts';
import { alvosOfVendas } from '#modules/reservas/alvos-of-vendas.ts';
import { applyAlvos } from '#modules/reservas/apply-alvos.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import {
  lockVendas,
  type Rule,
  selectAnuncios,
  selectReserved,
  selectRule,
  selectVendas,
  upsertVenda,
} from './vendas.queries.ts';

/**
 * Stores sales and makes the stock and the fila show them, and those that belong to them, in the same transaction.
 */
export async function keepVendas(tx: TenantDb, seller: SellerRef, read: readonly Venda[]): Promise<void> {
  if (read.length === 0) return;
  await lockVendas(tx, seller);
  for (const venda of read) await upsertVenda(tx, seller, venda);
  // A person may have switched it off during the reading.
  const rule = await selectRule(tx, seller);
  if (!rule) return;
  const ids = read.map(({ pedido }) => pedido.id);
  const vendas = await selectVendas(tx, seller, ids);
  const itens = vendas.flatMap(({ pedido }) => pedido.itens);
  const linked = await selectAnuncios(tx, seller, itens);
  const anuncioOf = (item: { anuncio_id: string; variacao_id: string }) =>
    linked.find((each) => each.anuncio_id === item.anuncio_id && each.variacao_id === item.variacao_id);
  const alvos = alvosOfVendas(vendas, {
    saida: rule.saida_em,
    isFull: (item) => anuncioOf(item)?.is_full === true,
  });
  const reserved = await selectReserved(
    tx,
    seller,
    vendas.map(({ pedido }) => pedido.id),
  );
  const toApply = alvos.flatMap(({ venda: { pedido, envio }, item, alvo }) => {
    const written = reserved.find(
      (each) =>
        each.pedido_id === pedido.id &&
        each.anuncio_id === item.anuncio_id &&
        each.variacao_id === item.variacao_id,
    );
    // An anuncio without a produto has no stock here, unless it lost the produto after the sale.
    const produto_id = anuncioOf(item)?.produto_id ?? written?.produto_id;
    if (!produto_id || (!written && isHistory({ pedido, envio }, rule))) return [];
    const { anuncio_id, variacao_id } = item;
    const chave = {
      ...{ marketplace: seller.marketplace, seller_id: seller.sellerId, pedido_id: pedido.id },
      ...{ anuncio_id, variacao_id },
    };
    const prazo = envio?.prazo?.despachar_ate ?? null;
    return [{ chave, produto_id, criado_em: pedido.criado_em, prazo, alvo }];
  });
  await applyAlvos(tx, toApply);
  await refreshCustos(tx, seller, ids);
  await refreshFila(tx, seller, ids);
}

/** Says whether a sale was made before the start, or its goods left before a person chose the start. */
function isHistory({ pedido, envio }: Pick<Venda, 'pedido' | 'envio'>, rule: Rule): boolean {
  if (Date.parse(pedido.criado_em) < Date.parse(rule.reserva_desde)) return true;
  return envio?.despachado_em != null && Date.parse(envio.despachado_em) < Date.parse(rule.escolhida_em);
}
