import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openFairQueue } from './fair-queue.ts';

const LIMITS = { waiting: 6, waitingPerTenant: 4 };
/** The model's tenant `c` may run one item at a time. */
const runningPerTenant = (tenant: string) => (tenant === 'c' ? 1 : 3);

type Command =
  | { do: 'push'; tenant: string }
  | { do: 'start'; tenant: string }
  | { do: 'take'; onlyIdle: boolean }
  | { do: 'finish'; nth: number; cost: number };

const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ do: fc.constant('push' as const), tenant: fc.constantFrom('a', 'b', 'c') }),
  fc.record({ do: fc.constant('start' as const), tenant: fc.constantFrom('a', 'b', 'c') }),
  fc.record({ do: fc.constant('take' as const), onlyIdle: fc.boolean() }),
  fc.record({ do: fc.constant('finish' as const), nth: fc.nat(5), cost: fc.integer({ min: 1, max: 50 }) }),
);

test('every decision equals that of a model that keeps plain lists', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 80 }), (commands) => {
      const queue = openFairQueue<string>({ ...LIMITS, runningPerTenant });
      let waiting: { tenant: string; item: string }[] = [];
      const running: string[] = [];
      const spent = new Map<string, number>();
      let level = 0;
      const count = (tenant: string, list: readonly string[]) =>
        list.filter((each) => each === tenant).length;
      const waitingOf = (tenant: string) => waiting.filter((each) => each.tenant === tenant);
      for (const [n, each] of commands.entries()) {
        if (each.do === 'push') {
          const { tenant } = each;
          const item = `${tenant}${n}`;
          if (!running.includes(tenant) && waitingOf(tenant).length === 0) spent.set(tenant, level);
          const mayWait = waitingOf(tenant).length < LIMITS.waitingPerTenant;
          const refused = queue.push(tenant, item);
          if (mayWait) waiting.push({ tenant, item });
          if (!mayWait) expect(refused).toBe(item);
          else if (waiting.length <= LIMITS.waiting) expect(refused).toBeUndefined();
          else {
            const victim = waiting.find((candidate) => candidate.item === refused)?.tenant ?? 'nobody';
            const most = Math.max(...['a', 'b', 'c'].map((name) => waitingOf(name).length));
            expect(waitingOf(victim)).toHaveLength(most);
            expect(waitingOf(victim).at(-1)?.item).toBe(refused);
            waiting = waiting.filter((candidate) => candidate.item !== refused);
          }
        } else if (each.do === 'start') {
          const { tenant } = each;
          if (!running.includes(tenant) && waitingOf(tenant).length === 0) spent.set(tenant, level);
          queue.start(tenant);
          running.push(tenant);
          level = Math.max(level, spent.get(tenant) ?? 0);
        } else if (each.do === 'take') {
          const taken = queue.take(each.onlyIdle);
          const ready = waiting.filter(
            ({ tenant }) =>
              count(tenant, running) < runningPerTenant(tenant) &&
              (!each.onlyIdle || count(tenant, running) === 0),
          );
          if (ready.length === 0) {
            expect(taken).toBeUndefined();
            continue;
          }
          const tenant = taken?.tenant ?? 'nobody';
          const rank = (name: string) => [count(name, running), spent.get(name) ?? 0] as const;
          for (const name of new Set(ready.map((candidate) => candidate.tenant))) {
            const [mine, other] = [rank(tenant), rank(name)];
            expect(mine[0] < other[0] || (mine[0] === other[0] && mine[1] <= other[1])).toBe(true);
          }
          expect(count(tenant, running)).toBeLessThan(runningPerTenant(tenant));
          expect(waitingOf(tenant)[0]?.item).toBe(taken?.item);
          waiting = waiting.filter((candidate) => candidate.item !== taken?.item);
          running.push(tenant);
          level = Math.max(level, spent.get(tenant) ?? 0);
        } else if (running.length > 0) {
          const [tenant = ''] = running.splice(each.nth % running.length, 1);
          queue.finish(tenant, each.cost);
          spent.set(tenant, (spent.get(tenant) ?? 0) + each.cost);
        }
        expect(queue.waiting).toBe(waiting.length);
        expect(queue.running).toBe(running.length);
        const active = new Set([...running, ...waiting.map(({ tenant }) => tenant)]);
        expect(queue.tenants).toBe(active.size);
        for (const tenant of ['a', 'b', 'c'])
          expect(queue.held(tenant)).toEqual({
            running: count(tenant, running),
            waiting: waitingOf(tenant).length,
          });
      }
    }),
    { numRuns: 2_000 },
  );
});

test('a tenant that floods the queue loses its own items, and another tenant is served next', () => {
  const queue = openFairQueue<string>({ waiting: 5, waitingPerTenant: 5 });
  for (let n = 0; n < 5; n++) expect(queue.push('loud', `loud ${n}`)).toBeUndefined();
  expect(queue.push('quiet', 'quiet')).toBe('loud 4');
  expect(queue.take()?.item).toBe('loud 0');
  expect(queue.take()?.item).toBe('quiet');
});

test('an item whose caller gave up is not served', () => {
  const queue = openFairQueue<string>(LIMITS);
  queue.push('a', 'one');
  queue.push('a', 'two');
  expect(queue.remove('a', 'one')).toBe(true);
  expect(queue.remove('a', 'one')).toBe(false);
  expect(queue.take()?.item).toBe('two');
});
