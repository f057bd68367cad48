import { COMMON_SENHA, isOwnSenha, OWN_SENHA } from '@prumo/contract/senhas.ts';
import type { Acesso } from '#modules/acesso/acesso.ts';
import { AppError } from '#platform/errors.ts';

/**
 * Refuses a password that is easy to guess, if the installation is set to do so (ADR 0052). By the
 * specification six characters are enough.
 */
export async function refuseGuessable(
  { refusesCommonPasswords }: Pick<Acesso, 'refusesCommonPasswords'>,
  senha: string,
  person: { email: string; full_name: string | null },
): Promise<void> {
  if (!refusesCommonPasswords) return;
  const mensagem = isOwnSenha(senha, person) ? OWN_SENHA : (await isCommon(senha)) ? COMMON_SENHA : null;
  if (mensagem) throw new AppError('invalid', mensagem, { campos: { senha: mensagem } });
}

/** Loads the list with its first use, because it is large and most processes never need it. */
async function isCommon(senha: string): Promise<boolean> {
  return (await import('./common-passwords.ts')).isCommon(senha);
}
