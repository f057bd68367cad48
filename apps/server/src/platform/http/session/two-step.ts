import type { TenantDb } from '#platform/db/tenant-db.ts';
import { twoStepRequired } from '#platform/errors.ts';
import { lacksTwoStep } from './two-step.queries.ts';

/**
 * Enforces the empresa's policy in the first write transaction of a request. The later transactions of an
 * admitted request are not checked again, because tokens that the marketplace has issued by then must be
 * saved.
 */
export function twoStepGuard(): (tx: TenantDb) => Promise<void> {
  let isAdmitted = false;
  return async (tx) => {
    if (isAdmitted) return;
    if (await lacksTwoStep(tx)) throw twoStepRequired();
    isAdmitted = true;
  };
}
