import { setTimeout as sleep } from 'node:timers/promises';
import { MERCADO_LIVRE_CLIENT } from '../../apps/sandbox/src/mercado-livre/oauth/application.ts';
import { connect } from '../kit/contas.ts';
import { cpuSeconds } from '../kit/cpu.ts';
import type { Edit } from '../kit/edits.ts';
import { type Listing, link } from '../kit/listings.ts';
import { NO_LIMITS, type Operator, openProduct, type Running, type Stage } from '../kit/product.ts';
import { diceOf } from '../kit/random.ts';
import { aDeposito, aProduto, createAs, someReferences } from '../kit/records.ts';
import { openStandIn } from '../kit/stand-in.ts';
import { openRelay } from './relay.ts';

export interface Shop {
  seller: number;
  operator: Operator;
  saida: 'etiqueta' | 'despacho';
  listings: readonly Listing[];
  /** What each produto had in all depositos before the first sale. */
  stock: ReadonlyMap<string, number>;
  /** Whether all produtos are in one deposito, so that the falta follows from the sales alone. */
  hasOneDeposito: boolean;
}

/** Settings of a run that the rate limit of Mercado Livre does not bind. */
const SETTINGS = { ...NO_LIMITS, MERCADO_LIVRE_CALLS_PER_SECOND: '100000', LOG_LEVEL: 'silent' };
/** A token lives longer than the run, whose clock runs ahead. */
const TOKEN_S = 400 * 86_400;
/** How much later the clock of the stand-in is after each round. */
export const ROUND_S = 150;
const PLENTY = 100_000;
/** So little that some sales of these produtos lack goods. */
const SCARCE = 6;

export type Site = Awaited<ReturnType<typeof openSite>>;

/** Starts one http process, two workers, the stand-in and the relay between them. */
export async function openSite(
  stage: Stage,
  { database, edits = [], seed }: { database: string; edits?: readonly Edit[]; seed: number },
) {
  const product = await openProduct(stage, { database, edits, settings: SETTINGS });
  const standIn = await openStandIn(stage);
  const { sql, api, postgres } = product;
  const http = await product.serve();
  const workers: Running[] = [product.run('worker'), product.run('worker')];
  let ahead = 0;
  const now = () => Date.now() + ahead * 1000;
  const target = `${api}/api/notificacoes/mercado-livre/${MERCADO_LIVRE_CLIENT.callbackSecret}`;
  const relay = await openRelay({ port: stage.port + 8, target, now, dice: diceOf(seed + 1) });
  await standIn.unlimited();
  await standIn.setApplication({
    callback: relay.url,
    topicos: ['orders_v2', 'shipments', 'post_purchase'],
  });
  await standIn.control('PATCH', '/ajustes', { expiresIn: TOKEN_S });

  const count = async (text: string): Promise<number> => (await sql(text))[0]?.['n'] ?? 0;
  const pending = () => count('select count(*)::int as n from notificacoes where pendente');

  /**
   * Ends the leases of killed workers and the pauses between two readings, as time would. It passes over rows that a
   * worker has locked, because the workers lock them in another order.
   */
  const hurry = () =>
    sql(
      `with polls as (update pedidos_atraso set ocupada_ate = null where ctid = any (array(
         select ctid from pedidos_atraso where ocupada_ate > now() for update skip locked)))
       update notificacoes set proxima_em = now() where ctid = any (array(
         select ctid from notificacoes where pendente and proxima_em > now() for update skip locked))`,
    );

  function revive(): void {
    for (const [n, worker] of workers.entries()) if (worker.isDead()) workers[n] = product.run('worker');
  }

  /** Waits until the product has read everything that it was told. */
  async function drain(patienceS: number): Promise<boolean> {
    for (let until = Date.now() + patienceS * 1000, n = 0; Date.now() < until; n++) {
      revive();
      await relay.flush(true);
      if ((await pending()) === 0 && relay.waiting() === 0) return true;
      if (n % 20 === 0) await hurry();
      await sleep(250);
    }
    return false;
  }

  let sellers = 0;
  const site = {
    ...{ product, standIn, relay, sql, workers, pending, hurry, drain, postgres, revive },
    /** The processor time that each part of the site has used so far, in seconds. */
    async work() {
      const backends = await sql<{ pid: number }>(
        'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      const { user, system } = process.cpuUsage();
      return {
        http: await cpuSeconds([http.child.pid ?? 0]),
        workers: await cpuSeconds(workers.map(({ child }) => child.pid ?? 0)),
        PostgreSQL: await cpuSeconds(backends.map(({ pid }) => pid)),
        'the proof and its sandbox': (user + system) / 1_000_000,
      };
    },
    /** Moves the clock of the stand-in, which otherwise runs as ours does. */
    async advance(seconds: number): Promise<void> {
      ahead += seconds;
      await standIn.control('POST', '/relogio', { avancarSegundos: seconds });
    },
    /**
     * Makes the sales two days old and the polls of all contas due, and waits until the polls have ended and what they
     * found is read. Two rounds, because a quiet poll makes one of its two searches.
     */
    async daysPass(patienceS: number): Promise<boolean> {
      for (let round = 0; round < 2; round++) {
        await sql(`update notificacoes set lida_em = lida_em - interval '3 days' where not pendente`);
        // A sale is read again when it has this age. The reading writes its own date back.
        await sql(`update vendas set criado_em = now() - interval '2 days 1 hour'`);
        await sql(`update pedidos_atraso set conferir_em = now(), ocupada_ate = null`);
        const polled = `select count(*)::int as n from pedidos_atraso where conferir_em <= now() + interval '1 second'`;
        for (const until = Date.now() + patienceS * 1000; (await count(polled)) > 0; await sleep(200)) {
          if (Date.now() > until) return false;
          revive();
        }
        if (!(await drain(patienceS))) return false;
      }
      return true;
    },
    async killWorker(n: number): Promise<void> {
      await workers[n % 2]?.kill();
      workers[n % 2] = product.run('worker');
    },
    async killPostgres(pauseMs: number): Promise<void> {
      await postgres.kill();
      await sleep(pauseMs);
      await postgres.restart();
    },
    /** Connects a seller whose sales reach the stock, with produtos and listings. */
    async aShop(size: { produtos: number; isScarce: boolean }): Promise<Shop> {
      sellers++;
      const seller = 7_100_000_000 + sellers;
      const listings = size.produtos + 2;
      await standIn.aSeller({
        id: seller,
        apelido: `L${sellers}`,
        semente: sellers,
        anuncios: listings,
        vendas: 0,
      });
      const operator = await product.anOperator();
      const create = createAs(product, operator);
      const references = await someReferences(create);
      const hasOneDeposito = sellers % 2 === 1;
      const depositos = [await aDeposito(create, 'Loja')];
      if (!hasOneDeposito) depositos.push(await aDeposito(create, 'Galpão'));
      const stock = new Map<string, number>();
      for (let n = 0; n < size.produtos; n++) {
        const isScarce = size.isScarce && hasOneDeposito && n % 3 === 0;
        const units = isScarce ? SCARCE : PLENTY;
        const id = await aProduto(create, { nome: `Peça ${n}`, sku: `P-${n}`, ...references });
        for (const deposito_id of depositos)
          await product.call(operator, 'POST', '/api/movimentos', {
            ...{ id: crypto.randomUUID(), produto_id: id, tipo: 'entrada', deposito_id },
            ...{ quantidade: String(units), motivo: null, destino_id: null, saldo_lido: null },
          });
        stock.set(id, units * depositos.length);
      }
      const conta = await connect(product, operator, seller, 3);
      const linked = await link({ sql, standIn }, operator, { seller, produtos: [...stock.keys()] });
      const saida = sellers % 3 === 0 ? 'etiqueta' : 'despacho';
      await product.call(operator, 'PUT', `/api/contas/${conta.id}/vendas`, {
        ...{ reserva_desde: new Date(Date.now() - 3_600_000).toISOString(), saida_em: saida },
        ...{ depositos: hasOneDeposito ? [] : depositos.toReversed(), versao: 0 },
      });
      return { seller, operator, saida, listings: linked, stock, hasOneDeposito };
    },
    async close(): Promise<void> {
      await product.kill();
      await relay.close();
      await standIn.stop();
    },
  };
  return site;
}
