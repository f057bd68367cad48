import type { Sessao } from '@prumo/contract/acesso.ts';
import { createQuestion } from './question.ts';

/** Open when the session has ended during unsaved work. Calls wait for the same person to sign in again. */
export const lapse = createQuestion<Sessao>();

/** Calls the listener when the session ends during unsaved work. Returns the unsubscribe function. */
export const onLapse = (listener: () => void): (() => void) =>
  lapse.subscribe(() => {
    if (lapse.current()) listener();
  });
