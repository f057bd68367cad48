import { type Sessao, sessoes } from '@prumo/contract/acesso.ts';
import { useSyncExternalStore } from 'react';
import { call, onUnauthenticated, ProblemError } from './api.ts';
import {
  eventOf,
  reduceSession,
  type SessionEvent,
  type SessionState,
  unknownSession,
} from './session-events.ts';

/** The one place that knows who is signed in. The tokens themselves are in httpOnly cookies, out of reach. */
let state: SessionState = unknownSession;
let leftOnPurpose = false;
const listeners = new Set<(state: SessionState) => void>();
const otherTabs = new BroadcastChannel('sessao');

const REFRESH_EVERY = 4 * 60 * 1000;
const FIRST_DELAY = 200;

export const currentSession = () => state;

export function subscribeToSession(listener: (state: SessionState) => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useSession = () => useSyncExternalStore(subscribeToSession, currentSession);

export function signedIn(session: Sessao) {
  leftOnPurpose = false;
  apply({ type: 'SIGNED_IN', session });
  otherTabs.postMessage('SIGNED_IN');
}

/** Whoever signed out does not expect to be brought back; whoever lost the session does. */
export const hasLeftOnPurpose = () => leftOnPurpose;

export function signedOut() {
  leave(true);
  otherTabs.postMessage('SIGNED_OUT');
}

function sessionEnded() {
  // The answers to what was under way when they left come after it.
  if (!state.session) return;
  leave(false);
  otherTabs.postMessage('SESSION_ENDED');
}

function leave(onPurpose: boolean) {
  leftOnPurpose = onPurpose;
  apply({ type: 'SIGNED_OUT' });
}

let firstAnswer: Promise<void> | undefined;
/** Resolves once it is known who is signed in; a failure is forgotten, so that asking again tries again. */
export const sessionKnown = (): Promise<void> => {
  if (!state.loading) return Promise.resolve();
  firstAnswer ??= ask(4).catch((error: unknown) => {
    firstAnswer = undefined;
    throw error;
  });
  return firstAnswer;
};

/** Follows other tabs and keeps the session alive while somebody works. */
export function startSession() {
  onUnauthenticated(sessionEnded);
  otherTabs.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === 'SIGNED_OUT') leave(true);
    if (data === 'SESSION_ENDED') leave(false);
    if (data === 'SIGNED_IN') refresh();
  };
  addEventListener('focus', refresh);
  setInterval(refresh, REFRESH_EVERY);
}

function refresh() {
  if (state.loading) return;
  ask(1).catch((error: unknown) => console.error('A sessão não foi renovada', error));
}

/** A server out of reach says nothing about the session: only an answer changes it. */
async function ask(tries: number, delay = FIRST_DELAY): Promise<void> {
  const before = state;
  try {
    const { sessao } = await call(sessoes.current);
    // Somebody signed in or out while the question was under way: the answer may be older than that.
    if (state.session === before.session || state.loading) apply(eventOf(state, sessao));
  } catch (error) {
    if (tries <= 1 || (error instanceof ProblemError && error.status >= 400 && error.status < 500))
      throw error;
    await new Promise((resolve) => setTimeout(resolve, delay));
    await ask(tries - 1, delay * 2);
  }
}

function apply(event: SessionEvent) {
  state = reduceSession(state, event);
  for (const listener of listeners) listener(state);
}
