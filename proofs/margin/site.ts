import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../kit/contas.ts';
import type { Edit } from '../kit/edits.ts';
import { NO_LIMITS, type Operator, openProduct, type Running, type Stage } from '../kit/product.ts';
import { openStandIn } from '../kit/stand-in.ts';

export interface Shop {
  seller: number;
  operator: Operator;
}

export type Site = Awaited<ReturnType<typeof openSite>>;

const SETTINGS = { ...NO_LIMITS, MERCADO_LIVRE_CALLS_PER_SECOND: '100000', LOG_LEVEL: 'silent' };
const DAY_MS = 86_400_000;
const DAYS = 29;
const POLL_MS = 250;

/** Starts one http process, a worker and the stand-in. */
export async function openSite(stage: Stage, database: string, edits: readonly Edit[] = []) {
  const product = await openProduct(stage, { database, edits, settings: SETTINGS });
  const standIn = await openStandIn(stage);
  const { sql } = product;
  await product.serve();
  let worker: Running = product.run('worker');
  await standIn.unlimited();
  // No order changes while the proof compares.
  const now = Date.now();
  await standIn.stopClock(now);

  const count = async (text: string): Promise<number> =>
    (await sql<{ n: number }>(`select (${text})::int as n`))[0]?.n ?? 0;
  async function until(what: string, isDone: () => Promise<boolean>, patienceS: number): Promise<void> {
    for (const end = Date.now() + patienceS * 1000; !(await isDone()); await sleep(POLL_MS))
      if (Date.now() > end) throw new Error(`${what} took longer than ${patienceS} s`);
  }

  return {
    ...{ product, standIn, sql, now },
    /** Connects a seller with a history, and has the sales of the last month read whole. */
    async aShop(seller: number, orders: number): Promise<Shop> {
      await standIn.aSeller({
        ...{ id: seller, apelido: `L${seller}`, semente: seller % 1000, anuncios: 200, vendas: orders },
      });
      const operator = await product.anOperator();
      const conta = await connect(product, operator, seller, 3);
      await until(
        `the synchronisation of ${seller}`,
        async () =>
          (await count(
            `select count(*) from pedidos_sincronia where seller_id = '${seller}' and not em_andamento
               and sincronizado_ate is not null`,
          )) === 1,
        600,
      );
      await product.call(operator, 'PUT', `/api/contas/${conta.id}/vendas`, {
        ...{ reserva_desde: new Date(now - DAYS * DAY_MS).toISOString(), saida_em: 'despacho' },
        ...{ depositos: [], versao: 0 },
      });
      await sql(`update notificacoes set proxima_em = now() where seller_id = $1 and pendente`, [seller]);
      return { seller, operator };
    },
    readSales: (patienceS: number) =>
      until(
        'the reading of the sales',
        async () => (await count('select count(*) from notificacoes where pendente')) === 0,
        patienceS,
      ),
    /** Makes every bill that was read due again. */
    aDayPasses: () =>
      sql(
        "update faturas set lida_em = lida_em - interval '1 day', proxima_em = now() where lida_em is not null",
      ),
    /**
     * Runs a job as the clock would, and kills the worker this many times while it runs. A killed reading goes on
     * later, and the proof lets that time pass.
     */
    async runJob(
      name: string,
      kills: number,
      isDone: () => Promise<boolean>,
      patienceS: number,
    ): Promise<void> {
      const begin = async () => {
        await sql('update faturas set proxima_em = now() where tentativas > 0');
        await sql(`update vendas_config set fretes_proxima_em = now() where fretes_proxima_em > now()`);
        await sql(`delete from pgboss.job where name = $1 and state in ('created', 'retry', 'active')`, [
          name,
        ]);
        await sql("insert into pgboss.job (name, data) values ($1, '{}')", [name]);
      };
      await begin();
      for (let n = 0; n < kills; n++) {
        await sleep(300 + 500 * n);
        await worker.kill();
        worker = product.run('worker');
        await begin();
      }
      let last = Date.now();
      await until(
        name,
        async () => {
          if (await isDone()) return true;
          if (Date.now() - last > 20_000) {
            last = Date.now();
            await begin();
          }
          return false;
        },
        patienceS,
      );
    },
    count,
    async close(): Promise<void> {
      await product.kill();
      await standIn.stop();
    },
  };
}
