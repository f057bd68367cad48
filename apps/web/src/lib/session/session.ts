import { type Sessao, sessoes } from '@prumo/contract/acesso.ts';
import { useSyncExternalStore } from 'react';
import { call, callsAreMadeBy, ProblemError, traceOf } from '#lib/api.ts';
import { isWorkHeld } from '#lib/leaving/unsaved-work.ts';
import { forgetRecents } from '#lib/recents.ts';
import { confirmIdentity, identity } from './confirm-identity.ts';
import { lapse } from './lapse.ts';
import { loss } from './loss.ts';
import { mending } from './mend.ts';
import {
  eventOf,
  keepEmpresa,
  reduceSession,
  type SessionEvent,
  type SessionState,
  type SignInEvent,
  unknownSession,
} from './session-events.ts';
import { forgetEmpresa, keepForNewTabs, keepForTab, rememberedEmpresa } from './tab-empresa.ts';

/** The single source of who is signed in. The tokens are in httpOnly cookies, which scripts cannot read. */
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

let switches = 0;
/** Changes with every switch of the empresa. As a key, it gives the new empresa fresh components. */
export const useSwitches = () => useSyncExternalStore(subscribeToSession, () => switches);

/** Shows the tab in the empresa of this session. */
export function changeEmpresa(session: Sessao) {
  switches++;
  apply({ type: 'EMPRESA_CHANGED', session });
}

export function signedIn(session: Sessao, type: SignInEvent['type'] = 'SIGNED_IN') {
  leftOnPurpose = false;
  apply({ type, session });
  announceSignIn();
}

/**
 * Tells the other tabs of a sign-in that ended with a page load. This tab needs no event, because the first
 * answer of the new page already names the person.
 */
export const announceSignIn = () => otherTabs.postMessage('SIGNED_IN');

/**
 * True when the person left by choice. The next sign-in then opens the start page. After a session that ended
 * by itself, the next sign-in returns to the last page.
 */
export const hasLeftOnPurpose = () => leftOnPurpose;

export function signedOut() {
  leave(true);
  otherTabs.postMessage('SIGNED_OUT');
}

/** The session has ended and the person chooses not to continue it. */
export const giveUpSession = () => leave(true);

/** The person postpones the sign-in: waiting calls fail, typed text stays, and the next call asks again. */
export function putOffSignIn() {
  lapse.answer(false);
  if (!isWorkHeld()) leave(false);
}

/** Re-reads the person's name, e-mail and factors after a change, in every tab. */
export async function refreshSession(): Promise<void> {
  otherTabs.postMessage('USER_UPDATED');
  const before = switches;
  // The change itself succeeded, so a failed read is not reported as its failure.
  const { sessao } = await call(sessoes.current).catch(notRead);
  if (sessao && sessao.usuario.id === state.user?.id && switches === before)
    apply({ type: 'USER_UPDATED', session: sessao });
}

let isLossPutOff = false;
/** The person stays on the screen, to copy what they typed. The next change they send asks again. */
export function putOffLoss() {
  isLossPutOff = true;
  loss.answer(false);
}

function sessionOver() {
  // Answers to calls that were in flight may arrive after the person has left.
  if (!state.session || lapse.current()) return;
  if (isWorkHeld()) void lapse.ask(state.session);
  else leave(false);
  otherTabs.postMessage('SESSION_ENDED');
}

function leave(onPurpose: boolean) {
  leftOnPurpose = onPurpose;
  identity.answer(false);
  const empresa = state.session?.empresa.id;
  sessionStorage.clear();
  forgetRecents();
  if (onPurpose) forgetEmpresa();
  // The person returns to the same page after the sign-in, and so to the same empresa.
  else if (empresa) keepForTab(empresa);
  apply({ type: 'SIGNED_OUT' });
}

let firstAnswer: Promise<unknown> | undefined;
/** Resolves once the page knows who is signed in. A failure is not cached, so the next call tries again. */
export async function sessionKnown(): Promise<void> {
  if (!state.loading) return;
  firstAnswer ??= ask(4).catch((error: unknown) => {
    firstAnswer = undefined;
    throw error;
  });
  await firstAnswer;
}

/**
 * Follows the sign-ins and sign-outs of other tabs, keeps the session alive while a person works, and
 * recovers calls that fail because the session ended.
 */
export function startSession() {
  callsAreMadeBy(() => {
    const usuario = state.user?.id;
    const empresa = state.session?.empresa.id ?? rememberedEmpresa();
    const mend = mending({
      sessionLives: () => sessionLives(usuario),
      sessionReturns: () => sessionReturns(usuario),
      identityConfirmed: confirmIdentity,
      membershipLives: (isChange) => membershipLives({ usuario, empresa, isChange }),
    });
    return { usuario, empresa, mend };
  });
  otherTabs.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === 'SIGNED_OUT') leave(true);
    else checkSession();
  };
  addEventListener('focus', () => {
    if (state.session) keepForNewTabs(state.session.empresa.id);
    checkSession();
  });
  setInterval(checkSession, REFRESH_EVERY);
}

/** Reads the session again. Resolves to false when the server did not answer. */
export const askSession = (): Promise<boolean> =>
  ask(1).then(
    () => true,
    (error: unknown) => {
      const isAnswered = error instanceof ProblemError && error.status > 0;
      // The line about the connection already says that nothing arrives.
      if (isAnswered) notRead(error);
      return isAnswered;
    },
  );

/** Asks the server in the background whether the session and the membership still exist. */
export function checkSession() {
  if (state.loading) return;
  ask(1).catch(notRead);
}

/** A new cookie arrives within this time of the refusal of the old one. */
const COOKIE_MS = 1000;

/**
 * Checks the session after the stream was refused. A confirmation of the identity replaces the cookie, and the refusal
 * can arrive before the answer with the new one. A check with the old cookie would end the session on the screen.
 */
export function checkSessionSoon() {
  setTimeout(checkSession, COOKIE_MS);
}

function notRead(error: unknown) {
  console.error('A sessão não foi renovada', traceOf(error));
  return { sessao: null };
}

let asking: Promise<Sessao | null> | undefined;
/** Concurrently refused calls share one request. */
function askTogether(): Promise<Sessao | null> {
  asking ??= ask(2).finally(() => {
    asking = undefined;
  });
  return asking;
}

/** True when the caller's session is still valid. */
async function sessionLives(caller: string | undefined): Promise<boolean> {
  const before = state.session;
  const answer = await askTogether();
  // A sign-in or sign-out during the request is newer than its answer.
  const session = state.session === before ? answer : state.session;
  return caller !== undefined && session?.usuario.id === caller;
}

interface Refused {
  usuario: string | undefined;
  empresa: string | undefined;
  isChange: boolean;
}

/** True when the caller is still a membro. Otherwise the answer opens the question about the loss. */
async function membershipLives({ usuario, empresa, isChange }: Refused): Promise<boolean> {
  // Reads in the background do not ask again.
  if (isChange) isLossPutOff = false;
  const answer = await askTogether();
  return answer !== null && answer.usuario.id === usuario && answer.empresa.id === empresa;
}

/** Waits for the next sign-in. A call is resent only as the person who made it. */
async function sessionReturns(caller: string | undefined): Promise<boolean> {
  const lapsed = lapse.current();
  if (!lapsed || lapsed.usuario.id !== caller) return false;
  return (await lapse.ask(lapsed)) && state.user?.id === caller;
}

/**
 * Reads the session. Only an answer changes the known session, because an unreachable server says nothing
 * about it.
 */
async function ask(tries: number, delay = FIRST_DELAY): Promise<Sessao | null> {
  const before = state;
  try {
    const { sessao } = await call(sessoes.current);
    // A sign-in or sign-out during the request makes the answer outdated.
    if (state.session === before.session || state.loading) learn(sessao);
    return sessao;
  } catch (error) {
    const isFinal =
      error instanceof ProblemError && (error.late || (error.status >= 400 && error.status < 500));
    if (tries <= 1 || isFinal) throw error;
    await new Promise((resolve) => setTimeout(resolve, delay));
    return ask(tries - 1, delay * 2);
  }
}

function learn(answer: Sessao | null) {
  if (answer === null && !state.loading) sessionOver();
  else apply(eventOf(state, answer));
}

/** Events that begin the work in an empresa. A refresh in the background says nothing about the tab in use. */
const BEGINS: ReadonlySet<SessionEvent['type']> = new Set([
  'INITIAL_SESSION',
  'SIGNED_IN',
  'EMPRESA_CHANGED',
]);

function apply(event: SessionEvent) {
  const lapsed = lapse.current();
  const kept = keepEmpresa(state, event);
  state = reduceSession(state, kept.event);
  if (state.session) keepForTab(state.session.empresa.id);
  if (state.session && BEGINS.has(event.type)) keepForNewTabs(state.session.empresa.id);
  for (const listener of listeners) listener(state, event.type);
  // Calls that wait for this person continue. They fail if another person signed in.
  if (lapsed) lapse.answer(state.user?.id === lapsed.usuario.id);
  if (!kept.loss) {
    isLossPutOff = false;
    loss.answer(false);
  } else if (!isLossPutOff) void loss.ask(kept.loss);
}
