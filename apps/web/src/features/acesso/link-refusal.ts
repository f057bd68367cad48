import { ProblemError } from '#lib/api.ts';

const BROKEN = 'Este link não é válido. Abra o link mais novo que você recebeu ou peça outro.';

/**
 * Explains why an e-mailed link fails. Schema validation refuses a token that a mail program truncated, hence
 * `campos.token`.
 */
export function linkRefusal(error: unknown): string | undefined {
  if (!(error instanceof ProblemError)) return undefined;
  return error.problem.campos?.['token'] ? BROKEN : error.message;
}
