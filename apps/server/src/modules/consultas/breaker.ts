export interface Breaker {
  /**
   * Whether a request may be sent now. After REST_MS an open breaker admits one trial. It admits no other
   * request until the trial has ended.
   */
  admits(): boolean;
  answered(): void;
  failed(): void;
  /** Reports a request that was abandoned before it ended. It counts as neither a success nor a failure. */
  leftAlone(): void;
}

/** The number of consecutive failures that opens the breaker. */
const FAILURES_IN_A_ROW = 3;
const REST_MS = 30_000;

/**
 * A circuit breaker. It stops calls to a service that keeps failing, so that requests do not wait for the
 * service. Each process has its own.
 */
export function openBreaker(now: () => number = Date.now): Breaker {
  let failures = 0;
  let restsUntil = 0;
  let isTrying = false;
  return {
    admits() {
      if (failures < FAILURES_IN_A_ROW) return true;
      if (isTrying || now() < restsUntil) return false;
      isTrying = true;
      return true;
    },
    answered() {
      failures = 0;
      isTrying = false;
    },
    failed() {
      failures += 1;
      isTrying = false;
      restsUntil = now() + REST_MS;
    },
    leftAlone() {
      isTrying = false;
    },
  };
}
