import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inBatches, type Statement } from './batch.ts';
import { isConnectionLost, isRetryable, unavailable } from './errors.ts';
import { type Run, type TenantDb, tenantDb } from './tenant-db.ts';

/** What opens the door: a session and the empresa we believe it is in, or (null) a job working for an empresa. */
export interface Access {
  sessionHash: string | null;
  empresaId: string;
  userId: string;
}

export interface Database {
  /**
   * Work that only reads. What it asks at once travels as one message and is one transaction, with the session checked
   * in front; what it asks after an answer is the next.
   */
  read<T>(access: Access, work: (tx: TenantDb) => Promise<T>): Promise<T>;
  /** A transaction that writes; run again by itself when it lost a race, so `work` touches nothing but `tx`. */
  write<T>(access: Access, work: (tx: TenantDb) => Promise<T>): Promise<T>;
  /** Questions that belong to no empresa: the session check, health, maintenance. */
  global<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const WRITE_ATTEMPTS = 4;

export function openDatabase(options: {
  url: string;
  pool: number;
  onError: (error: Error) => void;
}): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.pool,
    pipeline: true,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'prumo',
    types: { getTypeParser: typeParser },
  });
  // Without a listener the first lost connection would end the process, idle or, the pool looks away then, at work.
  pool.on('error', options.onError);
  pool.on('connect', (client) => client.on('error', options.onError));

  const connect = async () => {
    try {
      return await pool.connect();
    } catch (error) {
      throw unavailable(error);
    }
  };

  async function transaction<T>(access: Access, work: (tx: TenantDb) => Promise<T>): Promise<T> {
    const client = await connect();
    const lote = randomUUID();
    const opened = open(client, access, lote);
    // Its failure is looked at below; the statements behind it fail with it.
    opened.catch(() => {});
    const run: Run = (text, values) => client.query(named(text, values));
    const raw: Run = (text, values) => client.query(text, [...values]);
    try {
      const result = await work(tenantDb({ ...access, lote }, run, raw));
      await opened;
      const { command } = await client.query('commit');
      if (command !== 'COMMIT') throw new Error(`a failed statement was ignored: ${command}`);
      client.release();
      return result;
    } catch (error) {
      const cause = await opened.then(
        () => error,
        (refusal: unknown) => refusal,
      );
      if (isConnectionLost(cause) || isConnectionLost(error)) client.release(true);
      else {
        client.query('rollback').catch(() => {});
        client.release();
      }
      throw cause;
    }
  }

  return {
    async read(access, work) {
      const client = await connect();
      try {
        const result = await work(
          tenantDb({ ...access, lote: '' }, inBatches(client, door(access, null), typeParser, named)),
        );
        client.release();
        return result;
      } catch (error) {
        client.release(isConnectionLost(error));
        throw error;
      }
    },
    async write(access, work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await transaction(access, work);
        } catch (error) {
          if (attempt === WRITE_ATTEMPTS || !isRetryable(error)) throw error;
          await sleep(Math.random() * 20 * 2 ** attempt);
        }
      }
    },
    async global<Row extends object>(text: string, values: readonly unknown[] = []) {
      const client = await connect();
      try {
        const { rows } = await client.query<Row>(named(text, values));
        client.release();
        return rows;
      } catch (error) {
        client.release(isConnectionLost(error));
        throw error;
      }
    },
    close: () => pool.end(),
  };
}

/** What checks the session and sets the empresa; without a `lote`, for reading only. */
function door(access: Access, lote: string | null): Statement {
  const { sessionHash, empresaId, userId } = access;
  if (!UUID.test(empresaId)) throw new Error('a transaction without an empresa');
  return sessionHash === null
    ? named('select use_empresa($1, $2, $3)', [empresaId, userId, lote])
    : named('select use_session($1, $2, $3)', [sessionHash, empresaId, lote]);
}

/** Written without waiting: BEGIN, the tenant and the first query travel together. */
async function open(client: pg.PoolClient, access: Access, lote: string): Promise<void> {
  const statement = door(access, lote);
  await Promise.all([client.query('begin'), client.query({ ...statement, values: [...statement.values] })]);
}

const names = new Map<string, string>();

/** A named statement is planned once per connection; unnamed ones cost PostgreSQL up to twice the time. */
function named(text: string, values: readonly unknown[]): Statement & { values: unknown[] } {
  let name = names.get(text);
  if (name === undefined) {
    if (names.size > 2000) names.clear();
    name = createHash('sha1').update(text).digest('base64url');
    names.set(text, name);
  }
  return { name, text, values: [...values] };
}

const TIMESTAMPTZ = 1184;
const DATE = 1082;
const keep = (value: string) => value;
/** `2026-11-15 12:00:00.123+00` → `2026-11-15T12:00:00.123+00:00`, as PostgreSQL's own JSON writes it. */
const toIso = (value: string) => `${value.slice(0, 10)}T${value.slice(11)}:00`;

function typeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === TIMESTAMPTZ) return toIso;
  if (oid === DATE) return keep;
  return pg.types.getTypeParser(oid, format as 'text');
}
