import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isShort } from '../kit/arguments.ts';
import { answerOf } from '../kit/child.ts';
import { type Edit, withEdits } from '../kit/edits.ts';
import { type Measure, median, note } from '../kit/figures.ts';
import type { Product } from '../kit/product.ts';
import type { HttpLoad, Rate } from '../kit/throughput.http.ts';
import { UNINSTRUMENTED } from './uninstrumented.ts';

/** Each run has a new process, because the compiled code and the heap of a process are its own luck. */
const RUNS = isShort ? 2 : 7;
const SECONDS = isShort ? 8 : 20;
const CONNECTIONS = 20;
/** A new process compiles its code during these seconds, which do not count. */
const WARM_UP_SECONDS = 5;
/** The interval at which Prometheus asks (deploy/prometheus/prometheus.yml). */
const SCRAPE_SECONDS = 15;
const BAR = { max: isShort ? 1.2 : 1.05 };

/** The CPU time and the responses of all phases of one kind. */
interface Total {
  us: number;
  pages: number;
}

/**
 * Compares the CPU time of a list page with and without instrumentation inside one process. The process switches the
 * instrumentation off and on every tenth of a second (`instrumentation.switch.ts`), so other work on the machine
 * weighs on both sides alike. The control switches nothing, and shows how exact the comparison is.
 */
export async function instrumentationCost(product: Product, log: string, cookie: string): Promise<Measure[]> {
  const size = `median of ${RUNS} processes, ${SECONDS} s each`;
  const ratios: number[] = [];
  const controls: number[] = [];
  const costs: { off: number; on: number; scrapeMs: number }[] = [];
  for (let n = 0; n < RUNS; n++) {
    const cost = await costOf(product, log, cookie, UNINSTRUMENTED);
    const control = await costOf(product, log, cookie, []);
    costs.push(cost);
    ratios.push(cost.on / cost.off);
    controls.push(control.on / control.off);
  }
  note(`ratios ${words(ratios)}`);
  note(`ratios of the control ${words(controls)}`);
  const scrapeMs = median(costs.map((each) => each.scrapeMs));
  return [
    {
      name: 'CPU of the http process for a page without instrumentation, µs',
      value: median(costs.map(({ off }) => off)),
    },
    {
      name: 'CPU of the http process for a page with instrumentation, µs',
      value: median(costs.map(({ on }) => on)),
    },
    { name: 'control: the same comparison without a difference', value: median(controls), size },
    { name: 'CPU of a scrape, ms', value: scrapeMs, size: `every ${SCRAPE_SECONDS} s` },
    {
      name: 'CPU of a page, with / without instrumentation, scrapes included',
      value: median(ratios) + scrapeMs / 1000 / SCRAPE_SECONDS,
      bar: BAR,
      size,
    },
  ];
}

async function costOf(product: Product, log: string, cookie: string, edits: readonly Edit[]) {
  const { api, smtp } = product.ports;
  const env = withEdits(edits);
  const flip = pathToFileURL(join(import.meta.dirname, 'instrumentation.switch.ts')).href;
  const http = await product.serve({
    ...env,
    METRICS_PORT: String(smtp),
    NODE_OPTIONS: `${env['NODE_OPTIONS'] ?? ''} --import=${flip}`,
  });
  const load = fork(join(import.meta.dirname, '../kit/throughput.http.ts'));
  const ask = { port: api, path: '/api/marcas?limite=50', cookie, connections: CONNECTIONS };
  await answerOf<Rate>(load, { ...ask, seconds: WARM_UP_SECONDS } satisfies HttpLoad);
  const written = (await readFile(log, 'utf8')).length;
  await answerOf<Rate>(load, { ...ask, seconds: SECONDS } satisfies HttpLoad);
  load.disconnect();
  const phases = (await readFile(log, 'utf8')).slice(written).matchAll(/^PHASE (on|off) (\d+) (\d+)$/gm);
  const total: Record<string, Total> = { on: { us: 0, pages: 0 }, off: { us: 0, pages: 0 } };
  for (const [, kind = '', us, pages] of phases) {
    const sum = total[kind] as Total;
    sum.us += Number(us);
    sum.pages += Number(pages);
  }
  const scrapeMs = await scrapeCost(smtp);
  await http.kill();
  const each = ({ us, pages }: Total) => us / pages;
  return { on: each(total['on'] as Total), off: each(total['off'] as Total), scrapeMs };
}

/** The CPU time of a scrape by the process's own counter, over several scrapes of an idle process. */
async function scrapeCost(port: number): Promise<number> {
  const scrape = async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    return Number(/^process_cpu_seconds_total ([\d.]+)/m.exec(text)?.[1]) * 1000;
  };
  const first = await scrape();
  for (let n = 0; n < 9; n++) await scrape();
  return ((await scrape()) - first) / 10;
}

const words = (values: readonly number[]) => values.map((each) => each.toFixed(3)).join(' ');
