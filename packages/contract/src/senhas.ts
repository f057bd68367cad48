import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/**
 * The messages about a password that is easy to guess. The page shows them under the field, and the server
 * sends them in an installation that refuses such passwords.
 */
export const COMMON_SENHA = 'Esta senha é fácil de adivinhar, porque muita gente a usa. Prefira outra.';
export const OWN_SENHA =
  'Seu nome, seu email e o nome do Prumo são fáceis de adivinhar. Prefira outra senha.';

interface Person {
  email?: string;
  full_name?: string | null;
}

/**
 * Whether the password is the person's own name or e-mail, or the product's name, also with digits and signs
 * after it.
 */
export function isOwnSenha(senha: string, { email, full_name }: Person): boolean {
  const own = [email, email?.split('@')[0], full_name, 'prumo']
    .flatMap((each) => [each, each?.replaceAll(/\s/g, ''), ...(each?.split(/\s+/) ?? [])])
    .filter((each): each is string => !!each && each.length > 2)
    .map((each) => each.toLowerCase());
  const text = senha.toLowerCase();
  // `maria123` is as easy to guess as `maria`.
  return own.includes(text) || own.includes(text.replace(/[\d\W_]+$/, ''));
}

/**
 * The lengths of the two parts of a common password's hash. The hash is the SHA-256 of the password in lower
 * case, in hexadecimal digits.
 */
export const PREFIXO = 3;
export const FINAL = 16;

export const senhasComuns = {
  /**
   * Returns the ends of the hashes that begin with the given digits. The page compares the ends itself, so a
   * password that the person is still choosing does not leave the browser. Too many passwords share 12 bits
   * to identify one.
   */
  list: endpoint({
    method: 'GET',
    url: '/api/senhas-comuns',
    config: { auth: 'anonymous', tenant: false, cost: 'read', right: null },
    schema: {
      summary: 'Lista as senhas comuns cujo hash começa assim, pelos finais dos hashes',
      tags: ['acesso'],
      querystring: z.object({ prefixo: z.string().check(z.regex(/^[0-9a-f]{3}$/)) }),
      response: { 200: z.object({ finais: z.array(z.string()) }) },
    },
  }),
};
