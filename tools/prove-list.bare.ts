import pg from 'pg';
import type { Rate } from './prove-list.http.ts';

/**
 * What the list is measured against, in a process of its own: the bare `pg` driver in a closed loop, with a named
 * statement, the tenant in the statement, and a role that row level security does not hold.
 */
export interface BareLoad {
  url: string;
  text: string;
  values: unknown[];
  /** Connections to the database, and how many loops share them. */
  pool: number;
  connections: number;
  seconds: number;
}

let pool: pg.Pool | undefined;

process.on('message', (load: BareLoad) => void run(load));

async function run({ url, text, values, pool: max, connections, seconds }: BareLoad): Promise<void> {
  if (pool?.options.max !== max) {
    await pool?.end();
    pool = new pg.Pool({ connectionString: url, max });
    // Ending, a connection may still hear that the server stops.
    pool.on('error', () => {});
  }
  const shared = pool;
  const began = performance.now();
  const end = began + seconds * 1000;
  let answered = 0;
  const loop = async () => {
    while (performance.now() < end) {
      const { rows } = await shared.query({ name: `list of ${text.length}`, text, values });
      if (rows.length === 0) throw new Error('the bare driver read nothing');
      answered++;
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  const rate: Rate = { perSecond: (answered * 1000) / (performance.now() - began) };
  process.send?.(rate);
}
