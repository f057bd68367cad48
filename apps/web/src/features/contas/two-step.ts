import type { Usuario } from '@prumo/contract/acesso.ts';
import { ProblemError } from '#lib/api.ts';

/** Asked of the session first: without it every call about contas would be refused. */
export const hasTwoStep = (user: Usuario | null) =>
  user?.factors.some(({ status }) => status === 'verified') ?? false;

/** The server has the last word: it may have been turned off in another place. */
export const demandsTwoStep = (error: unknown) =>
  error instanceof ProblemError && error.problem.codigo === 'two_step_required';
