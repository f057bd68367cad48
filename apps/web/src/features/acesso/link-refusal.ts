import { ProblemError } from '#lib/api.ts';

const BROKEN = 'Este link não é válido. Abra o link mais novo que você recebeu ou peça outro.';

/** Why a link of an e-mail does nothing. One cut short by a mail program is not even read by the server. */
export function linkRefusal(error: unknown): string | undefined {
  if (!(error instanceof ProblemError)) return undefined;
  return error.problem.campos?.['token'] ? BROKEN : error.message;
}
