import type { FastifyBaseLogger } from 'fastify';

/**
 * The time after which a stopping process exits hard. It exceeds the pause for the load balancer, the longest
 * request and the closing of the jobs together. PATIENCE multiplies it, because it multiplies the longest
 * request.
 */
const HARD_STOP_MS = 35_000;

/** Closes the process in order on SIGTERM and SIGINT, and exits after the hard stop in any case. */
export function onStop(log: FastifyBaseLogger, patience: number, close: () => Promise<void>): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), HARD_STOP_MS * patience).unref();
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
  // An unhandled rejection is a defect that the log must show. Ending the process would drop the requests of
  // other people.
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled rejection'));
}

/**
 * Redirects the console to the log. Some libraries write whole errors to the console, and the log's
 * allow-list removes their values.
 */
export function guardConsole(log: FastifyBaseLogger): void {
  const write = (...said: unknown[]) =>
    log.warn({ err: said.find((each) => each instanceof Error) }, 'a library wrote to the console');
  console.error = write;
  console.warn = write;
  console.log = write;
}
