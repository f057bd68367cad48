/**
 * The admission limit. `afterSample` derives it from the event loop delay and from the wait for a place at
 * the database gate. The limit grows by STEP while both are below their thresholds, and is multiplied by FALL
 * when one exceeds its threshold (additive increase, multiplicative decrease, as in TCP). `afterSample` is a
 * pure function, so a test can run it against a simulated server.
 */
export interface Pressure {
  /** The maximum number of requests in flight. */
  limit: number;
  /**
   * The usable fraction of the places of the database gate (`gate.ts`). Where PostgreSQL runs on the same
   * machine, each busy connection is a process that competes with this one for the CPU. Fewer busy
   * connections then serve as many requests.
   */
  share: number;
}

/**
 * The lowest limit, at any event loop delay. Garbage collection and a busy machine delay an idle server too,
 * and a lower limit would leave database connections idle.
 */
const LOWEST = 50;
/**
 * The limit starts at this value. While the requests in flight are fewer than half the limit, the limit moves
 * back to this value, so that a sudden flood does not meet a high limit.
 */
const USUAL = 200;
/**
 * The highest limit. It is far above the usual one, because requests that only wait for a slow upload or
 * another service cost little.
 */
const HIGHEST = 1000;
const STEP = 10;
const FALL = 0.8;
/**
 * The threshold of the event loop delay for the limit. A higher delay means that the process receives
 * requests faster than it completes them.
 */
const LATE_MS = 25;
/**
 * The threshold of the wait for a place. A task within the fair share of its empresa waits longer only when
 * all empresas together exceed the capacity.
 */
const WAIT_MS = 200;
/**
 * The threshold of the event loop delay for the share. A higher delay means that other processes compete for
 * the CPU.
 */
const STARVED_MS = 8;
const LOWEST_SHARE = 0.25;
const SHARE_STEP = 0.02;
const SHARE_FALL = 0.85;

export const NO_PRESSURE: Pressure = { limit: USUAL, share: 1 };

/** Returns the limit and the share that follow from one sample. */
export function afterSample(pressure: Pressure, sample: Sample): Pressure {
  return { limit: nextLimit(pressure.limit, sample), share: nextShare(pressure.share, sample) };
}

interface Sample {
  /** The event loop delay. */
  lateMs: number;
  /** The longest wait for a place of a task within the fair share of its empresa, since the last sample. */
  waitMs: number;
  inFlight: number;
}

function nextLimit(limit: number, { lateMs, waitMs, inFlight }: Sample): number {
  // Multiplies the number in flight and not the limit, because a limit above that number had no effect.
  if (lateMs > LATE_MS || waitMs > WAIT_MS)
    return Math.max(LOWEST, Math.floor(Math.min(limit, inFlight) * FALL));
  const aim = inFlight >= limit / 2 ? HIGHEST : USUAL;
  return limit < aim ? Math.min(aim, limit + STEP) : Math.max(aim, limit - STEP);
}

const nextShare = (share: number, { lateMs }: Sample) =>
  lateMs > STARVED_MS ? Math.max(LOWEST_SHARE, share * SHARE_FALL) : Math.min(1, share + SHARE_STEP);

/**
 * The interval between two samples of the event loop delay and of the wait for a place at the database gate.
 */
const SAMPLE_MS = 20;

/** Samples the event loop delay of this process and the wait for a place at the database gate. */
export function watchPressure(waitMs: () => number) {
  let pressure = NO_PRESSURE;
  let turn = performance.now();
  let sampled = turn;
  const sample = (now: number) => {
    sampled = now;
    pressure = afterSample(pressure, {
      lateMs: Math.max(0, now - turn - SAMPLE_MS),
      waitMs: waitMs(),
      inFlight: watched.inFlight,
    });
  };
  const timer = setInterval(() => {
    const now = performance.now();
    sample(now);
    turn = now;
  }, SAMPLE_MS);
  timer.unref();
  const watched = {
    inFlight: 0,
    get limit() {
      return pressure.limit;
    },
    get share() {
      return pressure.share;
    },
    /**
     * Takes a sample between two timer runs. While thousands of sockets are ready, Node reads them for
     * seconds before it runs a timer.
     */
    look() {
      const now = performance.now();
      if (now - sampled >= SAMPLE_MS) sample(now);
    },
    close: () => clearInterval(timer),
  };
  return watched;
}

export interface Load {
  inFlight: number;
  limit: number;
  /** The requests in flight of the client that sent this request. */
  ofClient: number;
  /** The requests in flight of the network that this request comes from. */
  ofNetwork: number;
  /** The number of clients with a request in flight. */
  clients: number;
}

/** A network may have this many times the fair share of one client, because an office shares one address. */
const PEOPLE_OF_A_NETWORK = 4;
/**
 * Up to ROOM times the limit, clients below their fair share are still admitted. Above that, every request is
 * refused.
 */
const ROOM = 1.5;

/**
 * Decides whether one more request is admitted. Below the limit, every request is admitted. Above the limit,
 * up to ROOM times the limit, only clients below their fair share are admitted. The server therefore refuses
 * a flooding client first.
 */
export function letsIn({ inFlight, limit, ofClient, ofNetwork, clients }: Load): boolean {
  if (inFlight < limit) return true;
  if (inFlight >= limit * ROOM) return false;
  const share = Math.max(1, Math.floor(limit / Math.max(1, clients)));
  return ofClient < share && ofNetwork < share * PEOPLE_OF_A_NETWORK;
}
