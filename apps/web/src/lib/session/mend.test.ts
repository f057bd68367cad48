import { sessoes } from '@prumo/contract/acesso.ts';
import { marcas } from '@prumo/contract/marcas.ts';
import type { ProblemCode } from '@prumo/contract/problem.ts';
import { expect, test } from 'vitest';
import { ProblemError } from '#lib/api.ts';
import { wasCancelled } from './confirm-identity.ts';
import { type Cures, mending } from './mend.ts';

const refusal = (codigo: ProblemCode, status: number) =>
  new ProblemError({ codigo, mensagem: 'Não.', pedido: 'p1' }, status);
const unauthenticated = refusal('unauthenticated', 401);
const notFresh = refusal('confirm_identity', 403);
const notAMembro = refusal('not_a_membro', 403);

/** Recovery functions that return the given answers in order and record each call. */
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
    membershipLives: next('membershipLives'),
  });
  return { mend, asked };
}

test('[AUTH-32] a call refused while its session was renewed is retried once', async () => {
  const { mend, asked } = cures({ sessionLives: [true, true] });
  expect(await mend(marcas.create, unauthenticated)).toBe(true);
  expect(await mend(marcas.create, unauthenticated)).toBe(false);
  expect(asked).toEqual(['sessionLives', 'sessionLives']);
});

test('[AUTH-33] a call whose session ended waits for the sign-in and is then retried', async () => {
  const { mend } = cures({ sessionReturns: [true, false] });
  expect(await mend(marcas.create, unauthenticated)).toBe(true);
  expect(await mend(marcas.create, unauthenticated)).toBe(false);
});

test('a wrong password at sign-in triggers no session recovery', async () => {
  const { mend, asked } = cures({ sessionLives: [true] });
  expect(await mend(sessoes.create, unauthenticated)).toBe(false);
  expect(asked).toEqual([]);
});

test('a sensitive call is retried after the person confirmed their identity, and asks only once', async () => {
  const { mend, asked } = cures({ identityConfirmed: [true] });
  expect(await mend(marcas.remove, notFresh)).toBe(true);
  expect(await mend(marcas.remove, notFresh)).toBe(false);
  expect(asked).toEqual(['identityConfirmed']);
});

test('a declined confirmation throws an error marked as cancelled', async () => {
  const { mend } = cures({ identityConfirmed: [false] });
  const error: unknown = await mend(marcas.remove, notFresh).catch((cause: unknown) => cause);
  expect(wasCancelled(error)).toBe(true);
  expect(wasCancelled(notFresh)).toBe(false);
});

test('a call refused for its empresa is retried once if the person is a membro after all', async () => {
  const { mend, asked } = cures({ membershipLives: [true, true] });
  expect(await mend(marcas.create, notAMembro)).toBe(true);
  expect(await mend(marcas.create, notAMembro)).toBe(false);
  expect(asked).toEqual(['membershipLives']);
});

test('a call of a person who has left the empresa is not retried', async () => {
  const { mend } = cures({ membershipLives: [false] });
  expect(await mend(marcas.list, notAMembro)).toBe(false);
});

test.each([refusal('forbidden', 403), refusal('conflict', 409), refusal('unavailable', 503)])(
  'a refusal for any other reason is not retried',
  async (error) => {
    const { mend, asked } = cures({ sessionLives: [true], identityConfirmed: [true] });
    expect(await mend(marcas.create, error)).toBe(false);
    expect(asked).toEqual([]);
  },
);
