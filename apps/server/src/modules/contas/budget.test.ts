import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#platform/db.ts';
import { testApp } from '#testing/test-app.ts';
import { openBudget } from './budget.ts';
import { type Budget, MarketplaceError, type Turn } from './marketplace.ts';

const { config, sql } = await testApp();

let names = 0;
/** The budgets of some processes for one marketplace nobody else uses. */
function processes(count: number, perSecond: number): Budget[] {
  names += 1;
  const marketplace = `mercado-${names}`;
  return Array.from({ length: count }, () => {
    const db = openDatabase({ url: config.DATABASE_URL, pool: 2, onError: () => {} });
    afterAll(() => db.close());
    return openBudget({ db, marketplace, perSecond });
  });
}

/** Calls as fast as it may until the time is over; how many were made by then. */
async function flood(budget: Budget, turn: Turn, until: number): Promise<number> {
  let made = 0;
  for (; Date.now() < until; made++) await budget.take(turn);
  return made;
}
const background: Turn = { waits: 'background', key: 'a' };

test('processes share one pace, and each gets its part', async () => {
  const [one, two] = processes(2, 50) as [Budget, Budget];
  const started = Date.now();
  const until = started + 3000;
  const made = await Promise.all([flood(one, background, until), flood(two, background, until)]);
  const seconds = (Date.now() - started) / 1000;
  const total = made[0] + made[1];
  // Four fifths of fifty a second, and four fifths of a second's worth at once.
  expect(total).toBeLessThanOrEqual(40 * seconds + 40 + 2);
  expect(total).toBeGreaterThan(40 * 3 * 0.4);
  for (const count of made) expect(count / total).toBeGreaterThan(0.25);
});

test('what nobody waits for leaves a fifth to who does, at once and in pace', async () => {
  const granted = async (reserve: number, calls: number) => {
    const [row] = await sql(
      "select count(*) filter (where take_call('quinto', 10, 1, $1) = 0)::int as granted from generate_series(1, $2)",
      [reserve, calls],
    );
    return row?.granted;
  };
  expect(await granted(0.2, 20)).toBe(8);
  expect(await granted(0, 20)).toBe(2);
  // Half a second later there is room for five, of which four fifths are for what nobody waits for.
  await sql(
    `update marketplaces.marketplace_budget set busy_until = busy_until - interval '0.5 seconds',
       background_busy_until = background_busy_until - interval '0.5 seconds' where marketplace = 'quinto'`,
  );
  expect(await granted(0.2, 20)).toBeLessThanOrEqual(4);
  expect(await granted(0, 20)).toBeGreaterThanOrEqual(1);
});

test('in a process sellers take turns, however much one of them has to do', async () => {
  const [budget] = processes(1, 100) as [Budget];
  const order: string[] = [];
  const call = (key: string) => budget.take({ waits: 'background', key }).then(() => order.push(key));
  const big = Array.from({ length: 120 }, () => call('grande'));
  const small = Array.from({ length: 3 }, () => call('pequena'));
  await Promise.all(small);
  expect(order.length).toBeLessThan(15);
  await Promise.all(big);
});

test('what has just changed does not wait behind everybody who imports', async () => {
  const [budget] = processes(1, 100) as [Budget];
  const made = { news: 0, background: 0 };
  const imports = Array.from({ length: 150 }, (_, n) =>
    budget.take({ waits: 'background', key: `importa ${n}` }).then(() => made.background++),
  );
  for (let n = 0; n < 30; n++) await budget.take({ waits: 'news', key: 'avisada' }).then(() => made.news++);
  expect(made.background).toBeLessThan(120);
  await Promise.all(imports);
});

test('a rest the marketplace asked for holds for every process', async () => {
  const [one, two] = processes(2, 1000) as [Budget, Budget];
  await one.take(background);
  await one.pause(700);
  await one.pause(10);
  const asked = performance.now();
  await Promise.all([two.take(background), two.take({ waits: 'person', key: 'ana' })]);
  expect(performance.now() - asked).toBeGreaterThan(600);
});

test('a person is told rather than left waiting, and nothing is taken for a call that is not made', async () => {
  const [budget] = processes(1, 1000) as [Budget];
  await budget.pause(60_000);
  const asked = performance.now();
  await expect(budget.take({ waits: 'person', key: 'ana' })).rejects.toSatisfy(
    (error) => error instanceof MarketplaceError && error.kind === 'unavailable',
  );
  expect(performance.now() - asked).toBeLessThan(2000);
  const [row] = await sql('select busy_until from marketplaces.marketplace_budget where marketplace = $1', [
    `mercado-${names}`,
  ]);
  expect(row?.busy_until).toBe(Number.NEGATIVE_INFINITY);
});

test('less than one call a second is a pace too', async () => {
  const [budget] = processes(1, 0.5) as [Budget];
  await budget.take(background);
  await expect(budget.take({ ...background, patienceMs: 100 })).rejects.toBeInstanceOf(MarketplaceError);
});
