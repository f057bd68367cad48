import { fromUnits } from '@prumo/contract/exact-decimal.ts';
import { openBudget } from '#modules/contas/budget.ts';
import { openTokens } from '#modules/contas/tokens.ts';
import { openMarketplaces } from '#modules/marketplace/marketplace.ts';
import { openMercadoLivre } from '#modules/mercado-livre/mercado-livre.ts';
import { keepPedidos, pedidosHandlers, syncPedidos } from '#modules/pedidos/pedidos.job.ts';
import { openJobs } from '#platform/jobs/jobs.ts';
import { openLog } from '#platform/log.ts';
import { openVault } from '#platform/secrets/vault.ts';
import type { Client } from './harness.ts';
import { MARKETPLACE, type MercadoLivreApp } from './mercado-livre.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** An order as the simulated Mercado Livre stores it. The rules of its search do not filter it. */
export interface TrueOrder {
  id: number;
  status: string;
  date_created: string;
  total_amount: number;
  tags: string[];
  order_items: { item: { id: string; title: string }; quantity: number; sale_fee: number }[];
  payments: { transaction_amount_refunded: number }[];
}

/** Creates sellers with orders, and runs the worker's synchronisation one turn at a time. */
export async function pedidosApp(prumo: MercadoLivreApp) {
  const { config, openPool, sandbox, control, sql } = prumo;
  const db = openPool(4);
  const log = openLog('silent');
  const marketplace = openMercadoLivre({
    config,
    budget: openBudget({ db, marketplace: 'mercado-livre', perSecond: 10_000 }),
  });
  const tokens = openTokens({
    db,
    vault: openVault(config.SECRET_KEYS),
    marketplaces: openMarketplaces([marketplace]),
    log,
  });
  const jobs = await openJobs({ url: config.DATABASE_URL, worker: false, log });
  const parts = { db, tokens, jobs, log };
  const handlers = pedidosHandlers(parts);
  const handle = (name: string, data: object) =>
    handlers.find(({ kind }) => kind.name === name)?.run(data as never);
  let sellers = 0;

  const turnOf = async (seller: number) =>
    (
      await sql('select empresa_id, vez, em_andamento from pedidos_sincronia where seller_id = $1', [seller])
    )[0];
  /** Runs the job of a turn as the worker does. Default: the current turn. */
  const run = async (seller: number, vez?: number) => {
    const turn = await turnOf(seller);
    const data = {
      empresa_id: turn?.['empresa_id'],
      marketplace: MARKETPLACE,
      seller_id: String(seller),
      vez: vez ?? turn?.['vez'],
    };
    await handle(syncPedidos.name, data);
  };

  return {
    parts,
    db,
    turnOf,
    run,
    /** Runs the upkeep job that the worker runs every ten minutes. */
    keep: () => handle(keepPedidos.name, {}),
    /** Connects a conta of a new seller with this many sales in twelve months. */
    async aSellerWith(options: { vendas: number; anuncios?: number; recursos?: string[]; semente?: number }) {
      sellers += 1;
      const seller = 6_000_000_000 + sellers;
      const { vendas, anuncios = 20, recursos = [], semente = sellers } = options;
      await control('/vendedores', {
        id: seller,
        apelido: `LOJA${sellers}`,
        semente,
        anuncios,
        vendas,
        recursos,
      });
      const ana = await prumo.anEmpresa();
      const conta = (await prumo.connect(ana, seller)).json();
      return { ana, seller, contaId: String(conta.id), ...asked(ana, conta.id) };
    },
    /** Runs turns until the synchronisation has finished. */
    async settle(seller: number) {
      for (let n = 0; n < 100; n++) {
        await run(seller);
        if (!(await turnOf(seller))?.['em_andamento']) return;
      }
      throw new Error('the synchronisation does not end');
    },
    async truth(seller: number, from: Date, to: Date): Promise<TrueOrder[]> {
      const query = new URLSearchParams({ de: from.toISOString(), ate: to.toISOString() });
      const answer = await fetch(`${sandbox.url}/_mercado-livre/vendedores/${seller}/verdade?${query}`);
      return (await answer.text())
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    },
    close: async () => {
      await jobs.close();
    },
  };
}

/** Requests the analysis of a period as the screen does. */
function asked(ana: Client, accountId: string) {
  const ask = (from: Date, to: Date) =>
    ana.post('/api/analises', { accountId, dateFrom: from.toISOString(), dateTo: to.toISOString() });
  return {
    ask,
    lastDays: (days: number) => ask(new Date(Date.now() - days * DAY_MS), new Date()),
  };
}

const inCents = (amount: number) => BigInt(Math.round(amount * 100));
const decimal = (cents: bigint) => fromUnits(cents, 2);

/** Computes the expected figures from the orders themselves, independently of the SQL of the product. */
export function addUp(orders: readonly TrueOrder[]) {
  const real = orders.filter(({ tags }) => !tags.includes('test_order'));
  const sold = real.filter(({ status }) => ['paid', 'partially_refunded', 'refunded'].includes(status));
  const cancelled = real.filter(({ status }) => status === 'cancelled');
  const sum = (amounts: bigint[]) => amounts.reduce((total, each) => total + each, 0n);
  const total = sum(sold.map(({ total_amount }) => inCents(total_amount)));
  const count = BigInt(sold.length);
  const items = sold.flatMap(({ order_items }) => order_items);
  return {
    total: decimal(total),
    orders_count: sold.length,
    average_ticket: decimal(count === 0n ? 0n : (2n * total + count) / (2n * count)),
    units: items.reduce((units, { quantity }) => units + quantity, 0),
    refunds: decimal(
      sum(sold.flatMap(({ payments }) => payments.map((each) => inCents(each.transaction_amount_refunded)))),
    ),
    fees: decimal(sum(items.map(({ sale_fee, quantity }) => inCents(sale_fee) * BigInt(quantity)))),
    canceled_count: cancelled.length,
    canceled_total: decimal(sum(cancelled.map(({ total_amount }) => inCents(total_amount)))),
  };
}

/** Returns the ten best-selling anuncios by revenue. */
export function bestOf(orders: readonly TrueOrder[]): { anuncio_id: string; total: string }[] {
  const ids = new Set(orders.flatMap(({ order_items }) => order_items.map(({ item }) => item.id)));
  return [...ids]
    .map((id) => ({
      anuncio_id: id,
      ...addUp(orders.filter(({ order_items }) => order_items[0]?.item.id === id)),
    }))
    .filter(({ orders_count }) => orders_count > 0)
    .sort((a, b) => Number(b.total) - Number(a.total) || (a.anuncio_id < b.anuncio_id ? -1 : 1))
    .slice(0, 10)
    .map(({ anuncio_id, total }) => ({ anuncio_id, total }));
}
