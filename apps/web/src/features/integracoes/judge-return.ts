import type { NovaConta } from '@prumo/contract/contas.ts';
import type { StartedConnection } from '#features/contas/started-connection.ts';
import { type AuthorizationReturn, nameOf } from './authorization-return.ts';

/** Returns the request body for the server, or the sentence that says why nothing is sent. */
export function judgeReturn(
  { code, state, error }: AuthorizationReturn,
  started: StartedConnection | undefined,
): { body: NovaConta } | { refusal: string } {
  const name = nameOf(started);
  if (error === 'access_denied')
    return { refusal: `Você não autorizou o acesso. Para conectar, tente de novo e autorize no ${name}.` };
  if (error) return { refusal: `O ${name} não concluiu a autorização. Tente de novo em instantes.` };
  if (!started || started.state !== state)
    return { refusal: 'Esta conexão não foi iniciada nesta aba, ou já foi usada. Conecte a conta de novo.' };
  const { marketplace, code_verifier } = started;
  return { body: { marketplace, code, state, code_verifier } };
}
