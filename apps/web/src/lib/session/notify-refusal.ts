import { ProblemError } from '#lib/api.ts';
import { notifyFailure } from '#lib/notify.ts';
import { wasCancelled } from './confirm-identity.ts';

/** A person who declined to confirm their identity knows that nothing happened, so no toast appears. */
export function notifyRefusal(title: string, error: unknown) {
  if (wasCancelled(error)) return;
  notifyFailure(title, error instanceof ProblemError ? error.message : undefined, error);
}
