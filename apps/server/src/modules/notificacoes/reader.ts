import { setTimeout as sleep } from 'node:timers/promises';
import { accessOf } from '#modules/contas/tokens.ts';
import type { Topic } from '#modules/mercado-livre/notifications.ts';
import type { Database } from '#platform/db.ts';
import type { Log } from '#platform/log.ts';
import {
  type Claim,
  claimNotificacoes,
  type Due,
  isConnected,
  type Outcome,
  settleNotificacoes,
} from './notificacoes.queries.ts';
import type { Reading, ReadTopic } from './topics.ts';

/** Sellers read at the same time; of one seller one batch, so that nobody's many keep another's few waiting. */
const AT_ONCE = 4;
const BATCH = 20;
/** Who was killed while reading is followed by another. */
const HELD_SECONDS = 180;
const IDLE_MS = 1000;

/** A thing that changes all the time is read this often. */
const REST_SECONDS = 5;
/** What is not there or not the seller's is not asked for again at once: Mercado Livre blocks who asks too much of that. */
const REFUSED_SECONDS = 60 * 60;
const FIRST_FAILED_SECONDS = 15;
const LONGEST_FAILED_SECONDS = 30 * 60;
/** So many refused in one batch were made up by somebody, or the seller withdrew a permission. */
const SUSPICIOUS = 10;
const SUSPICION_MS = 10 * 60_000;

export interface Reader {
  /** Reads what is due of one seller; false where nothing is. */
  step(): Promise<boolean>;
  start(): void;
  /** After what is being read. */
  stop(): Promise<void>;
}

/** The rows are the queue: whoever is killed leaves them to be taken again when their time is over. */
export function openReader(parts: {
  db: Database;
  topics: Readonly<Record<Topic, ReadTopic>>;
  log: Log;
}): Reader {
  const { db, topics, log } = parts;
  const busy = new Set<string>();
  const suspected = new Map<string, number>();
  const stopping = new AbortController();
  let running: Promise<void> | undefined;

  function claim(): Promise<Claim | null> {
    for (const [seller, until] of suspected) if (until < Date.now()) suspected.delete(seller);
    const except = [...busy, ...suspected.keys()];
    return claimNotificacoes(db, { except, limit: BATCH, seconds: HELD_SECONDS });
  }

  async function read(claimed: Claim): Promise<void> {
    const readings = await topics[claimed.topico](claimed);
    const outcomes = claimed.due.map((due) => outcomeOf(due, readings.of(due.recurso)));
    const refused = claimed.due.filter(({ recurso }) => readings.of(recurso) === 'refused').length;
    await db.write(accessOf(claimed), async (tx) => {
      // What was let go meanwhile is no longer followed.
      if (!(await isConnected(tx, claimed.contaId))) return;
      await readings.write(tx);
      await settleNotificacoes(tx, claimed, outcomes);
    });
    if (refused < SUSPICIOUS) return;
    suspected.set(claimed.userMlId, Date.now() + SUSPICION_MS);
    log.warn({ conta: claimed.contaId, refused }, 'notifications of what is not there');
  }

  async function run(): Promise<void> {
    const reading = new Set<Promise<void>>();
    const idle = () => sleep(IDLE_MS, undefined, { signal: stopping.signal }).catch(() => {});
    while (!stopping.signal.aborted) {
      const claimed = await claim().catch((err: unknown) => {
        log.warn({ err }, 'notifications not claimed');
        return null;
      });
      if (claimed) {
        busy.add(claimed.userMlId);
        const one = read(claimed)
          .catch((err: unknown) => log.warn({ conta: claimed.contaId, err }, 'notifications not read'))
          .finally(() => {
            busy.delete(claimed.userMlId);
            reading.delete(one);
          });
        reading.add(one);
      }
      if (reading.size >= AT_ONCE) await Promise.race(reading);
      else if (!claimed) await Promise.race([idle(), ...reading]);
    }
    await Promise.all(reading);
  }

  return {
    async step() {
      const claimed = await claim();
      if (claimed) await read(claimed);
      return claimed !== null;
    },
    start() {
      running ??= run();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

function outcomeOf(due: Due, reading: Reading): Outcome {
  const failedFor = Math.min(FIRST_FAILED_SECONDS * 2 ** due.tentativas, LONGEST_FAILED_SECONDS);
  const restSeconds = { read: REST_SECONDS, refused: REFUSED_SECONDS, failed: failedFor }[reading];
  return { ...due, isRead: reading !== 'failed', restSeconds };
}
