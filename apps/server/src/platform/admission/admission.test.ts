import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';
import { newToken } from '#platform/secrets/tokens.ts';
import { PATIENCE } from '#testing/patience.ts';
import { cookieOf } from '#testing/people.ts';
import { testApp } from '#testing/test-app.ts';
import { openAdmission } from './admission.ts';
import { placesOf } from './places.ts';

const prumo = await testApp({ TRUST_PROXY: '127.0.0.1' });

/** Locks a table, so that every query that reads it waits until the test releases it. */
async function holding(table: string, during: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: prumo.url('postgres') });
  await client.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  try {
    await during();
  } finally {
    await client.query('rollback');
    await client.end();
  }
}

/** Makes the sessions known and opens the connections. */
const warm = (...people: { get: (path: string) => Promise<unknown> }[]) =>
  Promise.all(people.flatMap(({ get }) => times(6, () => get('/api/marcas'))));

/** Waits until the flood is blocked by the lock on the table. */
async function untilHeldUp(): Promise<void> {
  for (;;) {
    const [row] = await prumo.sql('select count(*)::int as held from pg_locks where not granted');
    if (Number(row?.['held']) >= 2) return;
  }
}

const times = <T>(count: number, make: () => Promise<T>) => Array.from({ length: count }, make);

test('twelve expensive requests of one empresa delay no list of another empresa', async () => {
  const [loud, quiet] = [await prumo.anEmpresa(), await prumo.anEmpresa()];
  await warm(loud, quiet);
  await holding('produtos', async () => {
    const flood = times(12, () => loud.get('/api/produtos/resumo?busca=o'));
    await untilHeldUp();
    const lists = await Promise.all(times(60, () => quiet.get('/api/marcas')));
    expect(lists.map(({ statusCode }) => statusCode).filter((status) => status !== 200)).toEqual([]);
    void Promise.allSettled(flood);
  });
});

test('an expensive request of another empresa gets a place while the first empresa floods', async () => {
  const [loud, quiet] = [await prumo.anEmpresa(), await prumo.anEmpresa()];
  await warm(loud, quiet);
  await holding('produtos', async () => {
    const flood = times(12, () => loud.get('/api/produtos/resumo?busca=o'));
    await untilHeldUp();
    const summary = await quiet.get('/api/inventario/resumo');
    expect(summary.statusCode).toBe(200);
    void Promise.allSettled(flood);
  });
});

test('an empresa whose own queue has no room is refused with Retry-After', async () => {
  const loud = await prumo.anEmpresa();
  await holding('produtos', async () => {
    const flood = times(40, () => loud.get('/api/produtos/resumo?busca=o'));
    const refused = await Promise.any(
      flood.map(async (each) => {
        const answer = await each;
        if (answer.statusCode !== 429) throw new Error(String(answer.statusCode));
        return answer;
      }),
    );
    expect(refused.headers['retry-after']).toBe('2');
    expect(refused.json()).toMatchObject({
      codigo: 'limited',
      mensagem: 'Sua empresa está com muitos pedidos ao mesmo tempo. Espere alguns segundos e tente de novo.',
    });
    void Promise.allSettled(flood);
  });
});

test('/readyz answers while requests hold the whole pool', async () => {
  const loud = await prumo.anEmpresa();
  await warm(loud, { get: () => prumo.stranger().get('/readyz') });
  await holding('marcas', async () => {
    const flood = times(50, () => loud.get('/api/marcas'));
    for (let n = 0; n < 3; n++) expect((await prumo.stranger().get('/readyz')).statusCode).toBe(200);
    void Promise.allSettled(flood);
  });
});

test('invented sessions of one network do not block the session lookup of another network', async () => {
  const ana = await prumo.anEmpresa();
  const asked: Promise<{ statusCode: number }>[] = [];
  await holding('auth.sessions', async () => {
    const from = { 'x-forwarded-for': '203.0.113.9' };
    const madeUp = times(300, () =>
      prumo.withCookie(cookieOf(newToken('prs'))).send('GET', '/api/marcas', undefined, from),
    );
    const refused = await Promise.race(madeUp);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('2');
    expect(refused.json().mensagem).toBe(
      'Há muitos pedidos ao mesmo tempo. Espere alguns segundos e tente de novo.',
    );
    asked.push(ana.get('/api/marcas'));
    void Promise.allSettled(madeUp);
  });
  expect((await asked[0])?.statusCode).toBe(200);
});

test('cheap tasks always find a place beside expensive ones, and session checks beside both', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 200 }), (pool) => {
      const places = placesOf(pool);
      for (const each of Object.values(places)) expect(each).toBeGreaterThanOrEqual(1);
      expect(places.tenants).toBeLessThan(pool);
      if (pool < 5) return;
      expect(places.expensive).toBeLessThan(places.tenants);
      expect(places.summary).toBeLessThanOrEqual(places.expensive);
      expect(places.heavy).toBeLessThanOrEqual(places.expensive);
      expect(places.tenants + places.sessions).toBeLessThanOrEqual(pool);
    }),
  );
});

test.each([10, 20])(
  'with %i connections, heavy calls of one empresa leave a place to every other empresa',
  async (pool) => {
    const admission = openAdmission(pool, () => 1, PATIENCE);
    const { promise, resolve } = Promise.withResolvers<void>();
    const flood = times(30, () => admission.tenant('loud', 'heavy', () => promise));
    const asked = ['b', 'c', 'd'].map((who) => admission.tenant(who, 'heavy', async () => who));
    expect(await Promise.all(asked)).toEqual(['b', 'c', 'd']);
    resolve();
    await Promise.allSettled(flood);
  },
);
