import type { FastifyBaseLogger } from 'fastify';
import { describeError } from './log.ts';

/** Longer than the wait for the balancer, a request and the jobs together. */
const HARD_STOP_MS = 35_000;

/** Stops in order on SIGTERM and SIGINT, and hard when that takes too long. */
export function onStop(log: FastifyBaseLogger, close: () => Promise<void>): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), HARD_STOP_MS).unref();
    try {
      await close();
      process.exit(0);
    } catch (err) {
      log.error({ err }, 'stopping failed');
      process.exit(1);
    }
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
  // A promise nobody awaited is a defect to be seen, not a reason to drop everybody else's requests.
  process.on('unhandledRejection', (reason) =>
    log.error({ err: describeError(reason) }, 'unhandled rejection'),
  );
}

/** Some libraries write whole errors to the console; what they say passes through the log's allow-list like the rest. */
export function guardConsole(log: FastifyBaseLogger): void {
  const write = (...said: unknown[]) =>
    log.warn(
      { err: describeError(said.find((each) => each instanceof Error)) },
      'a library wrote to the console',
    );
  console.error = write;
  console.warn = write;
  console.log = write;
}
