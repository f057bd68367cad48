import pg from 'pg';
import type { Rate } from './throughput.http.ts';

/**
 * The baseline for the throughput of the list. A separate process runs the bare `pg` driver in a closed loop
 * with a named statement. The statement contains the tenant, and its role bypasses row level security.
 */
export interface BareLoad {
  url: string;
  text: string;
  values: unknown[];
  /** The number of database connections. */
  pool: number;
  /** The number of loops that share the database connections. */
  connections: number;
  seconds: number;
}

let pool: pg.Pool | undefined;

process.on('message', (load: BareLoad) => void run(load));

async function run({ url, text, values, pool: max, connections, seconds }: BareLoad): Promise<void> {
  if (pool?.options.max !== max) {
    await pool?.end();
    pool = new pg.Pool({ connectionString: url, max });
    // A connection that is closing may still report that the server is stopping.
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
