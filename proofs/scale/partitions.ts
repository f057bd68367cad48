import pg from 'pg';
import { openDatabase } from '../../apps/server/src/platform/db/db.ts';
import { argOf, isShort, numberArgOf } from '../kit/arguments.ts';
import { cpuSeconds } from '../kit/cpu.ts';
import { figure, grouped, median, note } from '../kit/figures.ts';
import { openProduct, type Stage } from '../kit/product.ts';
import { loadLedger } from './load.ts';
import { type Index, indexesOf, LEDGER } from './measure.ts';
import { shapeOf } from './shape.ts';
import { accessOf, drawTargets, moveOne, READS, type Target } from './statements.ts';

const MOVIMENTOS = numberArgOf('movimentos') ?? (isShort ? 50_000 : 10_000_000);
const SECONDS = isShort ? 1 : 6;
const ROUNDS = isShort ? 1 : 3;
const READ_TIMES = isShort ? 50 : 1000;

interface Variant {
  name: string;
  url: (role?: string) => string;
  targets: Target[];
}

/**
 * Compares the ledger as one table with the ledger in hash partitions by empresa. Each variant is a database with
 * the same rows. The measurements take turns, so that other load on the machine affects all variants.
 */
export async function provePartitions(stage: Stage): Promise<void> {
  const counts = (argOf('partitions') ?? '16,32,64').split(',').map(Number);
  const variants: Variant[] = [];
  for (const count of [0, ...counts]) variants.push(await openVariant(stage, count));
  for (const connections of [2, 8]) await compareWrites(variants, connections);
  await compareReads(variants);
  for (const variant of variants) await explain(variant);
}

async function openVariant(stage: Stage, partitions: number): Promise<Variant> {
  const name = partitions === 0 ? 'one table' : `${partitions} partitions`;
  const database = `prumo_${partitions}`;
  const { postgres } = await openProduct(stage, { database });
  const client = new pg.Client({ connectionString: postgres.url(database) });
  await client.connect();
  await client.query('set statement_timeout = 0');
  const indexes = await indexesOf(client);
  await replaceLedger(client, partitions, indexes);
  const saldos = Math.max(2_000, MOVIMENTOS / 100);
  const sizes = {
    movimentos: MOVIMENTOS,
    empresas: isShort ? 50 : 1_000,
    saldos,
    url: postgres.url(database),
  };
  const rows = await loadLedger(client, sizes, LEDGER);
  note(`${name}: ${grouped(rows)} movimentos`);
  await client.query('set max_parallel_maintenance_workers = 2');
  let began = performance.now();
  for (const { definition, constraint, name: index } of indexes)
    await client.query(
      constraint
        ? `alter table ${LEDGER} add constraint ${index} ${constraint} ${/\(.*\)/.exec(definition)?.[0]}`
        : definition,
    );
  figure(`${name}: building all indexes: s`, (performance.now() - began) / 1000);
  began = performance.now();
  await client.query(`vacuum (freeze, analyze) ${LEDGER}`);
  figure(`${name}: vacuum freeze: s`, (performance.now() - began) / 1000);
  const { rows: parts } = await client.query<{ name: string; bytes: string }>(
    `select relid::regclass::text as name, pg_total_relation_size(relid) as bytes from (
       select relid from pg_partition_tree($1) where isleaf union select $1::regclass) leaves
     order by 2 desc`,
    [LEDGER],
  );
  const bytes = parts.map((each) => Number(each.bytes));
  const total = bytes.reduce((sum, each) => sum + each, 0);
  figure(`${name}: bytes per movimento`, total / rows);
  figure(`${name}: share of the largest partition`, (bytes[0] ?? 0) / total);
  if (partitions > 0) {
    began = performance.now();
    await client.query(`vacuum (freeze) ${parts[0]?.name}`);
    figure(`${name}: vacuum of the largest partition, nothing to do: s`, (performance.now() - began) / 1000);
  }
  const targets = await drawTargets(client, 400);
  await client.end();
  return { name, url: (role) => postgres.url(database, role), targets };
}

/** Replaces the empty ledger of the migrations by one without indexes, in partitions or not. */
async function replaceLedger(
  client: pg.Client,
  partitions: number,
  indexes: readonly Index[],
): Promise<void> {
  if (partitions === 0) {
    for (const { name, constraint } of indexes)
      await client.query(constraint ? `alter table ${LEDGER} drop constraint ${name}` : `drop index ${name}`);
    return;
  }
  const shape = await shapeOf(client);
  await client.query(`alter table ${LEDGER} rename to ledger_before`);
  await client.query(
    `create table ${LEDGER} (like ledger_before including defaults including constraints) partition by hash (empresa_id)`,
  );
  await client.query('drop table ledger_before');
  for (let n = 0; n < partitions; n++)
    await client.query(
      `create table ${LEDGER}_${n} partition of ${LEDGER} for values with (modulus ${partitions}, remainder ${n})`,
    );
  for (const statement of shape) await client.query(statement);
}

/**
 * Movimentos per second by the code of the product, over several connections, with the variants in turn, and the CPU
 * time of PostgreSQL for each. Other load on the machine changes the rate but not the CPU time.
 */
async function compareWrites(variants: readonly Variant[], connections: number): Promise<void> {
  const results = variants.map(() => ({ rates: [] as number[], cpu: [] as number[] }));
  for (let round = 0; round < ROUNDS; round++)
    for (const [v, variant] of variants.entries()) {
      const { done, seconds, cpu } = await writeFor(variant, connections);
      results[v]?.rates.push(done / seconds);
      results[v]?.cpu.push((cpu * 1000) / done);
    }
  for (const [v, { name }] of variants.entries()) {
    const { rates = [], cpu = [] } = results[v] ?? {};
    figure(`${name}, ${connections} connections: movimentos per second`, median(rates));
    figure(
      `${name}, ${connections} connections: ms of CPU per movimento`,
      median(cpu),
      undefined,
      cpu.map((each) => each.toFixed(2)).join(' '),
    );
  }
}

async function writeFor({ url, targets }: Variant, connections: number) {
  const db = openDatabase({ url: url('app'), pool: connections, onError: () => {} });
  const work = async (own: readonly Target[], until: number) => {
    let done = 0;
    for (; performance.now() < until; done++) {
      const target = own[done % own.length];
      if (!target) throw new Error('no saldo');
      await db.write(accessOf(target), (tx) => moveOne(tx, target, 'entrada'));
    }
    return done;
  };
  const parts = Array.from({ length: connections }, (_, n) =>
    targets.filter((_, k) => k % connections === n),
  );
  // At first each connection prepares its statements.
  await Promise.all(parts.map((own) => work(own, performance.now() + 2000)));
  const pids = await backendsOf(url());
  const [began, before] = [performance.now(), await cpuSeconds(pids)];
  const done = await Promise.all(parts.map((own) => work(own, began + SECONDS * 1000)));
  const [seconds, cpu] = [(performance.now() - began) / 1000, (await cpuSeconds(pids)) - before];
  await db.close();
  return { done: done.reduce((sum, each) => sum + each, 0), seconds, cpu };
}

/** The processes of PostgreSQL that serve the product in this database. */
async function backendsOf(url: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'prumo'`,
  );
  await client.end();
  return rows.map(({ pid }) => pid);
}

async function compareReads(variants: readonly Variant[]): Promise<void> {
  for (const [what, read] of Object.entries(READS))
    for (const { name, url, targets } of variants) {
      const db = openDatabase({ url: url('app'), pool: 1, onError: () => {} });
      const times: number[] = [];
      const repeat = async (count: number) => {
        for (let n = 0; n < count; n++) {
          const target = targets[n % targets.length];
          if (!target) throw new Error('no saldo');
          const began = performance.now();
          await db.read(accessOf(target), (tx) => read(tx, target));
          times.push(performance.now() - began);
        }
      };
      // The first reads plan the statement.
      await repeat(20);
      const pids = await backendsOf(url());
      const before = await cpuSeconds(pids);
      await repeat(READ_TIMES);
      const cpu = (((await cpuSeconds(pids)) - before) * 1000) / READ_TIMES;
      figure(`${name}: ${what}: ms of CPU`, cpu, undefined, `median ${median(times).toFixed(2)} ms`);
      await db.close();
    }
}

/** The plans of the page of movimentos: the partitions it touches, its locks, and how often PostgreSQL plans again. */
async function explain({ name, url, targets }: Variant): Promise<void> {
  const [target] = targets;
  const client = new pg.Client({ connectionString: url() });
  await client.connect();
  await client.query(`set app.empresa_id = '${target?.empresa_id}'`);
  await client.query('set role app');
  await client.query(
    `prepare page (uuid, uuid) as select * from ${LEDGER} where empresa_id = $1 and produto_id = $2 order by id desc limit 50`,
  );
  const execute = `execute page ('${target?.empresa_id}', '${target?.produto_id}')`;
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await client.query(`set plan_cache_mode = ${mode}`);
    await client.query(execute);
    await client.query('begin');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, timing off) ${execute}`,
    );
    const { rows: locks } = await client.query(
      'select count(*)::int as n from pg_locks where pid = pg_backend_pid()',
    );
    await client.query('commit');
    const plan = rows.map((row) => row['QUERY PLAN']);
    for (const line of plan.filter((each) => /Removed|Time|on movimentos/.test(each)))
      note(`${name}, ${mode}: ${line.trim()}`);
    note(`${name}, ${mode}: ${locks[0]?.n} locks`);
  }
  await client.query('set plan_cache_mode = auto');
  for (let n = 0; n < 20; n++) await client.query(execute);
  const { rows } = await client.query('select generic_plans, custom_plans from pg_prepared_statements');
  note(
    `${name}: of the executions ${rows[0]?.generic_plans} used a generic plan, ${rows[0]?.custom_plans} a custom one`,
  );
  await client.end();
}
