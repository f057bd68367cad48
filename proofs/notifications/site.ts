import { join } from 'node:path';
import { MERCADO_LIVRE_CLIENT } from '../../apps/sandbox/src/mercado-livre/oauth/application.ts';
import { connect } from '../kit/contas.ts';
import type { Edit } from '../kit/edits.ts';
import { openProduct, type Stage } from '../kit/product.ts';
import { openStandIn } from '../kit/stand-in.ts';
import { JOURNAL } from './judge.ts';

/** An order in the stand-in's own data. */
export interface TrueOrder {
  id: number;
  status: string;
  total_amount: number;
  tags: string[];
  order_items: { quantity: number; sale_fee: number }[];
  payments: { transaction_amount_refunded: number }[];
}

/** A trigger that suppresses the synchronisation, so that pedidos arrive only through notifications. */
const NO_SYNC = `
  create function leave_out() returns trigger language plpgsql as $$ begin return null; end $$;
  create trigger leave_out before insert on pedidos_sincronia for each row execute function leave_out()`;

const DAY_MS = 86_400_000;
/** The stand-in no longer changes an order of this age by itself. Only the proof changes it. */
const SETTLED_MS = 40 * DAY_MS;

export type Site = Awaited<ReturnType<typeof openSite>>;

/** Starts one http process, two workers and a Mercado Livre that enforces its rate limit. */
export async function openSite(
  stage: Stage,
  options: { database: string; callsPerSecond: number; edits?: readonly Edit[]; sql?: string },
) {
  const { database, callsPerSecond, edits = [] } = options;
  const log = join(stage.folder, 'processes.log');
  const product = await openProduct(stage, {
    database,
    edits,
    log,
    settings: { LOG_LEVEL: 'info', MERCADO_LIVRE_CALLS_PER_SECOND: String(callsPerSecond) },
  });
  const { sql, api } = product;
  await sql(JOURNAL);
  await sql(NO_SYNC);
  if (options.sql) await sql(options.sql);
  const standIn = await openStandIn(stage);
  const site = {
    http: await product.serve(),
    workers: [product.run('worker'), product.run('worker')],
  };
  const callback = `${api}/api/notificacoes/mercado-livre/${MERCADO_LIVRE_CLIENT.callbackSecret}`;
  await standIn.setApplication({
    callback,
    topicos: ['orders_v2', 'items'],
    limites: { porMinuto: 60 * callsPerSecond, rajada: callsPerSecond, retryAfter: true },
  });
  // An hour of the stand-in's retry schedule lasts a minute, so that its first retry comes after a second.
  await standIn.control('PATCH', '/notificacoes', { horaMs: 60_000 });
  await standIn.stopClock();

  async function sale(seller: number): Promise<number> {
    await standIn.stopClock();
    const sold = await standIn.control<{ id: number }>('POST', `/vendedores/${seller}/venda`, {
      precoCentavos: 1990,
    });
    return sold.id;
  }

  let sellers = 0;
  return Object.assign(site, {
    ...{ api, callsPerSecond, sql, log, standIn },
    port: product.ports.api,
    aWorker: () => product.run('worker'),
    /** Starts the http process again after a kill. */
    async serveAgain() {
      site.http = await product.serve();
    },
    /** Creates and connects a seller with this number of sales in twelve months. */
    async aSeller(vendas: number): Promise<number> {
      sellers += 1;
      const id = 7_000_000_000 + sellers;
      await standIn.aSeller({ id, apelido: `LOJA${sellers}`, semente: sellers, anuncios: 30, vendas });
      await connect(product, await product.anOperator(), id);
      return id;
    },
    truth(seller: number): Promise<TrueOrder[]> {
      const [de, ate] = [365 * DAY_MS - DAY_MS, SETTLED_MS].map((ms) => new Date(Date.now() - ms));
      const query = new URLSearchParams({ de: de?.toISOString() ?? '', ate: ate?.toISOString() ?? '' });
      return Array.fromAsync(standIn.orders<TrueOrder>(seller, `?${query}`));
    },
    /** Changes an order one second after the previous change. The stand-in sends a notification. */
    async change(order: TrueOrder): Promise<void> {
      await standIn.control('POST', '/relogio', { avancarSegundos: 1, parado: true });
      const kinds = [['reembolsar', { centavos: 50 }], ['reembolsar'], ['cancelar']] as const;
      const [kind, body] =
        order.status === 'paid' ? (kinds[Math.floor(Math.random() * kinds.length)] ?? []) : ['pagar'];
      await standIn.control('POST', `/vendas/${order.id}/${kind}`, body);
      order.status = order.status === 'paid' ? 'changed' : 'paid';
    },
    async calls(): Promise<{ total: number; reads: number; refused: number }> {
      const { total, rotas } = await standIn.calls();
      const refused = Object.values(rotas).reduce((sum, { status }) => sum + (status['429'] ?? 0), 0);
      return { total, reads: rotas['GET /orders/:id']?.total ?? 0, refused };
    },
    /** Marks the seller's history as synchronised, so that the product polls the conta. */
    async pollFrom(seller: number): Promise<void> {
      await sql('alter table pedidos_sincronia disable trigger leave_out');
      await sql(
        `with conta as (select empresa_id, id, marketplace, user_ml_id from mercado_livre_config where user_ml_id = $1),
         sincronia as (
           insert into pedidos_sincronia (empresa_id, marketplace, seller_id, conta_id, em_andamento, historico_desde, completo_desde, mudancas_desde)
           select empresa_id, marketplace, user_ml_id, id, false, now(), now(), now() from conta)
         insert into pedidos_atraso (empresa_id, marketplace, seller_id, conferir_em, intervalo_segundos)
         select empresa_id, marketplace, user_ml_id, now() + interval '6 hours', 21600 from conta`,
        [seller],
      );
      await sql('alter table pedidos_sincronia enable trigger leave_out');
    },
    /** Creates a sale that Mercado Livre announces. */
    sellOne: (seller: number): Promise<number> => sale(seller),
    /** Creates a sale that only a notification without the secret announces. */
    async sellUnannounced(seller: number): Promise<number> {
      await standIn.setApplication({ callback: null });
      const id = await sale(seller);
      await standIn.setApplication({ callback });
      const told = { resource: `/orders/${id}`, user_id: seller, topic: 'orders_v2' };
      await product.ask({}, 'POST', '/api/notificacoes/mercado-livre', {
        ...told,
        application_id: Number(MERCADO_LIVRE_CLIENT.id),
      });
      return id;
    },
    pending: async (): Promise<number> =>
      (await sql('select count(*)::int as n from notificacoes where pendente'))[0]?.n,
    /** Stops everything but the database. */
    async close(): Promise<void> {
      await product.kill();
      await standIn.stop();
    },
  });
}
