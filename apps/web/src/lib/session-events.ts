import type { Sessao } from '@prumo/contract/acesso.ts';

export interface SessionState {
  user: Sessao['usuario'] | null;
  session: Sessao | null;
  /** True until the server has said for the first time who is signed in. */
  loading: boolean;
}

/** A person came in: with a password or Google, with a second factor, or with the link that set a new password. */
export interface SignInEvent {
  type: 'SIGNED_IN' | 'MFA_CHALLENGE_VERIFIED' | 'PASSWORD_RECOVERY';
  session: Sessao;
}

export type SessionEvent =
  | { type: 'INITIAL_SESSION'; session: Sessao | null }
  | SignInEvent
  | { type: 'TOKEN_REFRESHED' | 'USER_UPDATED'; session: Sessao }
  | { type: 'SIGNED_OUT' };

export const unknownSession: SessionState = { user: null, session: null, loading: true };

export function reduceSession(state: SessionState, event: SessionEvent): SessionState {
  const session = event.type === 'SIGNED_OUT' ? null : event.session;
  // A late first answer must not overrule a sign-in or sign-out that came before it.
  if (event.type === 'INITIAL_SESSION' && !state.loading) return state;
  // A reading that was under way while the person signed out must not sign them in again.
  const reading = event.type === 'TOKEN_REFRESHED' || event.type === 'USER_UPDATED';
  if (reading && !state.loading && state.session === null) return state;
  return { user: session?.usuario ?? null, session, loading: false };
}

/** What the server said about the session, as the event it means for what we knew. */
export function eventOf(state: SessionState, answer: Sessao | null): SessionEvent {
  if (state.loading) return { type: 'INITIAL_SESSION', session: answer };
  if (answer === null) return { type: 'SIGNED_OUT' };
  return { type: state.user?.id === answer.usuario.id ? 'TOKEN_REFRESHED' : 'SIGNED_IN', session: answer };
}
