import { useSyncExternalStore } from 'react';

export interface Question<About> {
  /** Opens the question, or joins it when it is open already, and waits for its answer. */
  ask: (about: About) => Promise<boolean>;
  /** Closes it: everybody who waits hears the same. Does nothing when it is not open. */
  answer: (yes: boolean) => void;
  /** What the open question is about. */
  current: () => About | undefined;
  subscribe: (listener: () => void) => () => void;
}

/** Something only the person can answer, for which calls wait. lib draws nothing: a dialog shows what is open. */
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
