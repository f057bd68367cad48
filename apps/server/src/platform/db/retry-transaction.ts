import { setTimeout as sleep } from 'node:timers/promises';
import { isRetryable } from '#platform/errors.ts';

const ATTEMPTS = 4;

/**
 * Runs the transaction again after a serialization failure or a deadlock, with full jitter between the
 * attempts.
 */
export async function retryTransaction<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
      await sleep(Math.random() * 20 * 2 ** attempt);
    }
  }
}
