/** Knows whether one owner is alone at the gates, or several have been active lately. */
export interface Crowd {
  /** Notes that this owner has a task. */
  note(who: string): void;
  /** Whether two different owners had a task within the last SHARED_MS. */
  readonly isShared: boolean;
}

/** Longer than the pauses between the requests of a person who works, so that the answer does not flicker. */
const SHARED_MS = 1000;

export function openCrowd(clock: () => number = () => performance.now()): Crowd {
  let latest: string | undefined;
  let sharedUntil = Number.NEGATIVE_INFINITY;
  return {
    note(who) {
      if (latest !== undefined && latest !== who) sharedUntil = clock() + SHARED_MS;
      latest = who;
    },
    get isShared() {
      return clock() < sharedUntil;
    },
  };
}
