import { type SellerRef, sellerKey } from '#modules/marketplace/seller.ts';
import { pollWithin } from '#modules/pedidos/atraso.queries.ts';
import type { Database } from '#platform/db/db.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { type Clock, type Loop, openLoop, REAL_CLOCK } from '#platform/jobs/loop.ts';
import type { Log } from '#platform/log.ts';
import type { IsHeld } from '#platform/recovery/hold.ts';
import {
  type Claim,
  claimNotificacoes,
  type Due,
  type Fila,
  HELD_SECONDS,
  isConnected,
  type Outcome,
  settleNotificacoes,
} from './notificacoes.queries.ts';
import type { Reading, Readings, ReadTopic } from './topics.ts';

/**
 * The number of sellers that are read concurrently. A seller has one batch at a time, so that a busy seller
 * does not starve the others.
 */
const AT_ONCE = 8;
const BATCH = 200;
/** An idle reader adds half of this time, on average, until a sale is on screen. */
const IDLE_MS = 200;

/** The minimum interval between two reads of a resource that changes constantly. */
const REST_SECONDS = 5;
/**
 * A resource that does not exist or belongs to another seller is not requested again for this time, because a
 * marketplace may block clients that do so too often.
 */
const REFUSED_SECONDS = 60 * 60;
const FIRST_FAILED_SECONDS = 15;
const LONGEST_FAILED_SECONDS = 30 * 60;
/**
 * If a batch has at least this many refused resources, they are forged or the seller withdrew a permission.
 */
const DOUBTFUL = 10;
/** The most resources that are read one by one. The others of the batch wait until its lease ends. */
const ALONE = 20;
/** The time for which such a seller is read by search. */
const DOUBT_MS = 10 * 60_000;
/** A poll follows within this time after a refused pedido, because the pedido may not have existed yet. */
const POLL_SECONDS = 60;

/**
 * Reads the resources that notifications report. The rows of `notificacoes` are the queue. When a reader is
 * killed, another takes its rows after their lease.
 */
export function openReader(parts: {
  db: Database;
  topics: Readonly<Record<Fila, ReadTopic>>;
  isHeld?: IsHeld;
  log: Log;
  clock?: Clock;
}): Loop {
  const { db, topics, isHeld, log, clock = REAL_CLOCK } = parts;
  const busy = new Set<string>();
  /**
   * Sellers with many notifications about missing resources, and the instant until which they are read by
   * search. One search returns every pedido that changed recently, whatever ids were reported.
   */
  const doubted = new Map<string, number>();

  async function claim(): Promise<Claim | null> {
    if (await isHeld?.()) return null;
    const claimed = await claimNotificacoes(db, { except: [...busy], limit: BATCH, seconds: HELD_SECONDS });
    if (claimed) busy.add(sellerKey(claimed));
    return claimed;
  }

  async function read(claimed: Claim): Promise<void> {
    const { contaId } = claimed;
    const key = sellerKey(claimed);
    const until = doubted.get(key) ?? 0;
    if (until < clock.now()) doubted.delete(key);
    const readings = await readingsOf(claimed);
    try {
      await store(claimed, readings);
    } catch (error) {
      const tried = claimed.due.filter(({ recurso }) => readings.of(recurso) !== 'later');
      log.warn({ conta: contaId, err: error, resources: tried.length }, 'notifications not stored');
      await giveBack(claimed, readings);
      for (const due of tried.slice(0, ALONE)) await readAlone({ ...claimed, due: [due] });
      return;
    }
    const refused = refusedOf(claimed, readings);
    if (refused < DOUBTFUL) return;
    doubted.set(key, clock.now() + DOUBT_MS);
    log.warn({ conta: contaId, refused }, 'notifications of what is not there');
  }

  const readingsOf = (claimed: Claim) =>
    topics[claimed.topico](claimed, { isDoubted: doubted.has(sellerKey(claimed)) });

  /**
   * Reads one resource of a batch that could not be stored, so that a resource that always fails neither blocks the
   * others nor is read again without a pause.
   */
  async function readAlone(claimed: Claim): Promise<void> {
    const readings = await readingsOf(claimed);
    await store(claimed, readings).catch(async (error: unknown) => {
      log.warn({ conta: claimed.contaId, err: error }, 'notification not stored');
      await giveBack(claimed, readings);
      await store(claimed, { of: () => 'failed', write: async () => {} });
    });
  }

  /** Lets others read what the reading took beside its claim. If this fails, its lease ends. */
  const giveBack = ({ empresaId, ...claimed }: Claim, { also }: Readings) =>
    db
      .write(systemAccess(empresaId), (tx) =>
        settleAlso(tx, claimed, also && { ...also, of: () => 'later' as const }),
      )
      .catch((err: unknown) => log.warn({ conta: claimed.contaId, err }, 'notifications not given back'));

  async function store(claimed: Claim, readings: Readings): Promise<void> {
    const outcomes = claimed.due.map((due) => outcomeOf(due, readings.of(due.recurso)));
    const access = systemAccess(claimed.empresaId);
    // A conta that was disconnected during the reading is no longer followed.
    await db.write(access, async (tx) => {
      if (await isConnected(tx, claimed.contaId)) await readings.write(tx);
    });
    // A transaction of its own, because the write may wait for the stock of the empresa, and a repeated notification
    // waits for these rows, which holds up those of every other empresa. A reader that dies in between reads again.
    await db.write(access, async (tx) => {
      if (!(await isConnected(tx, claimed.contaId))) return;
      // First, because every transaction locks the rows in the order of their topics.
      await settleAlso(tx, claimed, readings.also);
      await settleNotificacoes(tx, claimed, outcomes);
      if (refusedOf(claimed, readings) > 0) await pollWithin(tx, claimed, POLL_SECONDS);
    });
  }

  return openLoop({
    ...{ atOnce: AT_ONCE, idleMs: IDLE_MS, clock, claim },
    contextOf: ({ empresaId }) => ({ empresa: empresaId }),
    work: (claimed) => read(claimed).finally(() => busy.delete(sellerKey(claimed))),
    onError: (err) => log.warn({ err }, 'notifications not read'),
  });
}

async function settleAlso(tx: TenantDb, seller: SellerRef, also: Readings['also']): Promise<void> {
  if (!also || also.due.length === 0) return;
  const outcomes = also.due.map((due) => outcomeOf(due, also.of(due.recurso)));
  await settleNotificacoes(tx, { ...seller, topico: also.topico }, outcomes);
}

const refusedOf = ({ due }: Claim, readings: Readings) =>
  due.filter(({ recurso }) => readings.of(recurso) === 'refused').length;

function outcomeOf(due: Due, reading: Reading): Outcome {
  const failedFor = Math.min(FIRST_FAILED_SECONDS * 2 ** due.tentativas, LONGEST_FAILED_SECONDS);
  const restSeconds = { read: REST_SECONDS, refused: REFUSED_SECONDS, failed: failedFor, later: 0 }[reading];
  const isRead = reading === 'read' || reading === 'refused';
  return { ...due, isRead, isTried: reading !== 'later', restSeconds };
}
