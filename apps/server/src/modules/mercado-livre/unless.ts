import { isMarketplaceError } from '#modules/marketplace/errors.ts';
import { OutboundError } from '#platform/outside/outbound.ts';

/** Turns an answer with one of these statuses into null. */
export async function unless<T>(statuses: readonly number[], answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    const status = isMarketplaceError(error) && error.cause instanceof OutboundError && error.cause.status;
    if (typeof status === 'number' && statuses.includes(status)) return null;
    throw error;
  }
}
