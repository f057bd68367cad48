import pg from 'pg';
import { openDatabase } from '../../apps/server/src/platform/db/db.ts';
import { isShort } from '../kit/arguments.ts';
import { figure, note } from '../kit/figures.ts';
import { openProduct, type Stage } from '../kit/product.ts';
import { loadLedger } from './load.ts';
import { LEDGER } from './measure.ts';
import { accessOf, drawTargets, moveOne, type Target } from './statements.ts';

const MOVES = isShort ? 400 : 2000;

/**
 * Measures what the indexes and the fill factor of `produto_deposito` cost each movimento. WAL and the counts of
 * PostgreSQL do not depend on other load on the machine. Each variant drops one index, and then gets it back.
 */
export async function proveSaldos(stage: Stage): Promise<void> {
  const { postgres } = await openProduct(stage, { database: 'prumo_saldos' });
  const url = postgres.url('prumo_saldos');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await loadLedger(
    client,
    { movimentos: isShort ? 20_000 : 400_000, empresas: 50, saldos: isShort ? 2_000 : 40_000, url },
    LEDGER,
  );
  await client.query(`vacuum analyze ${LEDGER}`);
  const targets = await drawTargets(client, MOVES / 2);
  const db = openDatabase({ url: postgres.url('prumo_saldos', 'app'), pool: 1, onError: () => {} });
  const measure = (name: string) =>
    measureMoves(client, name, targets, (target, tipo) =>
      db.write(accessOf(target), (tx) => moveOne(tx, target, tipo)),
    );
  await measure('all indexes');
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'produto_deposito' and indexname not in ('produto_deposito_pkey', 'produto_deposito_key') order by 1`,
  );
  for (const { name, definition } of rows) {
    await client.query(`drop index ${name}`);
    await measure(`without ${name}`);
    await client.query(definition);
  }
  for (const factor of [100, 80]) {
    await client.query(`alter table produto_deposito set (fillfactor = ${factor})`);
    await client.query('vacuum full produto_deposito');
    await measure(`fill factor ${factor}`);
  }
  await client.query('alter table produto_deposito set (fillfactor = 90)');
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await client.query('vacuum full produto_deposito');
  await measure('without all six indexes of the lists');
  await db.close();
  await client.end();
}

interface Counts {
  updated: number;
  hot: number;
  moved: number;
  wal: number;
}

async function measureMoves(
  client: pg.Client,
  name: string,
  targets: readonly Target[],
  move: (target: Target, tipo: 'entrada' | 'saida') => Promise<unknown>,
): Promise<void> {
  await client.query('vacuum produto_deposito');
  await client.query('checkpoint');
  const before = await countsOf(client);
  const began = performance.now();
  for (let n = 0; n < MOVES; n++) {
    const target = targets[n % targets.length];
    if (target) await move(target, n < targets.length ? 'entrada' : 'saida');
  }
  const ms = (performance.now() - began) / MOVES;
  const after = await countsOf(client);
  const updated = after.updated - before.updated;
  figure(
    `${name}: bytes of WAL per movimento`,
    (after.wal - before.wal) / MOVES,
    undefined,
    `${ms.toFixed(2)} ms each`,
  );
  note(
    `${updated} updates of a saldo, ${after.hot - before.hot} of them HOT, ${after.moved - before.moved} to another page`,
  );
}

async function countsOf(client: pg.Client): Promise<Counts> {
  // The connection of the product reports its counts when it is idle for a second.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const { rows } = await client.query<Record<keyof Counts, string>>(
    `select n_tup_upd as updated, n_tup_hot_upd as hot, n_tup_newpage_upd as moved,
       pg_current_wal_insert_lsn() - '0/0'::pg_lsn as wal
     from pg_stat_user_tables where relname = 'produto_deposito'`,
  );
  const [row] = rows;
  if (!row) throw new Error('no counts');
  return {
    updated: Number(row.updated),
    hot: Number(row.hot),
    moved: Number(row.moved),
    wal: Number(row.wal),
  };
}
