import { ProblemError } from '#lib/api.ts';

/** True when the empresa demands two-step verification and the person does not have it. */
export const demandsTwoStep = (error: unknown) =>
  error instanceof ProblemError && error.problem.codigo === 'two_step_required';
