import type { Sessao } from '@prumo/contract/acesso.ts';

export interface SessionState {
  user: Sessao['usuario'] | null;
  session: Sessao | null;
  /** True until the server's first answer about the session. */
  loading: boolean;
}

/** A person signed in: with a password or Google, with a second factor, or by the link that set a new password. */
export interface SignInEvent {
  type: 'SIGNED_IN' | 'MFA_CHALLENGE_VERIFIED' | 'PASSWORD_RECOVERY';
  session: Sessao;
}

export type SessionEvent =
  | { type: 'INITIAL_SESSION'; session: Sessao | null }
  | SignInEvent
  | { type: 'TOKEN_REFRESHED' | 'USER_UPDATED'; session: Sessao }
  /** The person chose another empresa for this tab. */
  | { type: 'EMPRESA_CHANGED'; session: Sessao }
  | { type: 'SIGNED_OUT' };

export const unknownSession: SessionState = { user: null, session: null, loading: true };

export function reduceSession(state: SessionState, event: SessionEvent): SessionState {
  const session = event.type === 'SIGNED_OUT' ? null : event.session;
  // A late first answer must not override an earlier sign-in or sign-out.
  if (event.type === 'INITIAL_SESSION' && !state.loading) return state;
  // A session read that was in flight during a sign-out must not sign the person in again.
  const reading = event.type === 'TOKEN_REFRESHED' || event.type === 'USER_UPDATED';
  if (reading && !state.loading && state.session === null) return state;
  return { user: session?.usuario ?? null, session, loading: false };
}

/** The person has left the empresa of this tab, and the session goes on in another one. */
export interface Loss {
  lost: Sessao['empresa'];
  next: Sessao['empresa'];
}

/**
 * Keeps the empresa that the tab shows, because a tab changes its empresa only when the person says so. The
 * server answers for the tab's empresa as long as the person belongs to it, so another empresa in an answer is
 * a loss.
 */
export function keepEmpresa(
  { session: shown }: SessionState,
  event: SessionEvent,
): { event: SessionEvent; loss?: Loss } {
  if (event.type === 'SIGNED_OUT' || event.type === 'INITIAL_SESSION' || event.type === 'EMPRESA_CHANGED')
    return { event };
  const { session: answer } = event;
  if (!shown || shown.usuario.id !== answer.usuario.id || shown.empresa.id === answer.empresa.id)
    return { event };
  return {
    event: { ...event, session: { ...answer, empresa: shown.empresa } },
    loss: { lost: shown.empresa, next: answer.empresa },
  };
}

/** Derives the event from the server's answer and the known session. */
export function eventOf(state: SessionState, answer: Sessao | null): SessionEvent {
  if (state.loading) return { type: 'INITIAL_SESSION', session: answer };
  if (answer === null) return { type: 'SIGNED_OUT' };
  return { type: state.user?.id === answer.usuario.id ? 'TOKEN_REFRESHED' : 'SIGNED_IN', session: answer };
}
