import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { isShort } from './arguments.ts';
import { answerOf } from './child.ts';
import { cpuSeconds } from './cpu.ts';
import { figure, median } from './figures.ts';
import type { BareLoad } from './throughput.bare.ts';
import type { HttpLoad, Rate } from './throughput.http.ts';

const CONNECTIONS = 50;
export const POOL = Number(process.env['DATABASE_POOL'] ?? 10);
const TURNS = isShort ? { count: 5, seconds: 1 } : { count: 11, seconds: 2 };
/**
 * The short form has a lower bar, because a few short measurements on a busy machine show only a large
 * slowdown.
 */
const RATIO = { min: isShort ? 0.4 : 0.6 };

/**
 * Measures how many list pages per second HTTP serves, compared with the bare driver and the same statement.
 * The two alternate every few seconds within one run. The ratio is the median of these rounds.
 */
export async function proveThroughput(
  api: { port: number; cookie: string; path: string },
  { plain: plainText, ...bare }: Pick<BareLoad, 'url' | 'text' | 'values'> & { plain: string },
  /** The processes that serve the page. Their CPU time per page barely depends on what else the machine does. */
  pids: () => Promise<readonly number[]>,
): Promise<void> {
  const processes = {
    bare: fork(join(import.meta.dirname, 'throughput.bare.ts')),
    http: fork(join(import.meta.dirname, 'throughput.http.ts')),
  };
  const load = { connections: CONNECTIONS, seconds: TURNS.seconds };
  const rounds: { http: number; cpuUs: number; bare: number; wide: number; plain: number }[] = [];
  try {
    for (let turn = -1; turn < TURNS.count; turn++) {
      const round = {
        bare: await rate(processes.bare, { ...load, ...bare, pool: POOL }),
        ...(await served(processes.http, { ...load, ...api }, pids)),
        wide: await rate(processes.bare, { ...load, ...bare, pool: CONNECTIONS }),
        plain: await rate(processes.bare, { ...load, ...bare, text: plainText, pool: CONNECTIONS }),
      };
      // The first round is a warm-up and does not count.
      if (turn >= 0) rounds.push(round);
    }
  } finally {
    for (const each of Object.values(processes)) each.disconnect();
  }
  const turns = `${TURNS.count} rounds of ${TURNS.seconds} s, ${CONNECTIONS} concurrent callers`;
  figure(
    'list through HTTP, requests/s',
    Math.round(median(rounds.map(({ http }) => http))),
    undefined,
    turns,
  );
  figure('CPU of the server and its connections per page, µs', median(rounds.map(({ cpuUs }) => cpuUs)));
  figure(`bare driver, ${POOL} connections, queries/s`, Math.round(median(rounds.map((each) => each.bare))));
  figure(
    `bare driver, ${CONNECTIONS} connections, queries/s`,
    Math.round(median(rounds.map(({ wide }) => wide))),
  );
  const ratios = rounds.map(({ http, bare }) => http / bare);
  figure(`HTTP / bare driver over ${POOL} connections`, median(ratios), RATIO, spread(ratios));
  const wide = rounds.map((each) => each.http / each.wide);
  const plain = rounds.map((each) => each.http / each.plain);
  figure(`HTTP / bare driver over ${CONNECTIONS} connections`, median(wide), RATIO, spread(wide));
  figure('HTTP / bare driver reading plain rows', median(plain), undefined, spread(plain));
}

function spread(values: number[]): string {
  return `median of ${values.length}, ${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}; aim 0.8`;
}

async function served(child: ChildProcess, load: HttpLoad, pids: () => Promise<readonly number[]>) {
  const before = await cpuSeconds(await pids());
  const http = await rate(child, load);
  return { http, cpuUs: ((await cpuSeconds(await pids())) - before) * (1e6 / (http * load.seconds)) };
}

const rate = async (child: ChildProcess, load: HttpLoad | BareLoad): Promise<number> =>
  (await answerOf<Rate>(child, load)).perSecond;
