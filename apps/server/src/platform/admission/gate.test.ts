import { expect, test } from 'vitest';
import { openGate } from './gate.ts';

const refuse = () => new Error('full');
const LIMITS = { places: 2, waiting: 4, waitingPerTenant: 3, maxWaitMs: 10_000 };

/** A task that runs until the test calls `end`. */
function aWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

test('a single active tenant uses every place', async () => {
  const gate = openGate(LIMITS, refuse);
  const works = [aWork(), aWork(), aWork()];
  const all = works.map(({ work }) => gate.run('a', work));
  expect(gate.running).toBe(2);
  expect(gate.waiting).toBe(1);
  for (const { end } of works) end();
  await Promise.all(all);
});

test('a free place goes to the tenant that holds the fewest', async () => {
  const gate = openGate(LIMITS, refuse);
  const order: string[] = [];
  const works = [aWork(), aWork()];
  const noted = (name: string) => async () => {
    order.push(name);
  };
  const all = [
    ...works.map(({ work }) => gate.run('loud', work)),
    gate.run('loud', noted('loud')),
    gate.run('quiet', noted('quiet')),
  ];
  for (const { end } of works) end();
  await Promise.all(all);
  expect(order).toEqual(['quiet', 'loud']);
  expect(gate.running).toBe(0);
});

test('a task beyond the queue limit of its tenant is refused immediately', async () => {
  const gate = openGate(LIMITS, refuse);
  const works = Array.from({ length: 5 }, aWork);
  const admitted = works.map(({ work }) => gate.run('a', work));
  await expect(gate.run('a', async () => 'late')).rejects.toThrow('full');
  for (const { end } of works) end();
  await Promise.all(admitted);
  await expect(gate.run('a', async () => 'later')).resolves.toBe('later');
});

test('a task that waited too long is refused and leaves the queue', async () => {
  const gate = openGate({ ...LIMITS, maxWaitMs: 5 }, refuse);
  const works = [aWork(), aWork()];
  const admitted = works.map(({ work }) => gate.run('a', work));
  await expect(gate.run('b', async () => 'never')).rejects.toThrow('full');
  expect(gate.waiting).toBe(0);
  for (const { end } of works) end();
  await Promise.all(admitted);
});

test('a task that throws gives its place back', async () => {
  const gate = openGate({ ...LIMITS, places: 1 }, refuse);
  await expect(
    gate.run('a', async () => {
      throw new Error('broken');
    }),
  ).rejects.toThrow('broken');
  await expect(gate.run('b', async () => 'ok')).resolves.toBe('ok');
});

test('the reserved place goes only to a tenant that holds none', async () => {
  const gate = openGate({ ...LIMITS, places: 3, reserve: 1 }, refuse);
  const works = Array.from({ length: 3 }, aWork);
  const admitted = works.map(({ work }) => gate.run('loud', work));
  expect(gate.running).toBe(2);
  await expect(gate.run('quiet', async () => 'at once')).resolves.toBe('at once');
  expect(gate.waiting).toBe(1);
  for (const { end } of works) end();
  await Promise.all(admitted);
});

test('a task whose expected wait is too long is refused immediately', async () => {
  let now = 0;
  const limits = { places: 1, waiting: 100, waitingPerTenant: 100, maxWaitMs: 15_000 };
  const gate = openGate(limits, refuse, () => now);
  const tenSeconds = async () => {
    now += 10_000;
  };
  for (let n = 0; n < 100; n++) await gate.run('a', tenSeconds);
  // Each task takes ten seconds. The second task may wait for the first; the third would wait for two.
  const works = Array.from({ length: 3 }, aWork);
  const admitted = works.map(({ work }) => gate.run('a', work));
  await expect(gate.run('a', async () => 'too late')).rejects.toThrow('full');
  expect(gate.waiting).toBe(2);
  for (const { end } of works) end();
  await Promise.all(admitted);
});

test('one hanging task does not make the gate refuse the tasks behind it', async () => {
  let now = 0;
  const limits = { places: 1, waiting: 100, waitingPerTenant: 100, maxWaitMs: 15_000 };
  const gate = openGate(limits, refuse, () => now);
  await gate.run('a', async () => {
    now += 1_000_000;
  });
  const works = Array.from({ length: 50 }, aWork);
  const admitted = works.map(({ work }) => gate.run('a', work));
  expect(gate.waiting).toBe(49);
  for (const { end } of works) end();
  await Promise.all(admitted);
});

test('a refusal says whether one tenant or all tenants together cause it', async () => {
  const reasons: string[] = [];
  const gate = openGate({ ...LIMITS, places: 1, waiting: 3, waitingPerTenant: 3 }, (why) => {
    reasons.push(why);
    return new Error(why);
  });
  const { work, end } = aWork();
  const admitted = gate.run('a', work);
  // The queue has room for three. The tenant with the most waiting tasks loses its newest one, then one of
  // those that have one task each.
  const waiting = ['b', 'b', 'c', 'd', 'e'].map((tenant) =>
    gate.run(tenant, async () => tenant).catch(String),
  );
  end();
  await Promise.all([admitted, ...waiting]);
  expect(reasons).toEqual(['tenant', 'house']);
});

test('a gate shortens the maximum wait while newcomers wait too long, and then recovers', async () => {
  let now = 0;
  const limits = { places: 1, waiting: 100, waitingPerTenant: 100, maxWaitMs: 10_000, fullWaitMs: 250 };
  const gate = openGate(limits, refuse, () => now);
  const works = Array.from({ length: 4 }, aWork);
  const all = works.map(({ work }, n) => gate.run(`tenant ${n}`, work));
  // Each task takes 300 ms, so the second task and those behind it wait longer than `fullWaitMs`.
  for (const { end } of works.slice(0, 3)) {
    now += 300;
    end();
    await new Promise(setImmediate);
  }
  await expect(gate.run('one more', async () => 'never')).rejects.toThrow('full');
  works[3]?.end();
  await Promise.all(all);
  now += 1000;
  await expect(gate.run('later', async () => 'at once')).resolves.toBe('at once');
  const [first, second] = [aWork(), aWork()];
  const again = [gate.run('a', first.work), gate.run('b', second.work)];
  expect(gate.waiting).toBe(1);
  first.end();
  second.end();
  await Promise.all(again);
});

test('under sustained overload a refusal names all tenants together as its cause', async () => {
  let now = 0;
  const reasons: string[] = [];
  const limits = { places: 1, waiting: 100, waitingPerTenant: 100, maxWaitMs: 10_000, fullWaitMs: 250 };
  const gate = openGate(
    limits,
    (why) => {
      reasons.push(why);
      return new Error(why);
    },
    () => now,
  );
  const works = Array.from({ length: 4 }, aWork);
  const all = works.map(({ work }, n) => gate.run(`tenant ${n}`, work));
  for (const { end } of works.slice(0, 3)) {
    now += 300;
    end();
    await new Promise(setImmediate);
  }
  // This tenant holds the only place, so its second task would exceed its fair share.
  await expect(gate.run('tenant 3', async () => 'never')).rejects.toThrow('house');
  works[3]?.end();
  await Promise.all(all);
  expect(reasons).toEqual(['house']);
});

test('one tenant with many tasks does not count as overload', async () => {
  let now = 0;
  const limits = { places: 1, waiting: 100, waitingPerTenant: 100, maxWaitMs: 10_000, fullWaitMs: 250 };
  const gate = openGate(limits, refuse, () => now);
  const works = Array.from({ length: 8 }, aWork);
  const all = works.map(({ work }) => gate.run('loud', work));
  for (const { end } of works.slice(0, 7)) {
    now += 300;
    end();
    await new Promise(setImmediate);
  }
  const late = gate.run('loud', async () => 'waited');
  works[7]?.end();
  await expect(late).resolves.toBe('waited');
  await Promise.all(all);
});

test('the longest wait counts tasks within the fair share of their tenant, and not those of a flooding tenant', async () => {
  let now = 0;
  const gate = openGate({ ...LIMITS, places: 1, waiting: 100, waitingPerTenant: 100 }, refuse, () => now);
  const works = Array.from({ length: 6 }, aWork);
  const all = works.map(({ work }) => gate.run('loud', work));
  const quiet = aWork();
  now += 100;
  all.push(gate.run('quiet', quiet.work));
  now += 40;
  works[0]?.end();
  await new Promise(setImmediate);
  expect(gate.takeFairWaitMs()).toBe(40);
  now += 1000;
  for (const { end } of [quiet, ...works]) end();
  await Promise.all(all);
  expect(gate.takeFairWaitMs()).toBe(0);
});

test('nested gates share one deadline', async () => {
  const [outer, inner] = [openGate(LIMITS, refuse), openGate({ ...LIMITS, places: 1 }, refuse)];
  const { work, end } = aWork();
  const running = inner.run('a', work);
  const until = performance.now() + 5;
  await expect(outer.run('b', () => inner.run('b', async () => 'never', until), until)).rejects.toThrow(
    'full',
  );
  end();
  await running;
});

test('a newcomer starts at once while only tasks wait that may not start', async () => {
  let now = 0;
  const limits = { ...LIMITS, places: 4, maxWaitMs: 1000, runningPerTenant: () => 2 };
  const gate = openGate(limits, refuse, () => now);
  for (let n = 0; n < 100; n++)
    await gate.run('a', async () => {
      now += 10_000;
    });
  const works = Array.from({ length: 3 }, aWork);
  const loud = works.map(({ work }) => gate.run('loud', work));
  expect([gate.running, gate.waiting]).toEqual([2, 1]);
  expect(await gate.run('quiet', async () => 'started')).toBe('started');
  for (const { end } of works) end();
  await Promise.all(loud);
});

test('an overloaded gate of long tasks lets a newcomer wait as long as a task takes', async () => {
  let now = 0;
  const limits = { places: 1, waiting: 100, waitingPerTenant: 100, maxWaitMs: 10_000, fullWaitMs: 250 };
  const gate = openGate(limits, refuse, () => now);
  for (let n = 0; n < 100; n++)
    await gate.run('a', async () => {
      now += 2000;
    });
  const [first, second, third] = [aWork(), aWork(), aWork()];
  const admitted = [gate.run('a', first.work), gate.run('b', second.work)];
  now += 2500;
  first.end();
  await admitted[0];
  now += 600;
  // The gate is overloaded now: a newcomer waited longer than a task takes.
  admitted.push(
    gate.run('c', third.work),
    gate.run('d', async () => {}),
  );
  expect(gate.waiting).toBe(2);
  for (const { end } of [second, third]) end();
  await Promise.all(admitted);
});

test('a refusal blames the tenant while its tasks end, and the house once no task ends', async () => {
  let now = 0;
  const gate = openGate(
    { ...LIMITS, stillMs: 1000 },
    (why) => new Error(why),
    () => now,
  );
  const works = Array.from({ length: 6 }, aWork);
  const [first, ...others] = works.slice(0, 5).map(({ work }) => gate.run('a', work));
  const oneMore = () => gate.run('a', async () => 'one too many');
  await expect(oneMore()).rejects.toThrow('tenant');
  now = 900;
  works[0]?.end();
  await first;
  others.push(gate.run('a', works[5]?.work ?? expect.unreachable));
  now = 1900;
  await expect(oneMore()).rejects.toThrow('tenant');
  now = 1901;
  await expect(oneMore()).rejects.toThrow('house');
  for (const { end } of works) end();
  await Promise.all(others);
});
