import { sessoes } from '@prumo/contract/acesso.ts';
import { marcas } from '@prumo/contract/marcas.ts';
import type { ProblemCode } from '@prumo/contract/problem.ts';
import { expect, test } from 'vitest';
import { ProblemError } from './api.ts';
import { wasCancelled } from './confirm-identity.ts';
import { type Cures, mending } from './mend.ts';

const refusal = (codigo: ProblemCode, status: number) =>
  new ProblemError({ codigo, mensagem: 'Não.', pedido: 'p1' }, status);
const unauthenticated = refusal('unauthenticated', 401);
const notFresh = refusal('confirm_identity', 403);

/** Cures that answer as told, in order, and remember that they were asked. */
function cures(answers: Partial<Record<keyof Cures, boolean[]>>) {
  const asked: (keyof Cures)[] = [];
  const next = (name: keyof Cures) => async () => {
    asked.push(name);
    return answers[name]?.shift() ?? false;
  };
  const mend = mending({
    sessionLives: next('sessionLives'),
    sessionReturns: next('sessionReturns'),
    identityConfirmed: next('identityConfirmed'),
  });
  return { mend, asked };
}

test('[AUTH-32] a call whose session was renewed meanwhile is sent again, once', async () => {
  const { mend, asked } = cures({ sessionLives: [true, true] });
  expect(await mend(marcas.create, unauthenticated)).toBe(true);
  expect(await mend(marcas.create, unauthenticated)).toBe(false);
  expect(asked).toEqual(['sessionLives', 'sessionLives']);
});

test('[AUTH-33] a call whose session is over waits for the person, and is sent again when they are back', async () => {
  const { mend } = cures({ sessionReturns: [true, false] });
  expect(await mend(marcas.create, unauthenticated)).toBe(true);
  expect(await mend(marcas.create, unauthenticated)).toBe(false);
});

test('a wrong password is no word about the session', async () => {
  const { mend, asked } = cures({ sessionLives: [true] });
  expect(await mend(sessoes.create, unauthenticated)).toBe(false);
  expect(asked).toEqual([]);
});

test('a sensitive call is sent again after the person confirmed who they are, and asks only once', async () => {
  const { mend, asked } = cures({ identityConfirmed: [true] });
  expect(await mend(marcas.remove, notFresh)).toBe(true);
  expect(await mend(marcas.remove, notFresh)).toBe(false);
  expect(asked).toEqual(['identityConfirmed']);
});

test('whoever would rather not confirm gets an error that says so', async () => {
  const { mend } = cures({ identityConfirmed: [false] });
  const error: unknown = await mend(marcas.remove, notFresh).catch((cause: unknown) => cause);
  expect(wasCancelled(error)).toBe(true);
  expect(wasCancelled(notFresh)).toBe(false);
});

test.each([refusal('forbidden', 403), refusal('conflict', 409), refusal('unavailable', 503)])(
  'any other refusal stands',
  async (error) => {
    const { mend, asked } = cures({ sessionLives: [true], identityConfirmed: [true] });
    expect(await mend(marcas.create, error)).toBe(false);
    expect(asked).toEqual([]);
  },
);
