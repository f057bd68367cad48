import { link } from '../kit/listings.ts';
import { aDeposito, aProduto, createAs, someReferences } from '../kit/records.ts';
import { expectedOf, NOTHING, type Shown, say, type Truth } from '../kit/sales.truth.ts';
import type { Account, Site } from './site.ts';

/** An account whose sales reach the stock. */
export interface Shop {
  /** The produto of each linked listing and variation, by both ids. */
  produtos: ReadonlyMap<string, string>;
  /** The listings of which the sales are. */
  anuncios: readonly string[];
}

interface Order {
  id: number;
  shipping: { id: number | null };
}

const STOCK = '1000';

/** Creates produtos with stock, links them to listings, and lets sales reserve from an hour ago. */
export async function openShop(site: Site, account: Account): Promise<Shop> {
  const create = createAs(site.product, account);
  const references = await someReferences(create);
  const deposito_id = await aDeposito(create, 'Loja');
  const produtos: string[] = [];
  for (let n = 0; n < 2; n++) {
    const produto_id = await aProduto(create, { nome: `Peça ${n}`, sku: `P-${n}`, ...references });
    await site.product.call(account, 'POST', '/api/movimentos', {
      ...{ id: crypto.randomUUID(), produto_id, tipo: 'entrada', deposito_id },
      ...{ quantidade: STOCK, motivo: null, destino_id: null, saldo_lido: null },
    });
    produtos.push(produto_id);
  }
  const linked = (await link(site, account, { seller: account.seller, produtos })).filter(
    ({ isKit, produto }) => !isKit && produto !== null,
  );
  await site.product.call(account, 'PUT', `/api/contas/${account.contaId}/vendas`, {
    ...{ reserva_desde: new Date(Date.now() - 3_600_000).toISOString(), saida_em: 'despacho' },
    ...{ depositos: [], versao: 0 },
  });
  return {
    anuncios: linked.map(({ anuncio }) => anuncio),
    produtos: new Map(
      linked.flatMap(({ anuncio, variacoes, produto }) =>
        variacoes.map((each) => [`${anuncio} ${each}`, produto ?? ''] as const),
      ),
    ),
  };
}

/**
 * Sells what makes the product call every route of a sale: a cart, a parcel that leaves before its sale is cancelled, a
 * divided parcel, and a return.
 */
export async function sellAll(site: Site, { seller }: Account, { anuncios }: Shop): Promise<void> {
  const control = async <T = void>(path: string, body: object = {}): Promise<T> => {
    // The clock stands still otherwise, and a change needs an instant of its own.
    await site.standIn.control('POST', '/relogio', { avancarSegundos: 1, parado: true });
    return site.standIn.control<T>('POST', path, body);
  };
  const sell = async (...quantities: number[]): Promise<Order> => {
    const itens = quantities.map((quantidade, n) => ({ anuncio: anuncios[n % anuncios.length], quantidade }));
    const body = { itens, logistica: 'drop_off' };
    const [first] = await control<Order[]>(`/vendedores/${seller}/carrinho`, body);
    if (!first) throw new Error('the cart has no order');
    return first;
  };
  await sell(1, 2);
  const gone = await sell(1);
  await control(`/envios/${gone.shipping.id}/avancar`, { ate: 'saiu' });
  await control(`/vendas/${gone.id}/cancelar`);
  const divided = await sell(3);
  await control(`/envios/${divided.shipping.id}/dividir`);
  const returned = await sell(2);
  await control(`/envios/${returned.shipping.id}/avancar`, { ate: 'entregue' });
  const claim = await control<{ id: number }>(`/vendas/${returned.id}/reclamacao`, { quantidade: 1 });
  await control(`/reclamacoes/${claim.id}/devolucao`, { para: 'vendedor', quantidade: 1 });
  for (let n = 0; n < 3; n++) await control(`/reclamacoes/${claim.id}/devolucao/avancar`);
}

export async function hasNews(site: Site, { empresaId }: Account): Promise<boolean> {
  const rows = await site.sql('select from notificacoes where empresa_id = $1 and pendente limit 1', [
    empresaId,
  ]);
  return rows.length > 0;
}

/** Ends the pauses before a sale is asked for again. Mercado Livre refused to show it, which pauses it for an hour. */
export const anHourPasses = (site: Site, { empresaId }: Account) =>
  site.sql(
    'update notificacoes set proxima_em = now() where empresa_id = $1 and pendente and proxima_em > now()',
    [empresaId],
  );

/**
 * Makes the sales two days old and their poll due. A sale whose claim Mercado Livre refused to show is stored without it
 * and is read again at this age.
 */
export async function twoDaysPass(site: Site, { empresaId }: Account): Promise<void> {
  const mine = [empresaId];
  await site.sql(
    "update notificacoes set lida_em = lida_em - interval '3 days' where empresa_id = $1 and not pendente",
    mine,
  );
  await site.sql(
    "update vendas set criado_em = now() - interval '2 days 1 hour' where empresa_id = $1",
    mine,
  );
  await site.sql('update pedidos_atraso set conferir_em = now() where empresa_id = $1', mine);
}

interface Row extends Shown {
  key: string;
  moved: number;
}

/** The orders whose reserva or ledger differs from what happened to their goods. */
export async function wrongSales(
  site: Site,
  { empresaId, seller }: Account,
  { produtos }: Shop,
): Promise<string[]> {
  const rows = await site.sql<Row>(
    `select r.pedido_id || ' ' || r.anuncio_id || ' ' || r.variacao_id as key, r.reservado::int as reservado,
       r.saiu::int as saiu, r.a_conferir::int as a_conferir, r.nao_enviar,
       (select coalesce(sum(m.delta), 0) from movimentos_estoque m where m.empresa_id = r.empresa_id
          and m.origem = 'venda' and m.motivo = 'Pedido ' || r.pedido_id)::int as moved
     from reservas r where r.empresa_id = $1`,
    [empresaId],
  );
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const wrong: string[] = [];
  for await (const truth of site.standIn.orders<Truth>(seller, '/estoque')) {
    const item = `${truth.anuncio} ${truth.variacao ?? ''}`;
    const must = produtos.has(item) ? expectedOf(truth, 'despacho') : NOTHING;
    const key = `${truth.pedido} ${item}`;
    const is = byKey.get(key);
    byKey.delete(key);
    if (say(is ?? NOTHING) !== say(must))
      wrong.push(`pedido ${truth.pedido}: ${say(is ?? NOTHING)}; must be ${say(must)}`);
    else if (is && is.moved !== -must.saiu)
      wrong.push(`pedido ${truth.pedido}: ${is.moved} moved; must be ${-must.saiu}`);
  }
  for (const key of byKey.keys()) wrong.push(`a reserva of no order: ${key}`);
  return wrong;
}

/** The parcels whose freight is missing or differs from what Mercado Livre charges the seller. */
export async function wrongFreights(site: Site, { empresaId, seller }: Account): Promise<string[]> {
  const rows = await site.sql<{ id: string; centavos: number | null }>(
    'select id, (frete * 100)::int as centavos from vendas_envios where empresa_id = $1 and frete_lido_em is not null',
    [empresaId],
  );
  const read = new Map(rows.map(({ id, centavos }) => [id, centavos]));
  const wrong = new Map<number, string>();
  for await (const { envio, frete_centavos } of site.standIn.orders<Truth>(seller, '/estoque'))
    if (envio !== null && read.get(String(envio)) !== frete_centavos)
      wrong.set(envio, `parcel ${envio}: ${read.get(String(envio))} centavos; must be ${frete_centavos}`);
  return [...wrong.values()];
}

const BRASILIA_MS = 3 * 3_600_000;

/** The months that the product reads: the present one and the two before. */
function monthsOf(now: number): string[] {
  const [year = 0, month = 0] = new Date(now - BRASILIA_MS).toISOString().split('-').map(Number);
  return [-3, -2, -1].map((each) => new Date(Date.UTC(year, month + each)).toISOString().slice(0, 10));
}

/** The lines of the bills that are missing, differ, or are on no bill. */
export async function wrongBills(site: Site, { empresaId, seller }: Account): Promise<string[]> {
  const rows = await site.sql<{ id: string; centavos: number }>(
    'select id, (valor * 100)::int as centavos from fatura_linhas where empresa_id = $1',
    [empresaId],
  );
  const [open] = await site.sql<{ n: number }>(
    'select count(*)::int as n from faturas where empresa_id = $1 and (lida_em is null or tentativas > 0)',
    [empresaId],
  );
  const months = monthsOf(Date.now());
  const charged: { id: string; centavos: number }[] = [];
  for (const month of months)
    charged.push(
      ...(await site.standIn.control<typeof charged>('GET', `/vendedores/${seller}/verdade/fatura/${month}`)),
    );
  const stored = new Map(rows.map(({ id, centavos }) => [id, centavos]));
  const wrong = charged
    .filter(({ id, centavos }) => stored.get(id) !== centavos)
    .map(({ id, centavos }) => `line ${id} of a bill: ${stored.get(id)} centavos; must be ${centavos}`);
  if (stored.size > charged.length) wrong.push(`${stored.size - charged.length} lines of no bill`);
  return open?.n === 0 ? wrong : [...wrong, `${open?.n} bills not read to their end`];
}

/** How often the proof starts a job that the clock starts every few minutes. */
const JOB_MS = 5000;

/**
 * Starts a job of all contas as the clock would, unless it waits already, and lets the pause after a failed reading of
 * this conta pass.
 */
export async function hurry(
  site: Site,
  { empresaId }: Account,
  job: 'faturas.ler' | 'faturas.fretes',
): Promise<void> {
  const mine = [empresaId];
  await site.sql(
    'update faturas set proxima_em = now() where empresa_id = $1 and tentativas > 0 and proxima_em > now()',
    mine,
  );
  await site.sql(
    'update vendas_config set fretes_proxima_em = now() where empresa_id = $1 and fretes_proxima_em > now()',
    mine,
  );
  await site.sql(
    `update vendas_envios set frete_proxima_em = now()
     where empresa_id = $1 and frete_lido_em is null and frete_proxima_em > now()`,
    mine,
  );
  const last = begunAt.get(job) ?? 0;
  if (Date.now() - last < JOB_MS) return;
  begunAt.set(job, Date.now());
  await site.sql(
    `insert into pgboss.job (name, data) select $1, '{}'
     where not exists (select from pgboss.job where name = $1 and state < 'active')`,
    [job],
  );
}
const begunAt = new Map<string, number>();
