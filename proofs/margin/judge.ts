import { countOf, type Measure } from '../kit/figures.ts';
import type { Shop, Site } from './site.ts';

/** A line of the bill as the stand-in knows it, in centavos. */
interface Line {
  id: string;
  codigo: string;
  centavos: number;
  envio: string | null;
  pedidos: { id: string; centavos: number }[];
}

interface Order {
  id: number;
  status: string;
  tags: string[];
  order_items: { quantity: number; sale_fee: number }[];
}

interface Shown {
  linhas: { tipo: string; valor: string; situacao: string }[];
}

interface Found {
  orders: number;
  lines: number;
  unmatched: number;
  difference: number;
  wrong: string[];
  unlisted: string[];
  lost: string[];
  costs: string[];
  freights: string[];
  fees: string[];
  shown: string[];
  parcels: number;
}

const TIPOS = new Map([
  ['CV', 'comissao'],
  ['BV', 'comissao'],
  ['CXD', 'frete'],
]);

const cents = (valor: string) => Math.round(Number(valor) * 100);
const sumOf = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0);

/** The months of the bills that the product has to read: those since the first sale, and the two before. */
export function monthsOf({ now }: Pick<Site, 'now'>): string[] {
  const [year = 0, month = 0] = new Date(now - 29 * 86_400_000 - BRASILIA_MS)
    .toISOString()
    .split('-')
    .map(Number);
  const last = monthAt(now - BRASILIA_MS);
  const months = [-3, -2, -1, 0].map((each) => monthAt(Date.UTC(year, month + each)));
  return months.filter((each) => each <= last);
}

const BRASILIA_MS = 3 * 3_600_000;
const monthAt = (instant: number) => `${new Date(instant).toISOString().slice(0, 7)}-01`;

/** Compares every line of the bill, every pedido and the sum with the bill of the stand-in. */
export async function judge(site: Site, shops: readonly Shop[]): Promise<Measure[]> {
  const found: Found = {
    ...{ orders: 0, lines: 0, unmatched: 0, difference: 0, parcels: 0 },
    ...{ wrong: [], unlisted: [], lost: [], costs: [], freights: [], fees: [], shown: [] },
  };
  for (const shop of shops) await judgeShop(site, shop, found);
  const { orders, lines, parcels } = found;
  return [
    countOf('lines of the bill that are missing, differ or are not in it', found.wrong, `${lines} lines`),
    {
      name: 'difference between the bill and the matched and unmatched lines, in centavos',
      value: found.difference,
      bar: { exactly: 0 },
      size: `${lines} lines, ${orders} orders`,
    },
    countOf('charges of no known pedido that are not listed', found.unlisted, `${found.unmatched} listed`),
    countOf('lines of a known pedido that are not matched', found.lost, `${lines} lines`),
    countOf('pedidos whose billed fee or freight differs from the bill', found.costs, `${orders} orders`),
    countOf('parcels whose freight does not add up to the bill', found.freights, `${lines} lines`),
    countOf('pedidos whose estimated fee differs from the order', found.fees, `${orders} orders`),
    countOf('parcels whose shown costs differ from the bill', found.shown, `${parcels} parcels`),
  ];
}

async function judgeShop(site: Site, shop: Shop, found: Found): Promise<void> {
  const { standIn, sql } = site;
  const { seller } = shop;
  const truth: Line[] = [];
  for (const month of monthsOf(site))
    truth.push(...(await standIn.control<Line[]>('GET', `/vendedores/${seller}/verdade/fatura/${month}`)));
  const orders = await Array.fromAsync(standIn.orders<Order>(seller));
  const stored = await sql<{ id: string; valor: string; casada: boolean }>(
    'select id, valor::text as valor, casada from fatura_linhas where seller_id = $1',
    [seller],
  );
  const costs = await sql<{ pedido_id: string; fonte_id: string; tipo: string; valor: string }>(
    `select pedido_id, fonte_id, tipo, valor::text as valor from pedido_custos where seller_id = $1 and fonte = 'fatura'`,
    [seller],
  );
  const known = new Set(
    (await sql<{ id: string }>('select id from pedidos where seller_id = $1', [seller])).map(({ id }) => id),
  );
  const sales = await sql<{ pedido_id: string; envio_id: string | null }>(
    'select pedido_id, envio_id from vendas where seller_id = $1',
    [seller],
  );
  found.lines += truth.length;
  found.orders += new Set(truth.flatMap(({ pedidos }) => pedidos.map(({ id }) => id))).size;
  compareLines(truth, stored, { seller, found });

  const unmatched = stored.filter(({ casada }) => !casada);
  found.unmatched += unmatched.length;
  found.difference += Math.abs(
    sumOf(truth.map(({ centavos }) => centavos)) -
      sumOf(costs.map(({ valor }) => cents(valor))) -
      sumOf(unmatched.map(({ valor }) => cents(valor))),
  );
  const parcels = new Set(sales.flatMap(({ envio_id }) => envio_id ?? []));
  const isKnown = (line: Line) =>
    (line.pedidos.length === 1 && known.has(line.pedidos[0]?.id ?? '')) ||
    (line.envio !== null && parcels.has(line.envio));
  const open = new Set(unmatched.map(({ id }) => id));
  for (const line of truth) {
    if (isKnown(line) && open.has(line.id)) found.lost.push(`seller ${seller}: ${JSON.stringify(line)}`);
    if (!isKnown(line) && !open.has(line.id))
      found.unlisted.push(`seller ${seller}: ${JSON.stringify(line)}`);
  }
  compareCosts(truth.filter(isKnown), costs, { seller, found });
  await compareFees(site, orders, { seller, found });
  await compareShown(site, shop, { truth: truth.filter(isKnown), found });
}

function compareLines(
  truth: readonly Line[],
  stored: readonly { id: string; valor: string }[],
  { seller, found }: { seller: number; found: Found },
): void {
  const byId = new Map(stored.map(({ id, valor }) => [id, cents(valor)]));
  for (const { id, centavos } of truth) {
    if (byId.get(id) !== centavos)
      found.wrong.push(`seller ${seller} line ${id}: ${byId.get(id)}, must be ${centavos}`);
    byId.delete(id);
  }
  for (const id of byId.keys()) found.wrong.push(`seller ${seller} line ${id} is not in the bill`);
}

/** The charges of one pedido are all its own. The freight of a cart must add up over its pedidos. */
function compareCosts(
  truth: readonly Line[],
  costs: readonly { pedido_id: string; fonte_id: string; tipo: string; valor: string }[],
  { seller, found }: { seller: number; found: Found },
): void {
  const shared = new Set(truth.filter(({ pedidos }) => pedidos.length > 1).map(({ id }) => id));
  const parts = Map.groupBy(costs, ({ fonte_id }) => fonte_id);
  for (const { id, centavos, pedidos } of truth.filter((line) => shared.has(line.id))) {
    const own = parts.get(id) ?? [];
    const isOfCart = own.every(({ pedido_id }) => pedidos.some((each) => each.id === pedido_id));
    if (!isOfCart || sumOf(own.map(({ valor }) => cents(valor))) !== centavos)
      found.freights.push(`seller ${seller} line ${id}: ${JSON.stringify(own)}, must be ${centavos}`);
  }
  const must = new Map<string, number>();
  for (const { codigo, centavos, pedidos } of truth)
    if (pedidos.length === 1) {
      const key = `${pedidos[0]?.id} ${TIPOS.get(codigo)}`;
      must.set(key, (must.get(key) ?? 0) + centavos);
    }
  const is = new Map<string, number>();
  for (const { pedido_id, tipo, valor, fonte_id } of costs)
    if (!shared.has(fonte_id)) {
      const key = `${pedido_id} ${tipo}`;
      is.set(key, (is.get(key) ?? 0) + cents(valor));
    }
  // A pedido that only travels in the same parcel has a part of nothing.
  for (const key of new Set([...must.keys(), ...is.keys()]))
    if ((must.get(key) ?? 0) !== (is.get(key) ?? 0))
      found.costs.push(`seller ${seller} ${key}: ${is.get(key)}, must be ${must.get(key)}`);
}

async function compareFees(
  { sql }: Site,
  orders: readonly Order[],
  { seller, found }: { seller: number; found: Found },
): Promise<void> {
  const estimates = await sql<{ pedido_id: string; valor: string }>(
    `select distinct on (pedido_id) pedido_id, valor::text as valor from pedido_custos
     where seller_id = $1 and tipo = 'comissao' and situacao = 'estimado' order by pedido_id, passo desc`,
    [seller],
  );
  const byId = new Map(orders.map((order) => [String(order.id), order]));
  for (const { pedido_id, valor } of estimates) {
    const order = byId.get(pedido_id);
    const fee = sumOf(
      (order?.order_items ?? []).map((item) => Math.round(item.sale_fee * 100) * item.quantity),
    );
    const isOff = order?.status === 'cancelled' || order?.status === 'invalid';
    if (cents(valor) !== (isOff ? 0 : fee))
      found.fees.push(`seller ${seller} pedido ${pedido_id}: ${valor}, must be ${fee}`);
  }
}

/** What the screen shows of a parcel is what was charged for it, and no estimate beside it. */
async function compareShown(
  { sql, product }: Site,
  { seller, operator }: Shop,
  { truth, found }: { truth: readonly Line[]; found: Found },
): Promise<void> {
  const rows = await sql<{ id: string; pedidos: string[] }>(
    `select f.id, array_agg(v.pedido_id) as pedidos from pedidos_fila f
     join vendas v on v.seller_id = f.seller_id and v.envio_id = f.envio_id
     where f.seller_id = $1 group by f.id`,
    [seller],
  );
  for (const { id, pedidos } of rows) {
    const own = truth.filter((line) => line.pedidos.some((each) => pedidos.includes(each.id)));
    const { linhas } = await product.call<Shown>(operator, 'GET', `/api/pedidos/${id}/margem`);
    found.parcels++;
    for (const tipo of ['comissao', 'frete']) {
      const charged = own.filter(({ codigo }) => TIPOS.get(codigo) === tipo);
      const line = linhas.find((each) => each.tipo === tipo);
      if (charged.length === 0) continue;
      const isWhole =
        tipo === 'frete' || pedidos.every((each) => charged.some((one) => one.pedidos[0]?.id === each));
      const must = sumOf(charged.map(({ centavos }) => centavos));
      if (isWhole && (line?.situacao !== 'faturado' || cents(line.valor) !== must))
        found.shown.push(`seller ${seller} parcel ${id} ${tipo}: ${JSON.stringify(line)}, must be ${must}`);
    }
  }
}
