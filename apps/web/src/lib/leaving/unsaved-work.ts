import type { Home } from '#lib/dialogs/stack.ts';

/** A form on the screen, with what it needs before it may disappear. */
export interface Work {
  isChanged: () => boolean;
  /** True while the form must not close, such as during a save that can no longer be stopped. */
  isHeldOpen?: (() => boolean) | undefined;
  /** Forgets what was typed, also its draft. */
  discard?: (() => void) | undefined;
  words?: DiscardWords | undefined;
}

export interface DiscardWords {
  question: string;
  consequence: string;
}

interface Held {
  work: Work;
  home: Home;
  isDiscarded: boolean;
}

/** The forms on the screen. Small, because every screen loads it; `leaving-work.ts` has the rules. */
export const held = new Set<Held>();

export const isLosable = ({ work, isDiscarded }: Held) => !isDiscarded && work.isChanged();

export const isWorkHeld = () => held.size > 0;

/** True when an open form contains changes that would be lost. An open form without changes does not count. */
export const isWorkChanged = () => [...held].some(isLosable);

/** Registers unsaved work that leaving the page would lose. Returns the function that releases it. */
export function holdWork(work: Work = { isChanged: () => true }, home: Home = []): () => void {
  const entry = { work, home, isDiscarded: false };
  held.add(entry);
  return () => {
    held.delete(entry);
  };
}

/** Forgets typed work, when the person has agreed to lose it. */
export function discardWork(lost: Iterable<Held> = held) {
  for (const each of lost) {
    each.isDiscarded = true;
    each.work.discard?.();
  }
}
