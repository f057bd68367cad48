import { setTimeout as sleep } from 'node:timers/promises';
import type { Notification } from '#modules/mercado-livre/notifications.ts';
import { unavailable } from '#platform/errors.ts';

/** Gathers what comes in the same moment, so that a thousand a second are a hundred statements, none answered before it is kept. */
const GATHER_MS = 10;
/** The commit of what is nobody's is quicker: whoever asks is answered no sooner than this, and learns nothing from it. */
const SOONEST_MS = 25;
/** The database stands still; who sends them tries again. */
const MOST_WAITING = 5000;

interface Batch {
  byThing: Map<string, Notification>;
  waiting: number;
  openedAt: number;
  kept: PromiseWithResolvers<void>;
}

export interface Inbox {
  /** Resolves once it is kept, or dropped because nobody holds its account: which of them, nobody can tell. */
  take(notification: Notification): Promise<void>;
}

export function openInbox(save: (notifications: readonly Notification[]) => Promise<void>): Inbox {
  let open: Batch | null = null;
  let isRunning = false;

  /** One statement at a time; what comes meanwhile goes with the next. */
  async function run(): Promise<void> {
    isRunning = true;
    for (let batch = open; batch; batch = open) {
      await sleep(GATHER_MS);
      open = null;
      await save([...batch.byThing.values()]).then(() => answer(batch), batch.kept.reject);
    }
    isRunning = false;
  }

  function answer({ openedAt, kept }: Batch): void {
    const wait = openedAt + SOONEST_MS - performance.now();
    if (wait <= 0) kept.resolve();
    else setTimeout(kept.resolve, wait);
  }

  return {
    take(notification) {
      open ??= {
        byThing: new Map(),
        waiting: 0,
        openedAt: performance.now(),
        kept: Promise.withResolvers<void>(),
      };
      if (open.waiting >= MOST_WAITING) throw unavailable();
      open.waiting += 1;
      open.byThing.set(keyOf(notification), notification);
      const { kept } = open;
      // It fails nobody but who waits.
      if (!isRunning) void run();
      return kept.promise;
    },
  };
}

const keyOf = ({ userMlId, topic, resourceId }: Notification) => `${userMlId} ${topic} ${resourceId}`;
