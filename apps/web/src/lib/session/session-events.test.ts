import { describe, expect, test } from 'vitest';
import { aSessao } from './session.fixture.ts';
import { eventOf, reduceSession, type SessionEvent, unknownSession } from './session-events.ts';

const ana = aSessao('ana');
const after = (...events: SessionEvent[]) => events.reduce(reduceSession, unknownSession);
const signedIn = { user: ana.usuario, session: ana, loading: false };
const anonymous = { user: null, session: null, loading: false };

test('before the first answer the session is unknown and loading is true', () => {
  expect(unknownSession).toEqual({ user: null, session: null, loading: true });
});

test('[AUTH-35] INITIAL_SESSION ends loading, with or without a session', () => {
  expect(after({ type: 'INITIAL_SESSION', session: null })).toEqual(anonymous);
  expect(after({ type: 'INITIAL_SESSION', session: ana })).toEqual(signedIn);
});

test.each(['SIGNED_IN', 'PASSWORD_RECOVERY', 'MFA_CHALLENGE_VERIFIED'] as const)(
  '[AUTH-35] %s sets the session it carries',
  (type) => {
    expect(after({ type: 'INITIAL_SESSION', session: null }, { type, session: ana })).toEqual(signedIn);
  },
);

test.each(['TOKEN_REFRESHED', 'USER_UPDATED'] as const)('[AUTH-35] %s replaces the known session', (type) => {
  const renamed = aSessao('ana', 'Ana Maria');
  expect(after({ type: 'SIGNED_IN', session: ana }, { type, session: renamed }).user).toEqual(
    renamed.usuario,
  );
});

test('[AUTH-35] SIGNED_OUT clears user and session', () => {
  expect(after({ type: 'SIGNED_IN', session: ana }, { type: 'SIGNED_OUT' })).toEqual(anonymous);
});

test('a late first answer does not undo a sign-out', () => {
  expect(after({ type: 'SIGNED_OUT' }, { type: 'INITIAL_SESSION', session: ana })).toEqual(anonymous);
});

test.each(['TOKEN_REFRESHED', 'USER_UPDATED'] as const)('a late %s does not undo a sign-out', (type) => {
  expect(after({ type: 'SIGNED_OUT' }, { type, session: ana })).toEqual(anonymous);
});

describe('the event derived from an answer', () => {
  test('is INITIAL_SESSION for the first answer', () => {
    expect(eventOf(unknownSession, ana).type).toBe('INITIAL_SESSION');
  });
  test('is TOKEN_REFRESHED for the same user, SIGNED_IN for another, SIGNED_OUT for no session', () => {
    expect(eventOf(signedIn, ana).type).toBe('TOKEN_REFRESHED');
    expect(eventOf(signedIn, aSessao('bia')).type).toBe('SIGNED_IN');
    expect(eventOf(signedIn, null).type).toBe('SIGNED_OUT');
  });
});
