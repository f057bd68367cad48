import pg from 'pg';
import { unavailable } from '#platform/errors.ts';
import type { Statement } from './batch.ts';
import { watchPool } from './pool-metrics.ts';
import { retryTransaction } from './retry-transaction.ts';
import { openRunner, type Runner } from './runner.ts';
import { insideTransaction } from './transaction-mark.ts';

/** Runs a statement on the schema `auth`, inside or outside a transaction. */
export interface IdentityQuery {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** The only access to the schema `auth`. Its role `auth_app` sees no rows of empresas. */
export interface IdentityDb extends IdentityQuery {
  /**
   * After a serialization failure `work` runs again, so it must change nothing but `tx`. `tx` refuses
   * statements after `work` ends.
   */
  transaction<T>(work: (tx: IdentityQuery) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * The maximum wait for an answer of PostgreSQL. It is longer than the role's own timeouts (roles.sql), so a
 * longer wait means that the network or the server has failed.
 */
const ANSWER_LIMIT_MS = 20_000;
const BEGIN: Statement = { name: 'begin', text: 'begin', values: [] };

export function openIdentityDb(options: {
  url: string;
  /** Multiplies the maximum wait of a statement for a connection. */
  patience?: number;
  onError: (error: Error) => void;
}): IdentityDb {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: 6,
    connectionTimeoutMillis: 3000 * (options.patience ?? 1),
    maxLifetimeSeconds: 1800,
    keepAlive: true,
    application_name: 'prumo-identity',
  });
  // Without a listener, the error of a lost connection ends the process.
  pool.on('error', options.onError);
  pool.on('connect', (client) => client.on('error', options.onError));

  const measured = watchPool('identity', pool);

  async function withRunner<T>(
    opening: readonly Statement[],
    work: (runner: Runner) => Promise<T>,
  ): Promise<T> {
    const asked = performance.now();
    const client = await pool.connect().catch((error: unknown) => {
      measured.connected(asked);
      throw unavailable(error);
    });
    const began = measured.connected(asked);
    const runner = openRunner({
      ...{ client, opening, opens: 'once', answerLimitMs: ANSWER_LIMIT_MS },
      parserOf: (oid) => pg.types.getTypeParser(oid, 'text'),
    });
    try {
      return await work(runner);
    } finally {
      await runner.close();
      measured.released(began, 'identity');
    }
  }

  const queryOn = (runner: Runner): IdentityQuery => ({
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await runner.run({ name: '', text, values })).rows as Row[],
  });

  const attempt = <T>(work: (tx: IdentityQuery) => Promise<T>) =>
    withRunner([BEGIN], async (runner) => {
      const result = await insideTransaction(() => work(queryOn(runner)));
      await runner.commit();
      return result;
    });

  return {
    query: <Row extends object>(text: string, values?: readonly unknown[]) =>
      withRunner([], (runner) => queryOn(runner).query<Row>(text, values)),
    transaction: (work) => retryTransaction(() => attempt(work)),
    close() {
      measured.stop();
      return pool.end();
    },
  };
}
