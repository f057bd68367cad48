import type * as z from 'zod';
import type { Asker } from '#modules/marketplace/calls.ts';
import type {
  BeforeEnvio,
  Devolucao,
  Envio,
  PedidoDeVenda,
  Reclamacao,
  Sales,
  VendaLida,
} from '#modules/marketplace/sales.ts';
import type { Client } from '#modules/mercado-livre/client.ts';
import { pedidoOf } from '#modules/mercado-livre/orders/order-pedido.ts';
import { unless } from '#modules/mercado-livre/unless.ts';
import { Claim, devolucaoOf, Return, reclamacaoOf } from './claim.ts';
import { Pack, pacoteOf } from './pack.ts';
import { SaleOrder, saleOf } from './sale-order.ts';
import { envioOf, History, OrderShipments, prazoOf, Shipment, ShipmentItems, Sla } from './shipment.ts';

export function salesOf(client: Client): Sales {
  return {
    read: (asker, pedidoId, reclamacaoIds, beforeEnvio) =>
      readSale({ client, asker }, pedidoId, reclamacaoIds, beforeEnvio),
    pedidosOfEnvio: (asker, envioId) => pedidosOfEnvio({ client, asker }, envioId),
    pedidosOfReclamacao: (asker, id) => pedidosOfReclamacao({ client, asker }, id),
  };
}

interface Reader {
  client: Client;
  asker: Asker;
}

/**
 * Reads the order, and then only what the order makes necessary: its shipment, the deadline while the parcel
 * is here, and the claims that it names. Most sales take three calls before their dispatch and two after it.
 */
async function readSale(
  reader: Reader,
  pedidoId: string,
  reclamacaoIds: readonly string[],
  beforeEnvio?: BeforeEnvio,
): Promise<VendaLida | null> {
  const order = await get(reader, '/orders/:id', pedidoId, SaleOrder);
  const analysed = pedidoOf(order);
  if (!analysed) return null;
  const read = saleOf(order);
  // The order names its shipment only some time after the payment.
  const envio_id = read.envio_id ?? (read.situacao === 'pago' ? await shipmentOf(reader, pedidoId) : null);
  if (envio_id !== null) await beforeEnvio?.(envio_id, pedidoId);
  const envio = envio_id === null ? null : await readEnvio(reader, envio_id, read);
  const foi_dividido = read.foi_dividido || (await isSplit(reader, order, envio));
  const pedido = { ...read, envio_id, foi_dividido };
  const claims = await readClaims(reader, new Set([...pedido.reclamacao_ids, ...reclamacaoIds]));
  return { venda: { pedido, envio, ...claims }, pedido: analysed };
}

async function shipmentOf(reader: Reader, pedidoId: string): Promise<string | null> {
  // Without this header the answer is an object in a format that Mercado Livre withdraws.
  const headers = { 'x-new-domain': 'true' };
  const shipments = await unless(
    [204, 404],
    get(reader, '/orders/:id/shipments', pedidoId, OrderShipments, headers),
  );
  return shipments?.find(({ type }) => type === 'forward')?.id ?? null;
}

async function readEnvio(reader: Reader, id: string, pedido: PedidoDeVenda): Promise<Envio | null> {
  const headers = { 'x-format-new': 'true' };
  const shipment = await unless([404], get(reader, '/shipments/:id', id, Shipment, headers));
  if (!shipment) return null;
  const envio = envioOf(shipment);
  if (hidesItsPast(envio, pedido)) {
    const history = await unless([404], get(reader, '/shipments/:id/history', id, History));
    return envioOf(shipment, history ?? []);
  }
  if (envio.despachado_em !== null || envio.is_full) return envio;
  const sla = await unless([404], get(reader, '/shipments/:id/sla', id, Sla));
  return { ...envio, prazo: sla && prazoOf(sla, envio) };
}

/**
 * A cancelled shipment does not say whether it had left. A shipment that left does not say when, which decides
 * whether the goods of a sale that was called off were in it.
 */
const hidesItsPast = ({ etapa, despachado_em }: Envio, { situacao, is_desfeito }: PedidoDeVenda) =>
  etapa === 'cancelado' ||
  (despachado_em !== null && (situacao === 'cancelado' || situacao === 'confirmado' || is_desfeito));

/** Asks the shipment, and only then the pack, when a cancelled order does not say why it was cancelled. */
async function isSplit(reader: Reader, order: SaleOrder, envio: Envio | null): Promise<boolean> {
  if (order.status !== 'cancelled' || order.cancel_detail?.code) return false;
  if (envio?.foi_dividido || order.pack_id == null) return envio?.foi_dividido === true;
  const pack = await unless([403, 404], get(reader, '/packs/:id', order.pack_id, Pack));
  return pack !== null && pacoteOf(pack).foi_dividido;
}

async function readClaims(
  reader: Reader,
  ids: ReadonlySet<string>,
): Promise<{ reclamacoes: Reclamacao[]; devolucoes: Devolucao[] }> {
  const reclamacoes: Reclamacao[] = [];
  const devolucoes: Devolucao[] = [];
  for (const id of ids) {
    const reclamacao = await readClaim(reader, id);
    if (!reclamacao) continue;
    reclamacoes.push(reclamacao);
    const devolucao = reclamacao.tem_devolucao ? await readReturn(reader, id) : null;
    if (devolucao) devolucoes.push(devolucao);
  }
  return { reclamacoes, devolucoes };
}

/** Null for a claim that the application may not read, because it must not stop the reading of the sale. */
async function readClaim(reader: Reader, id: string): Promise<Reclamacao | null> {
  const claim = await unless([403, 404], get(reader, '/post-purchase/v1/claims/:id', id, Claim));
  return claim && reclamacaoOf(claim);
}

async function readReturn(reader: Reader, claimId: string): Promise<Devolucao | null> {
  const read = await unless([403, 404], get(reader, '/post-purchase/v2/claims/:id/returns', claimId, Return));
  return read && devolucaoOf(read);
}

async function pedidosOfEnvio(reader: Reader, envioId: string): Promise<string[]> {
  const items = await unless([404], get(reader, '/shipments/:id/items', envioId, ShipmentItems));
  return [...new Set((items ?? []).flatMap(({ order_id }) => order_id ?? []))];
}

async function pedidosOfReclamacao(reader: Reader, id: string): Promise<string[]> {
  const reclamacao = await readClaim(reader, id);
  if (reclamacao?.sobre?.tipo === 'pedido') return [reclamacao.sobre.id];
  if (reclamacao?.sobre?.tipo === 'envio') return pedidosOfEnvio(reader, reclamacao.sobre.id);
  const devolucao = reclamacao?.tem_devolucao ? await readReturn(reader, id) : null;
  return [...new Set(devolucao?.itens.map(({ pedido_id }) => pedido_id))];
}

async function get<T>(
  { client, asker }: Reader,
  route: string,
  id: string,
  schema: z.ZodType<T>,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  const path = route.replace(':id', encodeURIComponent(id));
  return (await client.get(asker, { route, path, schema, headers })).body;
}
