import { describe, expect, test } from 'vitest';
import { aSessao } from './session.fixture.ts';
import { eventOf, keepEmpresa, reduceSession, type SessionEvent, unknownSession } from './session-events.ts';

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

describe('the empresa of the tab', () => {
  const boreal = { ...ana.empresa, id: 'e2', nome: 'Boreal' };
  const inBoreal = { ...aSessao('ana', 'Ana Maria'), empresa: boreal };

  test.each(['TOKEN_REFRESHED', 'USER_UPDATED', 'SIGNED_IN', 'MFA_CHALLENGE_VERIFIED'] as const)(
    'stays when %s carries another empresa, and the loss is reported',
    (type) => {
      const kept = keepEmpresa(signedIn, { type, session: inBoreal });
      expect(kept.loss).toEqual({ lost: ana.empresa, next: boreal });
      expect(reduceSession(signedIn, kept.event)).toEqual({
        user: inBoreal.usuario,
        session: { ...inBoreal, empresa: ana.empresa },
        loading: false,
      });
    },
  );

  test.each<[string, SessionEvent]>([
    ['the first answer', { type: 'INITIAL_SESSION', session: inBoreal }],
    ['a switch', { type: 'EMPRESA_CHANGED', session: inBoreal }],
    ['another person', { type: 'SIGNED_IN', session: { ...aSessao('bia'), empresa: boreal } }],
    ['a new name of the same empresa', { type: 'TOKEN_REFRESHED', session: ana }],
    ['a sign-out', { type: 'SIGNED_OUT' }],
  ])('follows %s, which is no loss', (_, event) => {
    const kept = keepEmpresa(signedIn, event);
    expect(kept).toEqual({ event });
  });

  test('a tab without a session takes the empresa of the sign-in', () => {
    const event = { type: 'SIGNED_IN', session: inBoreal } as const;
    expect(keepEmpresa(anonymous, event)).toEqual({ event });
  });
});
