import type { Sessao } from '@prumo/contract/acesso.ts';
import { createQuestion } from './question.ts';

/** The session is over, somebody was in the middle of something, and calls wait for the same person to come back. */
export const lapse = createQuestion<Sessao>();

/** Calls the listener when the session ends under what is being done; returns how to stop. */
export const onLapse = (listener: () => void): (() => void) =>
  lapse.subscribe(() => {
    if (lapse.current()) listener();
  });
