import { MARKETPLACES, type Marketplace } from '@prumo/contract/marketplaces.ts';
import { type StartedConnection, takeStarted } from '#features/contas/started-connection.ts';
import { notifyFailure } from '#lib/notify.ts';
import { subscribeToSession } from '#lib/session/session.ts';

/** The parameters with which the marketplace sends a person back. */
export interface AuthorizationReturn {
  code: string;
  state: string;
  error: string;
}

/** The only marketplace that the product can connect. */
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

/**
 * Takes the parameters from the address and removes them there immediately, so that neither the history nor a
 * reload nor the login keeps them.
 */
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

/** Returns the parameters once. React may render twice, and the server refuses a code that is sent twice. */
export function takeReturned(): AuthorizationReturn | undefined {
  const returned = waiting;
  waiting = undefined;
  return returned;
}

/** Refuses a return without a session, because the connection belongs to the session that started it. */
function refuseStranger() {
  takeReturned();
  notifyNotConnected(takeStarted(), 'Sua sessão terminou. Entre e conecte a conta de novo.', 'sem sessão');
}

/** The name of the marketplace. Without a started connection it is the name of the only marketplace. */
export const nameOf = (started: Pick<StartedConnection, 'marketplace'> | undefined) =>
  MARKETPLACES[started?.marketplace ?? OFFERED];

export const notifyNotConnected = (
  to: Pick<StartedConnection, 'marketplace'> | undefined,
  sentence: string,
  cause: unknown,
) => notifyFailure(`Erro ao conectar com ${nameOf(to)}`, sentence, cause);
