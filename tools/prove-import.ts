import { join } from 'node:path';
import { startPostgres } from './postgres.ts';
import { figure, isShort, note, planted, plantedOf, prove } from './proof.ts';
import { DEFECTS } from './prove-import.defects.ts';
import { type Count, judge, traceOf } from './prove-import.judge.ts';
import { type Kills, type Run, runImport } from './prove-import.run.ts';
import { openSite, type Site } from './prove-import.site.ts';
import { type Truth, truthOf } from './prove-import.truth.ts';

/**
 * An account is imported in one go, photos too, while the worker is killed with -9 again and again, in every step. Every
 * listing of the account must have become what it had to become, once, and be accounted for; a second run must change
 * nothing. `--listings=<n>` imports an account of another size, `--photos=<n>` with so many photos of each listing,
 * `--kills=<n>` kills so many times.
 */
const LARGE = { id: 5001100000, listings: 100_000 };
const LISTINGS = sizeOf('listings') ?? (isShort ? 220 : LARGE.listings);
const PHOTOS = sizeOf('photos') ?? 2;
const KILLS = sizeOf('kills') ?? (isShort ? 2 : 20);
const isQuick = isShort || process.argv.some((arg) => arg.startsWith('--planted'));

function sizeOf(name: string): number | undefined {
  const text = process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1];
  return text === undefined ? undefined : Number(text);
}

/** What a step takes at least of each listing: over so long the kills are spread. */
const EXPECTED_MS = { buscar: 0.1, ler: 1, comparar: 0.05, importar: 1.5, fotos: 12 };
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

await prove(async ({ folder, port, onEnd }) => {
  const defects = plantedOf(Object.keys(DEFECTS) as (keyof typeof DEFECTS)[]);
  // As installed: fsync and synchronous_commit are on.
  const postgres = await startPostgres({ dir: join(folder, 'postgres'), port });
  onEnd(postgres.stop);
  const place = { postgres, folder, port, onEnd };
  if (defects.length === 0) await report(await openSite(place, 'prumo'));
  else
    for (const [n, name] of defects.entries()) {
      const defect = DEFECTS[name];
      const site = await openSite(place, `prumo_${n}`, defect.edits);
      const { counts } = await importTwice(site, { listings: 260, kills: 8 });
      const found = counts.filter((count) => count.value > 0 && defect.by.test(count.name));
      planted(
        name,
        found.map(({ name: what, value, examples }) => `${what} = ${value}: ${examples[0] ?? ''}`),
      );
      await site.end();
    }
});

interface Outcome {
  truth: Truth;
  first: Run;
  second: Run;
  counts: Count[];
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
    {
      name: 'tables the second run wrote into',
      value: changed.length,
      size: Object.keys(before).join(', '),
      examples: changed.map((name) => `${name}: ${before[name]} → ${after[name]}`),
    },
    {
      name: 'anuncios the second run made, linked or changed',
      value: criados + ligados + atualizados,
      size: `${second.importacao.contagem.iguais} the same`,
      examples: [],
    },
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
    'anuncios imported and refused by name',
    truth.listings.length - (counts[0]?.value ?? 0),
    { exactly: truth.listings.length },
    `${truth.refused.size} refused, ${contagem.itens} with their variations, ${truth.produtos.size} produtos`,
  );
  figure(
    'worker killed with -9, times',
    killed,
    { min: KILLS },
    [...first.killed].map(([step, times]) => `${step} ${times}`).join(', '),
  );
  figure('seconds from a kill to the next progress, at most', Math.max(...first.recoverySeconds));
  figure('memory of the worker at its highest, MB', Math.max(first.workerMb, second.workerMb), { max: 512 });
  figure('the same with the processes that read images, MB', Math.max(first.familyMb, second.familyMb));
  figure('seconds in all, restarts included', total(first), undefined, stepsOf(first));
  figure('seconds of the second run', total(second));
  if (contagem.fotos > 0)
    figure(
      'progress of produtos and photos seen apart',
      Number(first.sawProgressOfBoth),
      isShort ? undefined : { exactly: 1 },
      `${contagem.fotos_feitas} photos copied, ${contagem.fotos_recusadas} refused`,
    );
  reportCalls(calls, truth);
  for (const { name, value, size, examples } of counts) {
    figure(name, value, { exactly: 0 }, size);
    for (const example of examples.slice(0, 5)) note(example);
  }
}

/** Against the least the limits allow: a hundred ids a page, twenty listings a call, each category once. */
function reportCalls(calls: Record<string, number>, { listings, categories }: Truth): void {
  const made = (route: string) => calls[route] ?? 0;
  const routes = ['GET /users/:id/items/search', 'GET /items/bulk', 'GET /categories/:id'];
  const sum = routes.reduce((all, route) => all + made(route), 0);
  const least = Math.ceil(listings.length / 100) + 1 + Math.ceil(listings.length / 20) + categories;
  const size = routes.map((route) => `${route} ${made(route)}`).join(', ');
  figure('calls of the API', sum, undefined, size);
  // What a kill costs is the same however many there are, and a short run has few.
  const bar = isShort ? undefined : { max: 1.2 };
  figure('calls made for each one that had to be', sum / least, bar, `${least} at least`);
  figure('pictures asked for', made('GET /fotos'));
}
