import { setTimeout as sleep } from 'node:timers/promises';
import { sellerKey } from '#modules/marketplace/seller.ts';
import { unavailable } from '#platform/errors.ts';
import type { Told } from './notificacoes.queries.ts';

/**
 * The time for which notifications are collected into one statement, so that a thousand notifications a
 * second cause at most a hundred statements. No notification is answered before it is stored.
 */
const GATHER_MS = 10;
/**
 * The minimum time of an answer. Dropping a notification is quicker than storing it, and the time of the
 * answer must not reveal which happened.
 */
const SOONEST_MS = 25;
/**
 * The maximum numbers of different resources that wait in memory while the database stalls. Further requests
 * fail, and the sender retries. Untrusted notifications have their own limit, so that they cannot use up that
 * of trusted ones.
 */
const MOST_THINGS = { trusted: 5000, untrusted: 2500 } as const;

interface Batch {
  byThing: Map<string, Told>;
  untrusted: number;
  openedAt: number;
  kept: PromiseWithResolvers<void>;
}

export interface Inbox {
  /**
   * Resolves when the notification is stored, or dropped because no empresa holds its account. The sender
   * cannot tell which of the two happened.
   */
  take(notification: Told): Promise<void>;
}

export function openInbox(save: (notifications: readonly Told[]) => Promise<void>): Inbox {
  let open: Batch | null = null;
  let isRunning = false;

  /**
   * Runs one statement at a time. Notifications that arrive during a statement are stored by the next one.
   */
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
        untrusted: 0,
        openedAt: performance.now(),
        kept: Promise.withResolvers<void>(),
      };
      add(open, notification);
      const { kept } = open;
      // `run` never rejects, because it passes a failure to the waiting requests.
      if (!isRunning) void run();
      return kept.promise;
    },
  };
}

/** Adds a notification to the batch. A repeated notification does not count against the limits. */
function add(batch: Batch, notification: Told): void {
  const { isTrusted } = notification;
  const key = keyOf(notification);
  const known = batch.byThing.get(key);
  if (!known) {
    const { byThing, untrusted } = batch;
    const isFull = isTrusted
      ? byThing.size - untrusted >= MOST_THINGS.trusted
      : untrusted >= MOST_THINGS.untrusted;
    if (isFull) throw unavailable();
    if (!isTrusted) batch.untrusted += 1;
  }
  const spacingS = Math.min(known?.spacingS ?? notification.spacingS, notification.spacingS);
  batch.byThing.set(key, { ...notification, spacingS });
}

/**
 * Identifies what a notification asks for. An untrusted notification about a sale only asks for a poll of its
 * seller.
 */
function keyOf({ isTrusted, topico, recurso, ...seller }: Told): string {
  const key = sellerKey(seller);
  if (isTrusted) return `${key} ${topico} ${recurso}`;
  return topico === 'anuncios' ? `? ${key} ${topico} ${recurso}` : `? ${key}`;
}
