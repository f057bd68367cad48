/** The seller's choice on the authorization page. */
export type Decision = 'autorizar' | 'cancelar' | 'colaborador';

/**
 * Submits the authorization page as a seller would, without a browser, and returns the address to which the browser is
 * redirected.
 */
export async function visitMercadoLivre(
  authorizationUrl: string,
  seller: number,
  decision: Decision = 'autorizar',
): Promise<URL> {
  const shown = await fetch(authorizationUrl);
  if (!shown.ok) throw new Error(`the authorization page answered ${shown.status}: ${await shown.text()}`);
  const action = new URL(authorizationUrl);
  action.pathname += '/decisao';
  const answered = await fetch(action, {
    method: 'POST',
    body: new URLSearchParams({ id: String(seller), decisao: decision }),
    redirect: 'manual',
  });
  const location = answered.headers.get('location');
  if (answered.status !== 302 || location === null)
    throw new Error(`the authorization page answered ${answered.status}`);
  return new URL(location);
}
