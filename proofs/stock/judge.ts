import pg from 'pg';
import { checkStock } from '../../apps/server/src/modules/movimentos/check.queries.ts';
import { countOf, type Measure } from '../kit/figures.ts';
import { type Attempt, attemptOf, numberOf, OUTCOME } from './attempts.ts';

/** The ledger lines of each attempt. */
interface Lines {
  count: Uint8Array;
  /** The sum of the deltas, in whole units. */
  sum: Float64Array;
}

const CHUNK = 50_000;

/** Compares every answer with the ledger, and the ledger with the stock. */
export async function judge(
  url: string,
  seed: number,
  outcomes: Uint8Array,
  produtosOf: (n: number) => number,
): Promise<Measure[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { lines, foreign } = await readLedger(client, seed, outcomes.length);
  const kept = await checkStock(client);
  await client.end();
  const wrong = {
    lost: [] as string[],
    doubled: [] as string[],
    refused: [] as string[],
    unknown: [] as string[],
  };
  for (const [n, outcome] of outcomes.entries()) {
    const attempt = attemptOf(seed, n, produtosOf(n));
    const count = lines.count[n] ?? 0;
    const sum = lines.sum[n] ?? 0;
    const words = `${attempt.tipo} ${attempt.id}: ${count} ledger lines, sum of deltas ${sum}`;
    if (outcome === OUTCOME.unknown) wrong.unknown.push(words);
    else if (outcome === OUTCOME.refused) {
      if (count > 0) wrong.refused.push(words);
    } else if (count < linesOf(attempt)) wrong.lost.push(words);
    else if (count > linesOf(attempt) || !isRight(attempt, sum)) wrong.doubled.push(words);
  }
  const size = `${outcomes.length} attempts`;
  return [
    countOf('acknowledged attempts with missing ledger lines', wrong.lost, size),
    countOf('acknowledged attempts with extra ledger lines or a wrong quantity', wrong.doubled, size),
    countOf('refused attempts that wrote a ledger line', wrong.refused, size),
    countOf('attempts without a known outcome', wrong.unknown, size),
    countOf('ledger lines without an attempt', foreign, size),
    ...kept.map(({ name, wrong: value, checked, examples }) =>
      countOf(name, examples, `of ${checked}`, value),
    ),
  ];
}

const linesOf = ({ tipo }: Attempt) => (tipo === 'transferencia' ? 2 : 1);

/**
 * Whether the sum of the deltas is right. The delta of an ajuste depends on the saldo, so it is not checked.
 */
function isRight({ tipo, quantidade }: Attempt, sum: number): boolean {
  if (tipo === 'ajuste') return true;
  return sum === (tipo === 'entrada' ? quantidade : tipo === 'saida' ? -quantidade : 0);
}

async function readLedger(client: pg.Client, seed: number, attempts: number) {
  const lines: Lines = { count: new Uint8Array(attempts), sum: new Float64Array(attempts) };
  const foreign: string[] = [];
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await client.query<{ id: string; chave: string; delta: string; origem: string }>(
      `select id, chave, delta, origem from movimentos_estoque where id > $1 order by id limit ${CHUNK}`,
      [last],
    );
    for (const { id, chave, delta, origem } of rows) {
      const n = numberOf(seed, chave);
      if (n !== null && n < attempts) {
        lines.count[n] = (lines.count[n] ?? 0) + 1;
        lines.sum[n] = (lines.sum[n] ?? 0) + Number(delta);
      } else if (origem === 'manual') foreign.push(`line ${id} with the key ${chave}`);
    }
    const end = rows.at(-1)?.id;
    if (rows.length < CHUNK || end === undefined) return { lines, foreign };
    last = end;
  }
}
