import { ProblemError } from '#lib/api.ts';
import { createQuestion } from './question.ts';

/** Open while a sensitive act waits for the person to confirm their identity. */
export const identity = createQuestion<true>();

/** Asks the person to confirm their identity; false when they decline. */
export const confirmIdentity = (): Promise<boolean> => identity.ask(true);

/**
 * True when the person declined to confirm their identity. Callers then show no error, because the person
 * knows why nothing happened.
 */
export const wasCancelled = (error: unknown) => error instanceof ProblemError && error.cancelled;
