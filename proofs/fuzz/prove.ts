import { isShort, numberArgOf, plantedOf, seed } from '../kit/arguments.ts';
import { countOf, figure, type Measure, note, plantedBy, show } from '../kit/figures.ts';
import { openStage, THROWAWAY } from '../kit/product.ts';
import { prove } from '../kit/proof.ts';
import { DEFECTS } from './defects.ts';
import { fuzz, type Options, type Result } from './run.ts';
import { openSite, type Site } from './site.ts';

/**
 * Proves that hostile requests, generated from the contract of every registered route, never crash the server, make it
 * answer 5xx, drop a connection or leak memory. Half of the requests are valid and use records of earlier ones.
 * `--seed=<n>` repeats a run, `--requests=<n>` sets the number of requests.
 */
const REQUESTS = numberArgOf('requests') ?? (isShort ? 5_000 : 100_000);
const VISITORS = 6;
/** The maximum ratio of the memory in use at the end to that halfway, both after a garbage collection. */
const GROWTH = 1.1;
/**
 * The maximum fraction of requests that the server answers with 503 once and accepts when they are repeated.
 * On a busy machine a request may reach a time limit, and the server then answers 503. On a quiet machine no
 * request does.
 */
const BUSY = 0.001;
const PLANTED_REQUESTS = 2_000;

await prove(async (place) => {
  note(`seed ${seed}`);
  const stage = await openStage(place, THROWAWAY);
  const defects = plantedOf(DEFECTS);
  if (defects.length === 0) {
    const site = await openSite(stage, 'prumo', []);
    await report(site, { seed, requests: REQUESTS, visitors: VISITORS });
    return;
  }
  for (const [n, name] of defects.entries()) {
    const { edits, by } = DEFECTS[name];
    const site = await openSite(stage, `prumo_${n}`, edits);
    const counts = await judge(
      site,
      await fuzz(site, { seed, requests: PLANTED_REQUESTS, visitors: VISITORS }),
    );
    const others = counts.filter((count) => !by.test(count.name)).flatMap(({ findings = [] }) => findings);
    for (const other of others.slice(0, 3)) note(`another finding: ${other.slice(0, 200)}`);
    plantedBy(name, counts, by);
    await site.close();
  }
});

async function report(site: Site, options: Options): Promise<void> {
  const began = performance.now();
  const result = await fuzz(site, options);
  const { tally, middle, end } = result;
  const perSecond = Math.round(tally.sent / ((performance.now() - began) / 1000));
  const statuses = [...tally.byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, n]) => `${status || 'none'}: ${n}`);
  figure(
    'requests',
    tally.sent,
    { min: options.requests },
    `${options.visitors} connections, ${perSecond}/s`,
  );
  note(`answers by status: ${statuses.join(', ')}`);
  const accepted = [...tally.byStatus].reduce(
    (sum, [status, n]) => sum + (status >= 200 && status < 400 ? n : 0),
    0,
  );
  figure('fraction of requests that were accepted', accepted / tally.sent, { min: 0.25 });
  figure('routes', site.routes.length);
  figure('routes that accepted a valid request', tally.routesAnswered.size);
  const never = site.routes
    .map((route) => `${route.method} ${route.url}`)
    .filter((label) => !tally.routesAnswered.has(label));
  if (never.length > 0) note(`routes that accepted no valid request: ${never.join(', ')}`);
  show(await judge(site, result), 20);
  figure('fraction of requests answered 503 once and accepted when repeated', tally.busy / tally.sent, {
    max: BUSY,
  });
  note(`slowest answer: ${Math.round(tally.slowest.ms)} ms, ${tally.slowest.label}`);
  if (middle && end) {
    const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
    note(`memory in use: ${mebibytes(middle.used)} halfway, ${mebibytes(end.used)} at the end`);
    note(`resident: ${mebibytes(middle.rss)} halfway, ${mebibytes(end.rss)} at the end`);
  }
}

async function judge(site: Site, { findings, middle, end }: Result): Promise<Measure[]> {
  const matching = (isWanted: (name: string) => boolean) =>
    [...findings].filter(([name]) => isWanted(name)).map(([name, line]) => `${name}\n    ${line}`);
  const isServerError = (name: string) => /answered 5\d\d$/.test(name);
  const isDropped = (name: string) => /no answer/.test(name);
  const growth = middle && end ? end.used / middle.used : Number.NaN;
  return [
    countOf('5xx', matching(isServerError)),
    countOf('dropped connections', matching(isDropped)),
    countOf(
      'wrong answers',
      matching((name) => !isServerError(name) && !isDropped(name)),
    ),
    countOf('processes that ended', site.dead()),
    countOf(
      'alarms in the log',
      (await site.alarms()).map((line) => line.slice(0, 400)),
    ),
    countOf(
      'memory that is not released',
      growth <= GROWTH ? [] : [`${growth.toFixed(3)} times as much at the end as halfway`],
    ),
    countOf(
      'polluted prototypes',
      end?.isPolluted ? ['Object.prototype has a property from a request body'] : [],
    ),
  ];
}
