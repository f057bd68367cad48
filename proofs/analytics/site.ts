import { setTimeout as sleep } from 'node:timers/promises';
import type { Account, Answer } from '../kit/analises.compare.ts';
import { connect } from '../kit/contas.ts';
import type { Edit } from '../kit/edits.ts';
import { NO_LIMITS, openProduct, type Stage } from '../kit/product.ts';

export type Site = Awaited<ReturnType<typeof openSite>>;

/** Starts one http and one worker process on their own database, and connects sellers to it. */
export async function openSite(stage: Stage, database: string, edits: readonly Edit[]) {
  const product = await openProduct(stage, {
    database,
    edits,
    settings: { ...NO_LIMITS, MERCADO_LIVRE_CALLS_PER_SECOND: '100000' },
  });
  let worker = product.run('worker');
  await product.serve();
  const { admin } = product;
  return {
    end: product.kill,
    admin,
    async anAccount(seller: number): Promise<Account> {
      const operator = await product.anOperator();
      const { id: accountId } = await connect(product, operator, seller);
      return {
        seller,
        analyse: (from, to) =>
          product.call<Answer>(operator, 'POST', '/api/analises', {
            accountId,
            dateFrom: new Date(from).toISOString(),
            dateTo: new Date(to).toISOString(),
          }),
      };
    },
    /**
     * The fraction of the seller's history that is synchronised, and whether the synchronisation has
     * finished.
     */
    async progressOf(seller: number): Promise<{ share: number; isDone: boolean }> {
      const { rows } = await admin.query<{ share: number; done: boolean }>(
        `select coalesce(extract(epoch from now() - completo_desde) / extract(epoch from now() - historico_desde), 0)::float8
           as share, not em_andamento as done from pedidos_sincronia where seller_id = $1`,
        [seller],
      );
      return { share: rows[0]?.share ?? 0, isDone: rows[0]?.done ?? false };
    },
    /** Waits until the synchronisation of all these sellers has finished. */
    async settle(sellers: readonly number[], limitMs: number): Promise<void> {
      for (const until = Date.now() + limitMs; ; await sleep(100)) {
        const { rows } = await admin.query<{ left: number }>(
          `select $2 - count(*)::int as left from pedidos_sincronia
           where seller_id = any($1::text[]) and not em_andamento and sincronizado_ate is not null`,
          [sellers, sellers.length],
        );
        if (rows[0]?.left === 0) return;
        if (Date.now() > until) throw new Error(`${rows[0]?.left} contas are not synchronised`);
      }
    },
    async killWorker(): Promise<void> {
      await worker.kill();
      worker = product.run('worker');
    },
  };
}
