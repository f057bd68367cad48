import type { NovaConta } from '@prumo/contract/contas.ts';
import { MARKETPLACES, type Marketplace } from '@prumo/contract/marketplaces.ts';
import { type StartedConnection, takeStarted } from '#features/contas/started-connection.ts';
import { notifyFailure } from '#lib/notify.tsx';
import { subscribeToSession } from '#lib/session.ts';

/** What the marketplace sends a person back with. */
export interface AuthorizationReturn {
  code: string;
  state: string;
  error: string;
}

/** The one there is to connect to; a second one will bring a choice. */
export const OFFERED: Marketplace = 'mercado-livre';

const PATH = '/configuracao/integracoes';

let waiting: AuthorizationReturn | undefined;

/** Reads a query string such as `?code=…&state=…` or `?error=access_denied`. */
export function readReturn(search: string): AuthorizationReturn | undefined {
  const query = new URLSearchParams(search);
  if (!query.has('code') && !query.has('error')) return;
  const given = (name: string) => query.get(name) ?? '';
  return { code: given('code'), state: given('state'), error: given('error') };
}

/** Takes it out of the address at once: neither history, nor a reload, nor the way over the login keeps it. */
export function takeAuthorizationReturn() {
  const returned = location.pathname === PATH && readReturn(location.search);
  if (!returned) return;
  waiting = returned;
  history.replaceState(history.state, '', PATH);
  const stop = subscribeToSession(({ user }) => {
    stop();
    if (!user) refuseStranger();
  });
}

export const hasReturned = () => waiting !== undefined;

/** Given out once: a code exchanged twice is refused, and a draw of the screen may be repeated. */
export function takeReturned(): AuthorizationReturn | undefined {
  const returned = waiting;
  waiting = undefined;
  return returned;
}

/** The connection belongs to the session that started it, and that one is over. */
function refuseStranger() {
  takeReturned();
  notifyNotConnected(takeStarted(), 'Sua sessão terminou. Entre e conecte a conta de novo.', 'sem sessão');
}

/** A tab that remembers nothing has come back from the one there is. */
const nameOf = (started: Pick<StartedConnection, 'marketplace'> | undefined) =>
  MARKETPLACES[started?.marketplace ?? OFFERED];

export const notifyNotConnected = (
  to: Pick<StartedConnection, 'marketplace'> | undefined,
  sentence: string,
  cause: unknown,
) => notifyFailure(`Erro ao conectar com ${nameOf(to)}`, sentence, cause);

/** What to send to the server, or why there is nothing to send. */
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
