import { describe, expect, test } from 'vitest';
import { aSessao } from './session.fixture.ts';
import { eventOf, reduceSession, type SessionEvent, unknownSession } from './session-events.ts';

const ana = aSessao('ana');
const after = (...events: SessionEvent[]) => events.reduce(reduceSession, unknownSession);
const signedIn = { user: ana.usuario, session: ana, loading: false };
const anonymous = { user: null, session: null, loading: false };

test('nothing is known and loading is true before the first answer', () => {
  expect(unknownSession).toEqual({ user: null, session: null, loading: true });
});

test('[AUTH-35] INITIAL_SESSION ends loading, with or without a session', () => {
  expect(after({ type: 'INITIAL_SESSION', session: null })).toEqual(anonymous);
  expect(after({ type: 'INITIAL_SESSION', session: ana })).toEqual(signedIn);
});

test.each(['SIGNED_IN', 'PASSWORD_RECOVERY', 'MFA_CHALLENGE_VERIFIED'] as const)(
  '[AUTH-35] %s takes the session it carries',
  (type) => {
    expect(after({ type: 'INITIAL_SESSION', session: null }, { type, session: ana })).toEqual(signedIn);
  },
);

test.each(['TOKEN_REFRESHED', 'USER_UPDATED'] as const)(
  '[AUTH-35] %s replaces the session known before',
  (type) => {
    const renamed = aSessao('ana', 'Ana Maria');
    expect(after({ type: 'SIGNED_IN', session: ana }, { type, session: renamed }).user).toEqual(
      renamed.usuario,
    );
  },
);

test('[AUTH-35] SIGNED_OUT leaves nobody', () => {
  expect(after({ type: 'SIGNED_IN', session: ana }, { type: 'SIGNED_OUT' })).toEqual(anonymous);
});

test('a first answer that comes late does not undo a sign-out', () => {
  expect(after({ type: 'SIGNED_OUT' }, { type: 'INITIAL_SESSION', session: ana })).toEqual(anonymous);
});

test.each(['TOKEN_REFRESHED', 'USER_UPDATED'] as const)(
  'a %s that comes late does not undo a sign-out',
  (type) => {
    expect(after({ type: 'SIGNED_OUT' }, { type, session: ana })).toEqual(anonymous);
  },
);

describe('what an answer means', () => {
  test('the first one is INITIAL_SESSION', () => {
    expect(eventOf(unknownSession, ana).type).toBe('INITIAL_SESSION');
  });
  test('the same user again is TOKEN_REFRESHED, another one SIGNED_IN, nobody SIGNED_OUT', () => {
    expect(eventOf(signedIn, ana).type).toBe('TOKEN_REFRESHED');
    expect(eventOf(signedIn, aSessao('bia')).type).toBe('SIGNED_IN');
    expect(eventOf(signedIn, null).type).toBe('SIGNED_OUT');
  });
});
