import { expect, test } from 'vitest';
import * as z from 'zod';
import { openBudget } from '#modules/contas/budget.ts';
import type { Asker, Budget } from '#modules/marketplace/calls.ts';
import { MarketplaceError } from '#modules/marketplace/errors.ts';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { openClient } from './client.ts';
import { openMercadoLivre } from './mercado-livre.ts';

const prumo = await mercadoLivreApp();
const { anEmpresa, aSeller, authorize, misbehave, callsOf, config, openPool } = prumo;
const db = openPool(4);
const shared = openBudget({ db, marketplace: 'mercado-livre', perSecond: 10_000 });

/** An authorized session of a seller, outside of any conta. */
async function aSession(budget: Budget = shared, timeLimitMs = 60_000) {
  const mercadoLivre = openMercadoLivre({ config, budget });
  const seller = await aSeller();
  const { code, code_verifier } = await authorize(await anEmpresa(), seller);
  const { accessToken } = await mercadoLivre.exchange({ code, codeVerifier: code_verifier });
  const client = openClient({ base: config.MERCADO_LIVRE_API_URL, userAgent: 'Prumo', budget, timeLimitMs });
  const asker: Asker = { accessToken, turn: { waits: 'background', key: String(seller) } };
  const schema = z.object({ id: z.number() });
  const ask = { route: '/users/me', path: '/users/me', schema };
  return {
    seller,
    accessToken,
    mercadoLivre,
    client,
    me: (turn: Asker['turn'] = asker.turn) => client.get({ ...asker, turn }, ask),
    calls: () => callsOf('GET /users/me', seller),
    fails: (fault: string, vezes = 1) =>
      misbehave({ 'mercado-livre': fault, rota: `GET /users/me ${seller}`, vezes }),
  };
}
const isKind = (kind: MarketplaceError['kind']) => (error: unknown) =>
  error instanceof MarketplaceError && error.kind === kind;

test('a read is retried when the fault is not ours', async () => {
  const { me, fails, calls, seller, client } = await aSession();
  const passing = [
    '500',
    '502',
    '503',
    '504',
    '429',
    '429-texto',
    'fora',
    'fora-depois',
    'corta',
    'truncado',
    'html',
  ];
  for (const fault of passing) {
    await fails(fault);
    expect((await me()).body, fault).toEqual({ id: seller });
  }
  expect(await calls()).toBe(passing.length * 2);
  expect(client.counts.get('GET /users/me 200')).toBe(passing.length);
  expect(client.counts.get('GET /users/me 429')).toBe(2);
  expect(client.counts.get('GET /users/me unreachable')).toBe(3);
});

test('a late or dripping answer is aborted at the time limit and retried', async () => {
  const { me, fails, seller } = await aSession(shared, 300);
  for (const fault of ['lento', 'gotejamento']) {
    await fails(fault);
    expect((await me()).body, fault).toEqual({ id: seller });
  }
});

test('a failure that a retry cannot fix is not retried', async () => {
  const { me, fails, calls } = await aSession();
  const final = {
    401: 'unauthorized',
    403: 'forbidden',
    '403-politica': 'forbidden',
    forma: 'uncertain',
    grande: 'uncertain',
  } as const;
  for (const [fault, kind] of Object.entries(final)) {
    await fails(fault);
    await expect(me(), fault).rejects.toSatisfy(isKind(kind));
  }
  expect(await calls()).toBe(Object.keys(final).length);
});

test('a read gives up after some attempts, earlier when a person waits', async () => {
  const { me, fails, calls } = await aSession();
  await fails('500', 3);
  await expect(me({ waits: 'person', key: 'ana' })).rejects.toSatisfy(isKind('unavailable'));
  expect(await calls()).toBe(3);
});

test('a redirect is not followed, and the call may succeed later', async () => {
  const { me, fails, calls } = await aSession();
  await fails('redireciona');
  await expect(me()).rejects.toSatisfy(isKind('unavailable'));
  expect(await calls()).toBe(1);
});

test('a partial answer (206) is returned with its missing parts named', async () => {
  const { me, fails, seller } = await aSession();
  await fails('206');
  const { status, body, headers } = await me();
  expect({ status, body }).toEqual({ status: 206, body: { id: seller } });
  expect(headers.get('x-content-missing')).toContain('seller_reputation');
});

test('a 429 with Retry-After pauses every process', async () => {
  const perSecond = 10_000;
  const marketplace = 'descanso';
  const [one, two] = [openBudget({ db, marketplace, perSecond }), openBudget({ db, marketplace, perSecond })];
  const { me, fails } = await aSession(one);
  const other = await aSession(two);
  await fails('429-retry-after');
  const started = performance.now();
  const mine = me();
  // The other process must learn of the pause before it calls.
  for (;;) {
    const [row] = await prumo.sql(
      "select paused_until > now() as resting from marketplaces.marketplace_budget where marketplace = 'descanso'",
    );
    if (row?.resting) break;
  }
  await other.me();
  expect(performance.now() - started).toBeGreaterThan(1900);
  await mine;
});

test('a request with a side effect is never sent twice', async () => {
  const { mercadoLivre, accessToken, seller } = await aSession();
  const calls = () => callsOf('DELETE /users/:id/applications/:app', seller);
  await misbehave({ 'mercado-livre': '500', rota: String(seller) });
  await expect(mercadoLivre.revoke(accessToken, String(seller))).rejects.toSatisfy(isKind('unavailable'));
  expect(await calls()).toBe(1);
  await mercadoLivre.revoke(accessToken, String(seller));
  expect(await calls()).toBe(2);
  await expect(mercadoLivre.me(accessToken)).rejects.toSatisfy(isKind('unauthorized'));
});

test('no error contains anything of the request or the response', async () => {
  const { me, fails, accessToken, mercadoLivre } = await aSession();
  await fails('403');
  const errors: unknown[] = [await me().catch((error: unknown) => error)];
  errors.push(await mercadoLivre.refresh('TG-000000000000000000000000-9').catch((error: unknown) => error));
  errors.push(await mercadoLivre.me(`${accessToken}x`).catch((error: unknown) => error));
  const { describeError } = await import('#platform/log.ts');
  for (const error of errors) {
    const said = JSON.stringify([describeError(error), String(error), { ...(error as Error) }]);
    for (const secret of [
      accessToken,
      'TG-',
      'APP_USR',
      config.MERCADO_LIVRE_CLIENT_SECRET ?? '',
      'access to the requested',
    ])
      expect(said).not.toContain(secret);
  }
});
