import { readFileSync } from 'node:fs';
import { type Access, type Database, openDatabase } from '../../apps/server/src/platform/db/db.ts';
import type { TenantDb } from '../../apps/server/src/platform/db/tenant-db.ts';
import { randomOf } from '../kit/random.ts';
import { WORK_PREFIX } from './wire.ts';

/**
 * A process of `prove:door`. It runs transactions of many empresas on a small pool and prints its
 * observations as JSON. A fifth of the transactions have a fault at a random point. Every statement asks
 * PostgreSQL for the empresa of its transaction.
 */
interface Task {
  url: string;
  pool: number;
  transactions: number;
  seed: number;
  people: Access[];
}

export interface Seen {
  transactions: number;
  faults: Record<string, number>;
  /** Transactions without a fault that failed. */
  bystandersFailed: string[];
  /** Statements that ran in the transaction of another empresa or callback. */
  foreign: string[];
  /** Acknowledged writes, by empresa. */
  acknowledged: Record<string, number>;
  refusedLate: number;
  unhandled: number;
}

const task: Task = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const random = randomOf(task.seed);
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
const planted = () => new Error('planted');
const seen: Seen = {
  transactions: 0,
  faults: {},
  bystandersFailed: [],
  foreign: [],
  acknowledged: {},
  refusedLate: 0,
  unhandled: 0,
};
process.on('unhandledRejection', () => void seen.unhandled++);

/** Sends a statement that reports in which transaction it runs. */
type Ask = (pause?: string) => Promise<void>;

/** The faults that a transaction callback can have. `ask` sends one more statement. */
const FAULTS: Record<string, (ask: Ask, tx: TenantDb) => Promise<unknown>> = {
  throws: async () => {
    throw planted();
  },
  'throws with a queued statement': async (ask) => {
    void late(ask());
    throw planted();
  },
  'throws with a statement under way': async (ask) => {
    const asked = late(ask('pg_sleep(0.002)'));
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    return Promise.race([asked, Promise.reject(planted())]);
  },
  'throws beside a sibling that keeps sending': async (ask) => {
    const sibling = async () => {
      for (let n = 0; n < 3; n++) await ask();
    };
    await Promise.all([late(sibling()), Promise.reject(planted())]);
  },
  'does not await a statement': async (ask) => void late(ask()),
  'sends a statement after its end': async (ask) => {
    setTimeout(() => void late(ask()), random() * 4);
  },
  'sends a statement immediately after its end': async (ask) => {
    queueMicrotask(() => queueMicrotask(() => queueMicrotask(() => void late(ask()))));
  },
  'fails in the database': (_ask, tx) => tx.query('select 1 / 0 where $1::uuid is not null'),
  'fails in the database beside a sibling': (ask, tx) =>
    Promise.all([late(ask()), tx.query('select 1 / 0 where $1::uuid is not null'), late(ask())]),
  'exceeds its time': (ask) => ask('pg_sleep(0.2)'),
  'is cancelled': (_ask, tx) => tx.query('select $1::uuid, pg_cancel_backend(pg_backend_pid()), pg_sleep(1)'),
};
/** One in 40 faults kills the backend, because a new connection costs as much as fifty transactions. */
const KILL_EVERY = 40;
const kill = (tx: TenantDb) =>
  tx.query('select $1::uuid, pg_terminate_backend(pg_backend_pid()), pg_sleep(1)');

/** Awaits a statement that the runner may refuse because its transaction has ended. */
async function late(asked: Promise<void>): Promise<void> {
  try {
    await asked;
  } catch (error) {
    if (error instanceof Error && error.name === 'TransactionEnded') seen.refusedLate++;
  }
}

async function transact(db: Database, n: number): Promise<void> {
  const access = pick(task.people);
  const door = random() < 0.5 ? 'read' : 'write';
  const isFaulty = random() < 0.2;
  const fault = isFaulty ? (random() * KILL_EVERY < 1 ? 'killed' : pick(Object.keys(FAULTS))) : null;
  const statements = Math.floor(random() * 4);
  const faultAt = Math.floor(random() * (statements + 1));
  const isSaved = door === 'write' && random() < 0.1;
  const name = `${WORK_PREFIX}${task.pool}.${n}`;
  const work = async (tx: TenantDb) => {
    const ask: Ask = async (pause = "''::text") => {
      const [row] = await tx.query<{ empresa: string; name: string }>(
        `select current_empresa() as empresa, $2::text as name, ${pause} where $1::uuid is not null`,
        [name],
      );
      if (row?.empresa !== access.empresaId || row.name !== name)
        seen.foreign.push(`${name} of ${access.empresaId} saw ${row?.name} of ${row?.empresa}`);
    };
    for (let at = 0; at <= statements; at++) {
      if (fault !== null && at === faultAt) await (fault === 'killed' ? kill(tx) : FAULTS[fault]?.(ask, tx));
      if (at < statements) await ask();
    }
    if (isSaved) await tx.insertInto('marcas', { ...MARCA, nome: name, user_id: access.userId }).execute();
  };
  try {
    await db[door](access, work, fault === 'exceeds its time' ? { statementMs: 20 } : {});
    if (isSaved) seen.acknowledged[access.empresaId] = (seen.acknowledged[access.empresaId] ?? 0) + 1;
  } catch (error) {
    if (fault === null && seen.bystandersFailed.length < 100)
      seen.bystandersFailed.push(`${name}, ${door}: ${String(error)}`);
  }
  seen.transactions++;
  if (fault !== null) seen.faults[fault] = (seen.faults[fault] ?? 0) + 1;
}

const MARCA = { descricao: null, logo_url: null, logo_arquivo_id: null };

const db = openDatabase({ url: task.url, pool: task.pool, onError: () => {} });
let begun = 0;
const loop = async () => {
  while (begun < task.transactions) await transact(db, begun++);
};
// More concurrent transactions than connections, so that each connection is reused as soon as it is free.
await Promise.all(Array.from({ length: task.pool * 3 + 2 }, loop));
await db.close();
console.log(JSON.stringify(seen));
process.exit(0);
