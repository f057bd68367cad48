import { type Sessao, sessoes } from '@prumo/contract/acesso.ts';
import { useSyncExternalStore } from 'react';
import { call, callsAreMadeBy, ProblemError, traceOf } from './api.ts';
import { confirmIdentity, identity } from './confirm-identity.ts';
import { lapse } from './lapse.ts';
import { mending } from './mend.ts';
import {
  eventOf,
  reduceSession,
  type SessionEvent,
  type SessionState,
  type SignInEvent,
  unknownSession,
} from './session-events.ts';
import { isWorkHeld } from './unsaved-work.ts';

/** The one place that knows who is signed in. The tokens themselves are in httpOnly cookies, out of reach. */
let state: SessionState = unknownSession;
let leftOnPurpose = false;
type Listener = (state: SessionState, event: SessionEvent['type']) => void;
const listeners = new Set<Listener>();
const otherTabs = new BroadcastChannel('sessao');

const REFRESH_EVERY = 4 * 60 * 1000;
const FIRST_DELAY = 200;

export const currentSession = () => state;

export function subscribeToSession(listener: Listener) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useSession = () => useSyncExternalStore(subscribeToSession, currentSession);

export function signedIn(session: Sessao, type: SignInEvent['type'] = 'SIGNED_IN') {
  leftOnPurpose = false;
  apply({ type, session });
  announceSignIn();
}

/** For a sign-in that ended with a new page, whose first answer already says who it is. */
export const announceSignIn = () => otherTabs.postMessage('SIGNED_IN');

/** Whoever signed out does not expect to be brought back; whoever lost the session does. */
export const hasLeftOnPurpose = () => leftOnPurpose;

export function signedOut() {
  leave(true);
  otherTabs.postMessage('SIGNED_OUT');
}

/** The session is over and the person does not want to go on with it. */
export const giveUpSession = () => leave(true);

/** The person closes the question for now: what was waiting fails, what was typed stays, the next call asks again. */
export function putOffSignIn() {
  lapse.answer(false);
  if (!isWorkHeld()) leave(false);
}

/** What the server knows of the person has changed (name, email, factors): reads it again, in every tab. */
export async function refreshSession(): Promise<void> {
  otherTabs.postMessage('USER_UPDATED');
  // The change is made; that it could not be read yet is no failure of it.
  const { sessao } = await call(sessoes.current).catch(notRead);
  if (sessao && sessao.usuario.id === state.user?.id) apply({ type: 'USER_UPDATED', session: sessao });
}

function sessionOver() {
  // The answers to what was under way when they left come after it.
  if (!state.session || lapse.current()) return;
  if (isWorkHeld()) void lapse.ask(state.session);
  else leave(false);
  otherTabs.postMessage('SESSION_ENDED');
}

function leave(onPurpose: boolean) {
  leftOnPurpose = onPurpose;
  identity.answer(false);
  sessionStorage.clear();
  apply({ type: 'SIGNED_OUT' });
}

let firstAnswer: Promise<unknown> | undefined;
/** Resolves once it is known who is signed in; a failure is forgotten, so that asking again tries again. */
export async function sessionKnown(): Promise<void> {
  if (!state.loading) return;
  firstAnswer ??= ask(4).catch((error: unknown) => {
    firstAnswer = undefined;
    throw error;
  });
  await firstAnswer;
}

/** Follows other tabs, keeps the session alive while somebody works, and mends the calls that meet its end. */
export function startSession() {
  callsAreMadeBy(() => {
    const usuario = state.user?.id;
    const mend = mending({
      sessionLives: () => sessionLives(usuario),
      sessionReturns: () => sessionReturns(usuario),
      identityConfirmed: confirmIdentity,
    });
    return { usuario, mend };
  });
  otherTabs.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === 'SIGNED_OUT') leave(true);
    else refresh();
  };
  addEventListener('focus', refresh);
  setInterval(refresh, REFRESH_EVERY);
}

function refresh() {
  if (state.loading) return;
  ask(1).catch(notRead);
}

function notRead(error: unknown) {
  console.error('A sessão não foi renovada', traceOf(error));
  return { sessao: null };
}

let asking: Promise<Sessao | null> | undefined;
/** Calls refused at the same time ask once. */
async function sessionLives(caller: string | undefined): Promise<boolean> {
  const before = state.session;
  asking ??= ask(2).finally(() => {
    asking = undefined;
  });
  const answer = await asking;
  // Whoever signed in or out meanwhile knows better than the answer.
  const session = state.session === before ? answer : state.session;
  return caller !== undefined && session?.usuario.id === caller;
}

/** Never for another person: a call is sent again only as whoever made it. */
async function sessionReturns(caller: string | undefined): Promise<boolean> {
  const lapsed = lapse.current();
  if (!lapsed || lapsed.usuario.id !== caller) return false;
  return (await lapse.ask(lapsed)) && state.user?.id === caller;
}

/** A server out of reach says nothing about the session: only an answer changes it. */
async function ask(tries: number, delay = FIRST_DELAY): Promise<Sessao | null> {
  const before = state;
  try {
    const { sessao } = await call(sessoes.current);
    // Somebody signed in or out while the question was under way: the answer may be older than that.
    if (state.session === before.session || state.loading) learn(sessao);
    return sessao;
  } catch (error) {
    if (tries <= 1 || (error instanceof ProblemError && error.status >= 400 && error.status < 500))
      throw error;
    await new Promise((resolve) => setTimeout(resolve, delay));
    return ask(tries - 1, delay * 2);
  }
}

function learn(answer: Sessao | null) {
  if (answer === null && !state.loading) sessionOver();
  else apply(eventOf(state, answer));
}

function apply(event: SessionEvent) {
  const lapsed = lapse.current();
  state = reduceSession(state, event);
  for (const listener of listeners) listener(state, event.type);
  // Whoever waits for this person goes on; for anybody else they give up.
  if (lapsed) lapse.answer(state.user?.id === lapsed.usuario.id);
}
