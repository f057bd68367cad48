import { createHash, randomUUID } from 'node:crypto';
import type { Direito } from '@prumo/contract/papeis.ts';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { unavailable } from '#platform/errors.ts';
import type { PoolName } from '#platform/metrics/metrics.ts';
import { inSpan } from '#platform/tracing/spans.ts';
import type { Statement } from './batch.ts';
import { watchPool } from './pool-metrics.ts';
import { retryTransaction } from './retry-transaction.ts';
import { openRunner, type Runner, TransactionEnded } from './runner.ts';
import { type TenantDb, tenantDb } from './tenant-db.ts';
import { insideTransaction } from './transaction-mark.ts';

/**
 * The identity under which a transaction runs: a session and the empresa that the session cache names, or a
 * job, which has no session.
 */
export interface Access {
  sessionHash: string | null;
  empresaId: string;
  userId: string;
  /** The right that the person must have in the empresa. Without one, every membro is admitted. */
  right?: Direito;
  /** Whether the job also changes an empresa that waits for its deletion. Other jobs are refused there. */
  evenExcluding?: true;
  /** The lote that a job continues in several transactions. Default: each transaction is a new lote. */
  lote?: string;
}

export interface BothSteps<A, B> {
  inFirst: (tx: TenantDb) => Promise<A>;
  /** Receives the result of the first step. */
  inSecond: (tx: TenantDb, first: A) => Promise<B>;
}

/** The order in which every transaction enters two empresas. */
export const inOrder = (empresaId: string, other: string) => empresaId < other;

export interface Budget {
  /** The time after which PostgreSQL cancels a statement. Default: the limit of the role. */
  statementMs?: number | undefined;
}

/**
 * The one door: the only access to the rows of empresas. `work` may use its `TenantDb` until it returns or
 * throws. Statements after that are refused. The returned promise settles only after the connection is idle
 * again or destroyed (`runner.ts`). A call to another system inside `work` is refused too, because it would
 * hold the connection.
 */
export interface Database {
  /**
   * Runs `work`, which only reads. Statements issued in the same tick travel as one message and form one
   * transaction, which starts with the session check. Statements issued after an answer form the next
   * transaction.
   */
  read<T>(access: Access, work: (tx: TenantDb) => Promise<T>, budget?: Budget): Promise<T>;
  /**
   * Runs `work` in a transaction that writes. After a serialization failure `work` runs again, so it must
   * change nothing but `tx`.
   */
  write<T>(access: Access, work: (tx: TenantDb) => Promise<T>, budget?: Budget): Promise<T>;
  /**
   * Runs one transaction in two empresas of the same session: `inFirst` in the first, then `inSecond` in the second.
   * Both changes are committed, or none. Each step may use its `TenantDb` until it returns. Every caller enters two
   * empresas in the same order (`inOrder`), so that two transactions never wait for each other.
   */
  writeBoth<A, B>(accesses: readonly [Access, Access], steps: BothSteps<A, B>, budget?: Budget): Promise<B>;
  /** Runs one statement that belongs to no empresa, such as the session check or maintenance. */
  global<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/**
 * The maximum age of a connection. The plans and caches of a backend grow with every statement, and a new
 * connection starts without them.
 */
const CONNECTION_LIFETIME_S = 1800;
/**
 * The maximum wait for an answer of PostgreSQL. It is longer than the role's transaction timeout (roles.sql)
 * and than the statement timeout of the budget, so a longer wait means that the network or the server has
 * failed.
 */
const ANSWER_LIMIT_MS = 20_000;
const ANSWER_MARGIN_MS = 10_000;
export const answerLimitMs = ({ statementMs = 0 }: Budget) =>
  Math.max(ANSWER_LIMIT_MS, statementMs + ANSWER_MARGIN_MS);

export function openDatabase(options: {
  url: string;
  pool: number;
  /** The name of the pool in the metrics. Default: `app`. */
  name?: PoolName;
  /** Multiplies the maximum wait of a transaction for a connection. */
  patience?: number;
  onError: (error: Error) => void;
}): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.pool,
    pipeline: true,
    connectionTimeoutMillis: 3000 * (options.patience ?? 1),
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: CONNECTION_LIFETIME_S,
    keepAlive: true,
    application_name: 'prumo',
    types: { getTypeParser: typeParser },
  });
  // Without a listener, the error of a lost connection ends the process. The pool itself listens to idle
  // connections only.
  pool.on('error', options.onError);
  pool.on('connect', (client) => client.on('error', options.onError));

  const measured = watchPool(options.name ?? 'app', pool);

  /** Runs `work` on a connection of the pool, and gives the connection back. */
  const withRunner = <T>(use: Use, work: (runner: Runner) => Promise<T>): Promise<T> =>
    inSpan(
      () => ({
        name: `transaction ${use.kind}`,
        kind: 'internal',
        attributes: { 'prumo.db.pool': options.name ?? 'app', 'prumo.empresa': use.empresaId },
      }),
      () => onConnection(use, work),
    );

  async function onConnection<T>(use: Use, work: (runner: Runner) => Promise<T>): Promise<T> {
    const { opens, opening, budget = {} } = use;
    const asked = performance.now();
    const client = await pool.connect().catch((error: unknown) => {
      measured.connected(asked);
      throw unavailable(error);
    });
    const began = measured.connected(asked);
    const limits = { answerLimitMs: answerLimitMs(budget) };
    const runner = openRunner({ client, parserOf: typeParser, opening, opens, ...limits });
    try {
      return await work(runner);
    } finally {
      await runner.close();
      measured.released(began, use.kind, use.empresaId);
    }
  }

  async function transaction<T>(
    access: Access,
    work: (tx: TenantDb) => Promise<T>,
    budget: Budget,
  ): Promise<T> {
    const lote = access.lote ?? randomUUID();
    const opening = [BEGIN, door(access, lote, budget)];
    const use: Use = { kind: 'write', empresaId: access.empresaId, opens: 'once', opening, budget };
    return withRunner(use, async (runner) => {
      const result = await insideTransaction(() => work(tenantDbOn(runner, { ...access, lote })));
      await runner.commit();
      return result;
    });
  }

  async function both<A, B>(
    [first, second]: readonly [Access, Access],
    { inFirst, inSecond }: BothSteps<A, B>,
    budget: Budget,
  ): Promise<B> {
    if (!inOrder(first.empresaId, second.empresaId)) throw new Error('two empresas out of order');
    const lote = randomUUID();
    const opening = [BEGIN, door(first, lote, budget)];
    const use: Use = { kind: 'write', empresaId: first.empresaId, opens: 'once', opening, budget };
    return withRunner(use, async (runner) => {
      // A statement of the first step must not run in the second empresa.
      let isInFirst = true;
      const firstRunner: Runner = {
        ...runner,
        run: (statement) => (isInFirst ? runner.run(statement) : Promise.reject(new TransactionEnded())),
      };
      const result = await insideTransaction(async () => {
        const before = await inFirst(tenantDbOn(firstRunner, { ...first, lote }));
        isInFirst = false;
        await runner.run(crossing(first, second, lote));
        return inSecond(tenantDbOn(runner, { ...second, lote }), before);
      });
      await runner.commit();
      return result;
    });
  }

  return {
    async read(access, work, budget = {}) {
      const { empresaId } = access;
      const opening = [door(access, null, budget)];
      return withRunner({ kind: 'read', empresaId, opens: 'every message', opening, budget }, (runner) =>
        insideTransaction(() => work(tenantDbOn(runner, { ...access, lote: '' }))),
      );
    },
    write: (access, work, budget = {}) => retryTransaction(() => transaction(access, work, budget)),
    writeBoth: (accesses, steps, budget = {}) => retryTransaction(() => both(accesses, steps, budget)),
    async global<Row extends object>(text: string, values: readonly unknown[] = []) {
      const use: Use = { kind: 'global', opens: 'every message', opening: [] };
      const { rows } = await withRunner(use, (runner) => runner.run(named(text, values)));
      return rows as Row[];
    },
    close() {
      measured.stop();
      return pool.end();
    },
  };
}

/** The use of one connection. */
interface Use {
  kind: 'read' | 'write' | 'global';
  empresaId?: string;
  opens: 'once' | 'every message';
  opening: readonly Statement[];
  budget?: Budget;
}

const BEGIN: Statement = { name: 'begin', text: 'begin', values: [] };

const tenantDbOn = (runner: Runner, caller: { empresaId: string; userId: string; lote: string }): TenantDb =>
  tenantDb(
    caller,
    (text, values) => runner.run(named(text, values)),
    (text, values) => runner.run({ name: '', text, values }),
  );

/**
 * The opening statement: checks the session, its membership and the right, and sets the empresa. Without a
 * `lote` the transaction is read-only.
 */
function door(access: Access, lote: string | null, { statementMs }: Budget): Statement {
  const { sessionHash, empresaId, userId, right, evenExcluding = false } = access;
  if (!UUID.test(empresaId)) throw new Error('a transaction without an empresa');
  return sessionHash === null
    ? named('select use_empresa($1, $2, $3, $4, $5)', [
        ...[empresaId, userId, lote, statementMs ?? null, evenExcluding],
      ])
    : named('select use_session($1, $2, $3, $4, $5)', [
        ...[sessionHash, empresaId, lote, statementMs ?? null, right ?? null],
      ]);
}

/** Leaves the first empresa and passes the door of the second one, which checks the same session there. */
const crossing = ({ sessionHash, empresaId }: Access, to: Access, lote: string): Statement =>
  named('select cross_session($1, $2, $3, $4, $5)', [
    ...[sessionHash, empresaId, to.empresaId, lote, to.right ?? null],
  ]);

/**
 * A map from SQL text to the name of its prepared statement. The name is '' after the first use of the text.
 */
const names = new LRUCache<string, string>({ max: 2000 });

/**
 * Names a statement from its second use on, so that each connection plans it once. An unnamed statement costs
 * PostgreSQL up to twice the time. Statements with generated text, such as those of an undo, rarely repeat
 * and stay unnamed.
 */
function named(text: string, values: readonly unknown[]): Statement {
  const name = names.get(text);
  if (name) return { name, text, values };
  const next = name === undefined ? '' : createHash('sha1').update(text).digest('base64url');
  names.set(text, next);
  return { name: next, text, values };
}

const TIMESTAMPTZ = 1184;
const DATE = 1082;
const keep = (value: string) => value;
/** `2026-11-15 12:00:00.123+00` → `2026-11-15T12:00:00.123+00:00`, the format of PostgreSQL's own JSON. */
const toIso = (value: string) => `${value.slice(0, 10)}T${value.slice(11)}:00`;

function typeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === TIMESTAMPTZ) return toIso;
  if (oid === DATE) return keep;
  return pg.types.getTypeParser(oid, format as 'text');
}
