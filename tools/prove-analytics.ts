import { loadavg } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../apps/sandbox/src/sandbox.ts';
import { startPostgres } from './postgres.ts';
import { figure, isShort, note, planted, plantedOf, prove } from './proof.ts';
import { type Comparison, compare, periodsOf, randomOf } from './prove-analytics.compare.ts';
import { DEFECTS } from './prove-analytics.defects.ts';
import { proveLarge } from './prove-analytics.large.ts';
import { openSite, type Place, type Site } from './prove-analytics.site.ts';
import { readOrders } from './prove-analytics.truth.ts';
import { openWorld, type Seller, type World } from './prove-analytics.world.ts';

/**
 * What an analysis says is what was sold, to the cent, and it says so at once. Sellers of the stand-in with histories of
 * every size sell around midnights, give money back and cancel, and some of what is asked about them is answered in
 * parts; their pedidos come through the API into a running product. Then its answers are held against sums over the
 * stand-in's own orders. One seller has half a million: the worker is killed while they come, and each period is timed.
 * `--seed=<n>` makes the same run.
 */
const SELLERS = isShort ? 10 : 100;
const SALES = [10, isShort ? 600 : 5000] as const;
/** Enough for every defect to show. */
const PLANTED = { sellers: 4, sales: [400, 1500] } as const;
const LARGE_SELLER = isShort ? 1001000050 : 5001100000;
const KILLS = isShort ? 0 : 5;
const SYNC_LIMIT_MS = isShort ? 60_000 : 1_800_000;

await prove(async ({ folder, port, onEnd }) => {
  const seed = seedOf() ?? Math.floor(Math.random() * 2 ** 20);
  note(`seed ${seed}`);
  const postgres = await startPostgres({
    dir: join(folder, 'postgres'),
    port,
    // Not durability is measured here, and the cache is what a small server would give it.
    settings: { fsync: 'off', shared_buffers: '512MB', max_wal_size: '4GB' },
  });
  onEnd(postgres.stop);
  const ports = { web: port + 1, api: port + 2, media: port + 3, smtp: port + 4, sandbox: port + 5 };
  const sandbox = await startSandbox({ port: ports.sandbox });
  onEnd(sandbox.stop);
  const place: Place = { postgres, folder, ports, sandbox: sandbox.url, onEnd };
  const now = Math.floor(Date.now() / 1000) * 1000;
  const world = openWorld(sandbox.url, now);
  await world.prepare();
  const defects = plantedOf(Object.keys(DEFECTS) as (keyof typeof DEFECTS)[]);
  const { sellers: count, sales } = defects.length > 0 ? PLANTED : { sellers: SELLERS, sales: SALES };
  const sellers: Seller[] = [];
  for (let n = 0; n < count; n++) sellers.push(await world.aSeller(seed + n, sales));
  const all = { sandbox: sandbox.url, world, sellers, seed, now };
  if (defects.length === 0) {
    const site = await openSite(place, 'prumo', []);
    report(await compareAll(site, all));
    noteLoad();
    await proveLarge({ site, ...all, random: randomOf(seed), seller: LARGE_SELLER, kills: KILLS });
    noteLoad();
  } else
    for (const [n, name] of defects.entries()) {
      const site = await openSite(place, `prumo_${n}`, DEFECTS[name]);
      planted(
        name,
        (await compareAll(site, all)).flatMap(({ wrong }) => wrong),
      );
      await site.end();
    }
});

function seedOf(): number | undefined {
  const text = process.argv.find((arg) => arg.startsWith('--seed='))?.split('=')[1];
  return text === undefined ? undefined : Number(text);
}

interface All {
  sandbox: string;
  world: World;
  sellers: readonly Seller[];
  seed: number;
  now: number;
}

/** Connects them all, waits until their pedidos are here, and holds every period against the orders. */
async function compareAll(site: Site, { sandbox, world, sellers, seed, now }: All): Promise<Comparison[]> {
  await world.answerInParts(0.3);
  const accounts = [];
  for (const { id } of sellers) {
    const account = await site.anAccount(id);
    await account.analyse(now - 7 * 86_400_000, now);
    accounts.push(account);
  }
  await site.settle(
    sellers.map(({ id }) => id),
    SYNC_LIMIT_MS,
  );
  await world.behave();
  const comparisons: Comparison[] = [];
  for (const [n, account] of accounts.entries()) {
    const orders = await readOrders(sandbox, account.seller);
    for (const period of periodsOf(randomOf(seed + n), now, sellers[n]?.midnight ?? now))
      comparisons.push(await compare(account, orders, period));
  }
  return comparisons;
}

function report(comparisons: readonly Comparison[]): void {
  const wrong = comparisons.flatMap((each) => each.wrong);
  const sold = comparisons.reduce((sum, each) => sum + each.sold, 0);
  const refunds = comparisons.filter(({ hadRefunds }) => hadRefunds).length;
  const before = comparisons.filter(({ hadBefore }) => hadBefore).length;
  const size = `${SELLERS} sellers, ${comparisons.length} periods of ${sold} sold orders in all`;
  figure('figures that differ from the orders', wrong.length, { exactly: 0 }, size);
  for (const example of wrong.slice(0, 5)) note(example);
  figure(
    'periods with refunds; with a period before',
    refunds,
    { min: SELLERS },
    `${before} with one before`,
  );
}

/** Of a machine that is shared: what else ran is part of the figures. */
function noteLoad(): void {
  note(
    `load average ${loadavg()
      .map((load) => load.toFixed(2))
      .join(' ')}, Node ${process.version}`,
  );
}
