import { ProblemError } from './api.ts';
import { createQuestion } from './question.ts';

/** Open while a sensitive act waits for the person to confirm who they are. */
export const identity = createQuestion<true>();

/** Asks the person to confirm who they are; false when they would rather not. */
export const confirmIdentity = (): Promise<boolean> => identity.ask(true);

/** The person chose not to confirm who they are and knows why nothing happened: there is nothing to report. */
export const wasCancelled = (error: unknown) => error instanceof ProblemError && error.cancelled;
