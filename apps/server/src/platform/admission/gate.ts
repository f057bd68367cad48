import { openFairQueue } from './fair-queue.ts';

export interface GateLimits {
  /** The maximum number of tasks that run concurrently. */
  places: number;
  /** The maximum number of tasks of all tenants that wait for a place. */
  waiting: number;
  /** The maximum number of tasks of one tenant that wait for a place. */
  waitingPerTenant: number;
  /**
   * The maximum number of concurrent tasks of one tenant. The gate calls this function whenever it may start
   * a task. Default: no limit.
   */
  runningPerTenant?: (tenant: string) => number;
  /** The gate refuses a task whose wait reaches this time, or whose expected wait exceeds it. */
  maxWaitMs: number;
  /**
   * Replaces `maxWaitMs` under sustained overload (`isFull`). A gate whose average task is longer waits that
   * long instead. Default: `maxWaitMs`.
   */
  fullWaitMs?: number;
  /**
   * The shortest time without an ended task after which the gate blames no tenant for a refusal. Default: never.
   */
  stillMs?: number;
  /** Returns the fraction of the places that is usable at the moment. Default: 1. */
  share?: () => number;
  /** The number of places that the gate keeps for tenants that hold no place. Default: 0. */
  reserve?: number;
}

/**
 * The cause of a refusal. `tenant`: the tenant exceeds its fair share. `house`: the demand of all tenants
 * together exceeds the capacity. Under sustained overload (`isFull`) every refusal counts as `house`, because
 * then the share of a tenant is about one task and says nothing about who floods. The same holds while no task
 * ends (`isStill`), because then the database answers no tenant.
 */
export type GateRefusal = 'tenant' | 'house';

/**
 * Divides a fixed number of places fairly between tenants (`fair-queue.ts`). A single active tenant may use
 * all places except the reserved ones, unless `runningPerTenant` limits it. When the queue has no room, or
 * the expected wait is too long, the gate immediately rejects with the error that `refuse` returns.
 */
export interface Gate {
  readonly running: number;
  readonly waiting: number;
  /**
   * Returns the longest wait, since the last call, of a task within the fair share of its tenant. The long
   * queue of a tenant that floods the gate does not count.
   */
  takeFairWaitMs(): number;
  /**
   * `until` is the instant at which the caller gives up. Nested gates get the same instant, so their waits do
   * not add up.
   */
  run<T>(tenant: string, work: () => Promise<T>, until?: number): Promise<T>;
}

interface Waiter {
  admit: () => void;
  refuse: () => void;
}

/**
 * The gate counts as overloaded once newcomers have waited longer than `fullWaitMs` for this long. It
 * recovers when no newcomer has waited that long during the same time.
 */
const BURST_MS = 500;
/** The smoothing factor of the exponential moving average of task durations. */
const NEWEST_COUNTS = 0.1;
/**
 * Caps one task's contribution to the average, so that one hanging task does not make the gate refuse every
 * task behind it.
 */
const atMost = (averageMs: number) => 4 * averageMs + 50;

export function openGate(
  limits: GateLimits,
  refuse: (why: GateRefusal) => Error,
  clock: () => number = () => performance.now(),
): Gate {
  const queue = openFairQueue<Waiter>(limits);
  const reserve = limits.reserve ?? 0;
  /** The moving average of how long a task holds its place. */
  let averageMs = 0;
  /** When a newcomer (a tenant that held nothing) first waited longer than `fullWaitMs` in this overload. */
  let crowdedSince: number | undefined;
  /** The longest wait of a task within the fair share of its tenant since `takeFairWaitMs` was called. */
  let fairWaitMs = 0;
  /** BURST_MS after the latest such wait. Until then the overload continues. */
  let crowdedUntil = 0;
  /** When a task last ended, or began while no other ran. */
  let movedAt = 0;

  const places = () => Math.max(1, Math.ceil(limits.places * (limits.share?.() ?? 1)));
  const isReserved = () => places() - queue.running <= reserve;

  const mayStart = (tenant: string) => {
    const { running } = queue.held(tenant);
    const most = limits.runningPerTenant?.(tenant) ?? Number.POSITIVE_INFINITY;
    return running < most && (running === 0 || !isReserved());
  };

  /** Whether the next task of this tenant starts at once. The tasks that wait then cannot start themselves. */
  const startsNow = (tenant: string) => queue.running < places() && mayStart(tenant);

  const admitNext = () => {
    while (queue.running < places()) {
      const next = queue.take(isReserved());
      if (next === undefined) return;
      next.item.admit();
    }
  };

  /**
   * In a fair queue, a task waits for the tenant's own earlier tasks and for equally many tasks of each other
   * tenant, not for the whole queue.
   */
  const expectedWaitMs = (ownWaiting: number) => {
    const ahead = Math.min(queue.waiting, (ownWaiting + 1) * queue.tenants);
    return (ahead * averageMs) / Math.max(1, places() - reserve);
  };

  /** A task that takes seconds frees its place seldom, so a shorter wait would refuse every newcomer. */
  const fullWaitMs = () =>
    Math.min(limits.maxWaitMs, Math.max(limits.fullWaitMs ?? limits.maxWaitMs, averageMs));

  /**
   * Under sustained overload a long queue delays every response without raising throughput, so the gate
   * shortens the maximum wait (controlled delay, "Fail at Scale", ACM Queue 13/8). Only the waits of
   * newcomers, tenants that hold nothing, count as overload. A single tenant that floods the gate delays only
   * its own tasks, and newcomers still get a place immediately.
   */
  const isFull = () => crowdedSince !== undefined && clock() - crowdedSince > BURST_MS;

  const noteNewcomer = (waitedMs: number) => {
    const now = clock();
    if (waitedMs > fullWaitMs()) {
      crowdedSince ??= now;
      crowdedUntil = now + BURST_MS;
    } else if (now > crowdedUntil) crowdedSince = undefined;
  };

  /** Whether one more task of this tenant, which the queue does not count, stays within its fair share. */
  const isWithinShare = (tenant: string) => {
    const { running, waiting } = queue.held(tenant);
    const held = running + waiting;
    const tenants = held === 0 ? queue.tenants + 1 : queue.tenants;
    const share = (queue.running + queue.waiting + 1) / tenants;
    return tenants > 1 && held + 1 <= share;
  };

  /** Tasks run, and none of them has ended for much longer than a task takes. */
  const isStill = () =>
    queue.running > 0 &&
    clock() - movedAt > Math.max(limits.stillMs ?? Number.POSITIVE_INFINITY, atMost(averageMs));

  const whyRefused = (tenant: string): GateRefusal =>
    isFull() || isStill() || isWithinShare(tenant) ? 'house' : 'tenant';

  const enter = (tenant: string, until: number) =>
    new Promise<void>((resolve, reject) => {
      const held = queue.held(tenant);
      const isNewcomer = held.running + held.waiting === 0;
      const isFair = isWithinShare(tenant);
      const began = clock();
      let timer: NodeJS.Timeout | undefined;
      let isWaiting = true;
      const settle = (waitedMs: number, then: () => void) => {
        isWaiting = false;
        clearTimeout(timer);
        if (isNewcomer) noteNewcomer(waitedMs);
        if (isFair) fairWaitMs = Math.max(fairWaitMs, clock() - began);
        then();
      };
      const waiter: Waiter = {
        admit: () => settle(timer === undefined ? 0 : clock() - began, resolve),
        refuse: () => settle(Number.POSITIVE_INFINITY, () => reject(refuse(whyRefused(tenant)))),
      };
      const allowedMs = isFull() ? fullWaitMs() : limits.maxWaitMs;
      const waitMs = Math.min(allowedMs, until - began);
      if (!startsNow(tenant) && expectedWaitMs(held.waiting) > waitMs) return waiter.refuse();
      queue.push(tenant, waiter)?.refuse();
      admitNext();
      // Timers are costly at thousands of requests per second, so only a task that really waits gets one.
      if (isWaiting)
        timer = setTimeout(() => {
          if (queue.remove(tenant, waiter)) waiter.refuse();
        }, waitMs);
    });

  return {
    get running() {
      return queue.running;
    },
    get waiting() {
      return queue.waiting;
    },
    takeFairWaitMs() {
      const longest = fairWaitMs;
      fairWaitMs = 0;
      return longest;
    },
    async run(tenant, work, until = Number.POSITIVE_INFINITY) {
      if (queue.waiting === 0 && startsNow(tenant)) {
        queue.start(tenant);
        if (crowdedSince !== undefined) noteNewcomer(0);
      } else await enter(tenant, until);
      const began = clock();
      if (queue.running === 1) movedAt = began;
      try {
        return await work();
      } finally {
        movedAt = clock();
        const took = movedAt - began;
        averageMs += (Math.min(took, atMost(averageMs)) - averageMs) * NEWEST_COUNTS;
        queue.finish(tenant, took);
        admitNext();
      }
    },
  };
}
