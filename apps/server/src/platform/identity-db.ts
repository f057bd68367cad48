import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isConnectionLost, isRetryable, unavailable } from './errors.ts';

/** Asks the schema `auth`, inside or outside a transaction. */
export interface IdentityQuery {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** The door to the schema `auth`, under a role of its own that sees no empresa's rows. */
export interface IdentityDb extends IdentityQuery {
  /** Run again by itself when it lost a race, so `work` touches nothing but `tx`. */
  transaction<T>(work: (tx: IdentityQuery) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const ATTEMPTS = 4;

export function openIdentityDb(options: { url: string; onError: (error: Error) => void }): IdentityDb {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: 6,
    connectionTimeoutMillis: 3000,
    application_name: 'prumo-identity',
  });
  // Without a listener a lost connection would end the process.
  pool.on('error', options.onError);
  pool.on('connect', (client) => client.on('error', options.onError));

  async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => {
      throw unavailable(error);
    });
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      client.release(isConnectionLost(error));
      throw error;
    }
  }

  const queryOn = (client: pg.PoolClient): IdentityQuery => ({
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values])).rows,
  });

  const attempt = <T>(work: (tx: IdentityQuery) => Promise<T>) =>
    withClient(async (client) => {
      await client.query('begin');
      try {
        const result = await work(queryOn(client));
        await client.query('commit');
        return result;
      } catch (error) {
        if (!isConnectionLost(error)) await client.query('rollback');
        throw error;
      }
    });

  return {
    query: <Row extends object>(text: string, values?: readonly unknown[]) =>
      withClient((client) => queryOn(client).query<Row>(text, values)),
    async transaction(work) {
      for (let tries = 1; ; tries++) {
        try {
          return await attempt(work);
        } catch (error) {
          if (tries === ATTEMPTS || !isRetryable(error)) throw error;
          await sleep(Math.random() * 20 * 2 ** tries);
        }
      }
    },
    close: () => pool.end(),
  };
}
