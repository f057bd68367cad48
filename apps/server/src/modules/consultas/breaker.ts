export interface Breaker {
  /** Whether to ask now. After the rest it says yes once, to a trial, and again only when that has ended. */
  admits(): boolean;
  answered(): void;
  failed(): void;
  /** It was asked, and whoever asked did not wait for the end. */
  leftAlone(): void;
}

const FAILURES_IN_A_ROW = 3;
const REST_MS = 30_000;

/** Spares a service that keeps failing, and whoever would wait for it. Each process learns for itself. */
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
