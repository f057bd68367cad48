import { join } from 'node:path';
import { MERCADO_LIVRE_CLIENT } from '../../apps/sandbox/src/mercado-livre/oauth/application.ts';
import { authorize, connect } from '../kit/contas.ts';
import type { Edit } from '../kit/edits.ts';
import { NO_LIMITS, type Operator, openProduct, type Stage } from '../kit/product.ts';
import { openStandIn } from '../kit/stand-in.ts';
import type { Shape } from './pairs.ts';

/** A conta in an empresa of its own, with a seller that no other empresa has connected. */
export interface Account extends Operator {
  contaId: string;
  seller: number;
}

export type Site = Awaited<ReturnType<typeof openSite>>;

/**
 * The calls per second that the product may make. All runs together need fewer, but a run that retries
 * endlessly slows down the others.
 */
const CALLS_PER_SECOND = 200;
/**
 * The seed of the data of every seller. All sellers of one size have the same listings and sales, so a run
 * without faults gives the expected result.
 */
const SEED = 7;
/** The maximum number of attempts to connect a conta. */
const TRIES = 5;
/**
 * A trigger that suppresses the synchronisation which a new conta starts. The first request of the screen
 * then starts it, after the fault has been planted.
 */
const LATER = `
  create table ligados (seller_id text primary key);
  create function leave_out() returns trigger language plpgsql security definer as $$
  begin
    insert into ligados values (new.seller_id);
    return null;
  exception when unique_violation then
    return new;
  end $$;
  create trigger leave_out before insert on pedidos_sincronia for each row execute function leave_out()`;

/** Starts one http and one worker process on their own database, and the stand-in. */
export async function openSite(stage: Stage, database: string, edits: readonly Edit[]) {
  const log = join(stage.folder, `${database}.log`);
  const product = await openProduct(stage, {
    database,
    edits,
    log,
    settings: {
      ...NO_LIMITS,
      LOG_LEVEL: 'warn',
      MERCADO_LIVRE_CALLS_PER_SECOND: String(CALLS_PER_SECOND),
    },
  });
  const { sql, ask } = product;
  await sql(LATER);
  const standIn = await openStandIn(stage);
  const running = [product.run('worker'), await product.serve()];
  const callback = `${product.api}/api/notificacoes/mercado-livre/${MERCADO_LIVRE_CLIENT.callbackSecret}`;
  await standIn.unlimited();
  await standIn.setApplication({ callback, topicos: ['orders_v2', 'items', 'shipments', 'post_purchase'] });
  // A scroll whose answer was lost stays open for minutes, and too many open scrolls cause a 429. This proof
  // does not test that limit.
  await standIn.control('PATCH', '/ajustes', { scrollsAbertos: 100_000 });
  await standIn.stopClock();

  let sellers = 0;
  return {
    product,
    standIn,
    callback,
    sql,
    async call<T>(account: Account, method: string, path: string, body?: object) {
      const { status, text } = await ask(account, method, path, body);
      return { status, body: JSON.parse(text) as T };
    },
    /** Connects the seller once more. Mercado Livre may refuse the connection. */
    reconnect: async (account: Account) =>
      ask(account, 'POST', '/api/contas', await authorize(product, account, account.seller)),
    async anAccount({ anuncios, vendas, fotos, recursos = [] }: Shape): Promise<Account> {
      sellers += 1;
      const seller = 6_000_000_000 + sellers;
      await standIn.aSeller({
        ...{ id: seller, apelido: `LOJA${sellers}`, semente: SEED },
        ...{ anuncios, vendas, fotos, recursos },
      });
      const operator = await product.anOperator();
      const { id: contaId } = await connect(product, operator, seller, TRIES);
      return { ...operator, contaId, seller };
    },
    /** Makes the access token expire so soon that the product refreshes it. */
    lapse: ({ contaId }: Account) =>
      sql("update mercado_livre_tokens set expires_at = now() + interval '4 minutes' where conta_id = $1", [
        contaId,
      ]),
    /** The routes of Mercado Livre that were called. */
    called: async (): Promise<string[]> => Object.keys((await standIn.calls()).rotas),
    callsOf: async (route: string): Promise<number> => (await standIn.calls()).rotas[route]?.total ?? 0,
    /** The orders in the stand-in's own data. */
    orders: (seller: number) => Array.fromAsync(standIn.orders<{ id: number; status: string }>(seller)),
    /** The anuncios of an importacao that were refused because they could not be read completely. */
    async lateOnes(importacaoId: string): Promise<number> {
      const [row] = await sql<{ n: number }>(
        `select count(*)::int as n from importacao_itens
         where importacao_id = $1 and resultado = 'recusado' and motivo like '%mais tarde%'`,
        [importacaoId],
      );
      return row?.n ?? 0;
    },
    hasTokens: async ({ contaId }: Account): Promise<boolean> =>
      (await sql('select from mercado_livre_tokens where conta_id = $1', [contaId])).length > 0,
    /** How many processes have ended although the proof did not stop them. */
    dead: () => running.filter(({ isDead }) => isDead()).length,
    /** Stops everything but the database. */
    async close(): Promise<void> {
      await product.kill();
      await standIn.stop();
    },
  };
}
