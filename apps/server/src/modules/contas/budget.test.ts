import { expect, test } from 'vitest';
import type { Budget, Turn } from '#modules/marketplace/calls.ts';
import { MarketplaceError } from '#modules/marketplace/errors.ts';
import { testApp } from '#testing/test-app.ts';
import { openBudget } from './budget.ts';

const { openPool, sql } = await testApp();

let names = 0;
/** The budgets of several processes for one marketplace that no other test uses. */
function processes(count: number, perSecond: number): Budget[] {
  names += 1;
  const marketplace = `mercado-${names}`;
  return Array.from({ length: count }, () => {
    const db = openPool(2);
    return openBudget({ db, marketplace, perSecond });
  });
}

/** Makes calls as fast as the budget allows until the time is over, and returns their number. */
async function flood(budget: Budget, turn: Turn, until: number): Promise<number> {
  let made = 0;
  for (; Date.now() < until; made++) await budget.take(turn);
  return made;
}
const background: Turn = { waits: 'background', key: 'a' };

test('all processes together keep one rate, and each process gets at least a quarter of the calls', async () => {
  const [one, two] = processes(2, 50) as [Budget, Budget];
  const started = Date.now();
  const until = started + 3000;
  const made = await Promise.all([flood(one, background, until), flood(two, background, until)]);
  const seconds = (Date.now() - started) / 1000;
  const total = made[0] + made[1];
  // The rate is four fifths of fifty a second, with a burst of four fifths of a second.
  expect(total).toBeLessThanOrEqual(40 * seconds + 40 + 2);
  expect(total).toBeGreaterThan(40 * 3 * 0.4);
  for (const count of made) expect(count / total).toBeGreaterThan(0.25);
});

test('background calls leave a fifth of the burst and of the rate to people who wait', async () => {
  const granted = async (reserve: number, calls: number) => {
    const [row] = await sql(
      "select count(*) filter (where take_call('quinto', 10, 1, $1) = 0)::int as granted from generate_series(1, $2)",
      [reserve, calls],
    );
    return row?.granted;
  };
  expect(await granted(0.2, 20)).toBe(8);
  expect(await granted(0, 20)).toBe(2);
  // Half a second later the budget allows five calls, and four of them may be background calls.
  await sql(
    `update marketplaces.marketplace_budget set busy_until = busy_until - interval '0.5 seconds',
       background_busy_until = background_busy_until - interval '0.5 seconds' where marketplace = 'quinto'`,
  );
  expect(await granted(0.2, 20)).toBeLessThanOrEqual(4);
  expect(await granted(0, 20)).toBeGreaterThanOrEqual(1);
});

test('empresas take turns in a lane, however many calls and contas one of them has', async () => {
  const [budget] = processes(1, 100) as [Budget];
  const order: string[] = [];
  const call = (key: string) => budget.take({ waits: 'background', key }).then(() => order.push(key));
  const big = Array.from({ length: 120 }, () => call('grande'));
  const small = Array.from({ length: 3 }, () => call('pequena'));
  await Promise.all(small);
  expect(order.length).toBeLessThan(15);
  await Promise.all(big);
});

test('calls after a notification do not queue behind imports', async () => {
  const [budget] = processes(1, 100) as [Budget];
  const made = { news: 0, background: 0 };
  const imports = Array.from({ length: 150 }, (_, n) =>
    budget.take({ waits: 'background', key: `importa ${n}` }).then(() => made.background++),
  );
  for (let n = 0; n < 30; n++) await budget.take({ waits: 'news', key: 'avisada' }).then(() => made.news++);
  expect(made.background).toBeLessThan(120);
  await Promise.all(imports);
});

test('hints leave about two calls of three to news and imports', async () => {
  const [budget] = processes(1, 100) as [Budget];
  const made = { hint: 0, news: 0, background: 0 };
  const lanes = ['hint', 'news', 'background'] as const;
  const asked = lanes.map((waits) =>
    Array.from({ length: 60 }, (_, n) =>
      budget.take({ waits, key: `empresa ${n}` }).then(() => {
        made[waits] += 1;
      }),
    ),
  );
  await Promise.all(asked[1] ?? []);
  // When all sixty calls for news are made, at most about as many calls for hints are made.
  expect(made.hint).toBeLessThanOrEqual(66);
  expect(made.background).toBeGreaterThan(20);
  await Promise.all(asked.flat());
});

test('a pause that the marketplace demands holds for every process', async () => {
  const [one, two] = processes(2, 1000) as [Budget, Budget];
  await one.take(background);
  await one.pause(700);
  await one.pause(10);
  const asked = performance.now();
  await Promise.all([two.take(background), two.take({ waits: 'person', key: 'ana' })]);
  expect(performance.now() - asked).toBeGreaterThan(600);
});

test('a person gets a refusal instead of a long wait, and a refused call uses up no budget', async () => {
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

test('a call whose patience ended while it waited behind another is refused', async () => {
  const db = openPool(1);
  let at = 0;
  const clock = { now: () => at, sleep: async () => {} };
  const budget = openBudget({ db, marketplace: 'paciencia', perSecond: 1000, clock });
  const first = budget.take(background);
  const second = budget.take({ ...background, patienceMs: 100 });
  at = 101;
  const outcomes = await Promise.allSettled([first, second]);
  expect(outcomes).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { kind: 'unavailable' } },
  ]);
});

test('a rate below one call a second works', async () => {
  const [budget] = processes(1, 0.5) as [Budget];
  await budget.take(background);
  await expect(budget.take({ ...background, patienceMs: 100 })).rejects.toBeInstanceOf(MarketplaceError);
});
