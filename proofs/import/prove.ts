import { isPlanted, isShort, numberArgOf, plantedOf } from '../kit/arguments.ts';
import { countOf, figure, type Measure, note, plantedBy, show } from '../kit/figures.ts';
import { openStage } from '../kit/product.ts';
import { prove } from '../kit/proof.ts';
import { DEFECTS } from './defects.ts';
import { judge, traceOf } from './judge.ts';
import { type Kills, type Run, runImport } from './run.ts';
import { openSite, type Site } from './site.ts';
import { type Truth, truthOf } from './truth.ts';

/**
 * Imports a whole account with its photos while the proof kills the worker with SIGKILL again and again, in
 * every step. Every listing must become the expected produto exactly once or be refused with a reason. A
 * second import must change nothing. `--listings=<n>` sets the size of the account, `--photos=<n>` the photos
 * of each listing, `--kills=<n>` the number of kills.
 */
const LARGE = { id: 5001100000, listings: 100_000 };
const LISTINGS = numberArgOf('listings') ?? (isShort ? 220 : LARGE.listings);
const PHOTOS = numberArgOf('photos') ?? 2;
const KILLS = numberArgOf('kills') ?? (isShort ? 2 : 20);
const isQuick = isShort || isPlanted;

/** The minimum duration of each step for one listing, in ms. The proof spreads the kills over this time. */
const EXPECTED_MS = { buscar: 0.1, ler: 1, comparar: 0.05, importar: 1.5, fotos: 12 };
/** The fraction of the kills that falls into each step. */
const SHARES = { buscar: 0.15, ler: 0.25, comparar: 0.05, importar: 0.25, fotos: 0.3 };

function killsOf(times: number, listings: number): Kills {
  let left = times;
  const steps = Object.keys(SHARES) as (keyof typeof SHARES)[];
  return Object.fromEntries(
    steps.map((step, n) => {
      const own = n === steps.length - 1 ? left : Math.min(left, Math.round(times * SHARES[step]));
      left -= own;
      return [step, { times: own, withinMs: EXPECTED_MS[step] * listings }];
    }),
  ) as Kills;
}

const sellerOf = (listings: number) =>
  listings === LARGE.listings && PHOTOS === 2
    ? null
    : {
        id: 9_000_000_001,
        nickname: 'IMPORTADA',
        seed: 100,
        listings,
        orders: 0,
        features: [],
        pictures: PHOTOS,
      };

await prove(async (place) => {
  const defects = plantedOf(DEFECTS);
  // PostgreSQL keeps its defaults: fsync and synchronous_commit are on.
  const stage = await openStage(place);
  if (defects.length === 0) await report(await openSite(stage, 'prumo'));
  for (const [n, name] of defects.entries()) {
    const { edits, by } = DEFECTS[name];
    const site = await openSite(stage, `prumo_${n}`, edits);
    const { counts } = await importTwice(site, { listings: 260, kills: 8 });
    plantedBy(name, counts, by);
    await site.end();
  }
});

interface Outcome {
  truth: Truth;
  first: Run;
  second: Run;
  counts: Measure[];
  calls: Record<string, number>;
}

async function importTwice(
  site: Site,
  { listings, kills }: { listings: number; kills: number },
): Promise<Outcome> {
  const input = sellerOf(listings);
  if (input) await site.addSeller(input);
  const truth = truthOf(LARGE.id, input);
  const contaId = await site.connect(input?.id ?? LARGE.id);
  const choices = await site.choices();
  await site.forgetCounts();
  const options = { contaId, choices, isQuick };
  const first = await runImport(site, { ...options, kills: killsOf(kills, listings) });
  const calls = await site.counts();
  note(`first run: ${stepsOf(first)}`);
  const counts = await judge(site, first.importacao.id, truth);
  const before = await traceOf(site);
  const second = await runImport(site, { ...options, kills: null });
  const after = await traceOf(site);
  const changed = Object.keys(before).filter((name) => before[name] !== after[name]);
  const { criados, ligados, atualizados } = second.importacao.contagem;
  counts.push(
    countOf(
      'tables that the second run wrote to',
      changed.map((name) => `${name}: ${before[name]} → ${after[name]}`),
      Object.keys(before).join(', '),
    ),
    countOf(
      'anuncios that the second run created, linked or changed',
      [],
      `${second.importacao.contagem.iguais} unchanged`,
      criados + ligados + atualizados,
    ),
  );
  return { truth, first, second, counts, calls };
}

function stepsOf({ seconds }: Run): string {
  return [...seconds].map(([step, each]) => `${step} ${each.toFixed(0)} s`).join(', ');
}

async function report(site: Site): Promise<void> {
  const { truth, first, second, counts, calls } = await importTwice(site, {
    listings: LISTINGS,
    kills: KILLS,
  });
  const { contagem } = first.importacao;
  const total = (run: Run) => [...run.seconds.values()].reduce((sum, each) => sum + each, 0);
  const killed = [...first.killed.values()].reduce((sum, each) => sum + each, 0);
  figure('anuncios of the account', truth.listings.length, { min: LISTINGS });
  figure(
    'anuncios imported, or refused with a reason',
    truth.listings.length - (counts[0]?.value ?? 0),
    { exactly: truth.listings.length },
    `${truth.refused.size} refused, ${contagem.itens} with their variations, ${truth.produtos.size} produtos`,
  );
  figure(
    'kills of the worker with SIGKILL',
    killed,
    { min: KILLS },
    [...first.killed].map(([step, times]) => `${step} ${times}`).join(', '),
  );
  figure('longest time from a kill to the next progress, s', Math.max(...first.recoverySeconds));
  figure('peak memory of the worker, MB', Math.max(first.workerMb, second.workerMb), { max: 512 });
  figure('peak memory of the worker and its image processes, MB', Math.max(first.familyMb, second.familyMb));
  figure('duration of the first run with its restarts, s', total(first), undefined, stepsOf(first));
  figure('duration of the second run, s', total(second));
  if (contagem.fotos > 0)
    figure(
      'progress of produtos and of photos shown separately (1: yes)',
      Number(first.sawProgressOfBoth),
      isShort ? undefined : { exactly: 1 },
      `${contagem.fotos_feitas} photos copied, ${contagem.fotos_recusadas} refused`,
    );
  reportCalls(calls, truth);
  show(counts);
}

/**
 * Compares the number of calls with the minimum that the limits allow: 100 ids per page, 20 listings per
 * call, and each category once.
 */
function reportCalls(calls: Record<string, number>, { listings, categories }: Truth): void {
  const made = (route: string) => calls[route] ?? 0;
  const routes = ['GET /users/:id/items/search', 'GET /items/bulk', 'GET /categories/:id'];
  const sum = routes.reduce((all, route) => all + made(route), 0);
  const least = Math.ceil(listings.length / 100) + 1 + Math.ceil(listings.length / 20) + categories;
  const size = routes.map((route) => `${route} ${made(route)}`).join(', ');
  figure('calls of the API of Mercado Livre', sum, undefined, size);
  // A kill costs a fixed number of calls, which would outweigh the few calls of a short run.
  const bar = isShort ? undefined : { max: 1.2 };
  figure('calls / minimum number of calls', sum / least, bar, `minimum ${least}`);
  figure('requests for pictures', made('GET /fotos'));
}
