import { useSyncExternalStore } from 'react';

export interface Question<About> {
  /** Opens the question, or joins the open one, and waits for its answer. */
  ask: (about: About) => Promise<boolean>;
  /** Closes the question and gives every waiting caller the same answer. Does nothing when no question is open. */
  answer: (yes: boolean) => void;
  /** The subject of the open question. */
  current: () => About | undefined;
  subscribe: (listener: () => void) => () => void;
}

/**
 * A question that only the person can answer, while calls wait for the answer. A dialog of a feature shows
 * the open question, because lib renders nothing.
 */
export function createQuestion<About>(): Question<About> {
  let open: { about: About; answered: PromiseWithResolvers<boolean> } | undefined;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    ask(about) {
      if (open) return open.answered.promise;
      open = { about, answered: Promise.withResolvers<boolean>() };
      const { promise } = open.answered;
      tell();
      return promise;
    },
    answer(yes) {
      const closed = open;
      open = undefined;
      closed?.answered.resolve(yes);
      if (closed) tell();
    },
    current: () => open?.about,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

export const useQuestion = <About>({ subscribe, current }: Question<About>) =>
  useSyncExternalStore(subscribe, current);
