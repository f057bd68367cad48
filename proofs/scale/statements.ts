import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { changeStock } from '../../apps/server/src/modules/movimentos/change-stock.ts';
import {
  selectByChave,
  selectMovimentos,
  selectMovimentosOfLote,
  selectSaldosAt,
} from '../../apps/server/src/modules/movimentos/movimentos.queries.ts';
import { openDatabase } from '../../apps/server/src/platform/db/db.ts';
import type { TenantDb } from '../../apps/server/src/platform/db/tenant-db.ts';
import type { Postgres } from '../../tools/postgres.ts';
import { countOf, figure, type Measure, note, percentile, timeBar } from '../kit/figures.ts';

/** A saldo that the statements read and change, and one line of it. */
export interface Target {
  empresa_id: string;
  produto_id: string;
  deposito_id: string;
  chave: string;
  lote: string;
}

/** Saldos of the large empresa and of others, in any order. Every one has stock. */
export async function drawTargets(client: pg.Client, count: number): Promise<Target[]> {
  const { rows } = await client.query<Target>(
    `select d.empresa_id, d.produto_id, d.deposito_id, m.chave, m.lote
     from (select * from produto_deposito where quantidade > 0 order by hashtext(id::text) limit $1) d
     cross join lateral (
       select chave, lote from movimentos_estoque m
       where m.empresa_id = d.empresa_id and m.produto_id = d.produto_id and m.deposito_id = d.deposito_id
       order by created_at desc limit 1) m`,
    [count],
  );
  return rows;
}

/** A saldo of the empresa that has the most of them, where a missing index costs the most. */
export function ofLargest(targets: readonly Target[]): Target | undefined {
  const groups = [...Map.groupBy(targets, ({ empresa_id }) => empresa_id).values()];
  return groups.sort((a, b) => b.length - a.length)[0]?.[0];
}

/** The access of a job of the empresa, which needs no session. */
export const accessOf = ({ empresa_id }: Target) => ({
  sessionHash: null,
  empresaId: empresa_id,
  userId: empresa_id,
});

/** Records a movimento as a request does, without HTTP. */
export const moveOne = (tx: TenantDb, { produto_id, deposito_id }: Target, tipo: 'entrada' | 'saida') => {
  const id = randomUUID();
  return changeStock(
    tx,
    [{ produto: produto_id, command: { do: tipo, deposito: deposito_id, quantidade: 100n } }],
    {
      motivo: null,
      origem: 'manual',
      chaveOf: () => id,
      earlier: () => selectByChave(tx, id),
    },
  );
};

/** The statements of the product that read the ledger, by what they are for. */
export const READS: Record<string, (tx: TenantDb, target: Target) => Promise<unknown>> = {
  'page of movimentos of a produto': (tx, { produto_id }) => selectMovimentos(tx, { produto_id }),
  'lines of a key': (tx, { chave }) => selectByChave(tx, chave),
  'lines of a lote': (tx, { lote }) => selectMovimentosOfLote(tx, lote, 30),
  'saldos at the end of a day': (tx, { produto_id }) => selectSaldosAt(tx, produto_id, '2023-06-30'),
};

/** The time of each statement, one after another, on a connection of the product. */
export async function measureStatements(
  postgres: Postgres,
  targets: readonly Target[],
  rounds: number,
  where = '',
): Promise<void> {
  const db = openDatabase({ url: postgres.url('prumo', 'app'), pool: 1, onError: () => {} });
  const times = async (name: string, work: (target: Target, n: number) => Promise<unknown>) => {
    const taken: number[] = [];
    for (let n = 0; n < rounds; n++) {
      const target = targets[n % targets.length];
      if (!target) throw new Error('the ledger has no saldo');
      const began = performance.now();
      await work(target, n);
      taken.push(performance.now() - began);
    }
    taken.sort((a, b) => a - b);
    figure(
      `${name}${where}: ms, p95`,
      percentile(taken, 0.95),
      timeBar(50),
      `p50 ${percentile(taken, 0.5).toFixed(2)}, ${rounds} times`,
    );
  };
  for (const [name, read] of Object.entries(READS))
    await times(name, (target) => db.read(accessOf(target), (tx) => read(tx, target)));
  await times('movimento', (target, n) =>
    db.write(accessOf(target), async (tx) => {
      const outcome = await moveOne(tx, target, n < targets.length ? 'entrada' : 'saida');
      if (!outcome.ok) throw new Error(outcome.refusal.message);
    }),
  );
  await db.close();
}

/**
 * Runs each statement as role `app` with a plan that does not know its values, as a prepared statement of the
 * product has after five uses. A plan that reads the ledger
 * by no suitable index is a finding.
 */
export async function judgePlans(adminUrl: string, target: Target, verbose = true): Promise<Measure> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`set app.empresa_id = '${target.empresa_id}'`);
  await client.query('set plan_cache_mode = force_generic_plan');
  await client.query('set jit = off');
  await client.query('set role app');
  const findings: string[] = [];
  let count = 0;
  for (const [name, read] of Object.entries(READS)) {
    for (const { text, values } of await statementsOf(target, read)) {
      const plan = await planOf(client, text, values);
      count++;
      findings.push(...unsuitable(name, plan).map((line) => `${name}: ${line}`));
      const uses = plan.filter((line) => /movimentos_estoque|Execution Time|Planning Time/.test(line));
      if (verbose) for (const line of uses) note(`${name}: ${line.trim()}`);
    }
  }
  await client.end();
  return countOf('reads of the ledger by no suitable index', findings, `${count} statements`);
}

/** The indexes by which each statement may read the ledger. A partition adds a number to their names. */
const INDEXES: Readonly<Record<string, RegExp>> = {
  'page of movimentos of a produto': /_(produto|saldo)_idx/,
  'lines of a key': /_(chave_key|pkey)/,
  'lines of a lote': /_lote_idx/,
  'saldos at the end of a day': /_(produto|saldo)_idx/,
};

/** The nodes of a plan that read the ledger without an index, or by one that does not suit the statement. */
function unsuitable(name: string, plan: readonly string[]): string[] {
  return plan
    .map((line) => line.trim())
    .filter((line) => {
      const index = /(?:using|Bitmap Index Scan on) (movimentos_estoque\w*)/.exec(line)?.[1];
      return index ? !INDEXES[name]?.test(index) : /Seq Scan on movimentos_estoque/.test(line);
    });
}

async function statementsOf({ empresa_id, ...target }: Target, read: (typeof READS)[string]) {
  const sent: { text: string; values: unknown[] }[] = [];
  const recorder = {
    query: async (text: string, values: unknown[] = []) => {
      sent.push({ text, values: [empresa_id, ...values] });
      return [];
    },
  } as unknown as TenantDb;
  await read(recorder, { empresa_id, ...target });
  return sent;
}

async function planOf(client: pg.Client, text: string, values: unknown[]): Promise<string[]> {
  await client.query(`prepare measured as ${text}`);
  const literals = values.map((value) => (value === null ? 'null' : pg.escapeLiteral(String(value))));
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers, costs off) execute measured (${literals.join(', ')})`,
  );
  await client.query('deallocate measured');
  return rows.map((row) => row['QUERY PLAN']);
}
