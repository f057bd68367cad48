/** The fields that a person fills in on the sign-in page. */
export interface Visitor {
  email: string;
  nome?: string;
  verificado?: boolean;
  /** An account id other than the one derived from the email. */
  sub?: string;
}

/**
 * Submits the sign-in page as a person would, without a browser, and returns the address to which the browser is
 * redirected. With `null` the person cancels.
 */
export async function visitGoogle(authorizeUrl: string, visitor: Visitor | null): Promise<URL> {
  const shown = await fetch(authorizeUrl);
  if (!shown.ok) throw new Error(`the sign-in page answered ${shown.status}: ${await shown.text()}`);
  const action = new URL(authorizeUrl);
  action.pathname += '/decisao';
  const { verificado = true, ...typed } = visitor ?? { email: '' };
  const answered = await fetch(action, {
    method: 'POST',
    body: new URLSearchParams({
      ...typed,
      ...(verificado && { verificado: 'on' }),
      decisao: visitor ? 'continuar' : 'cancelar',
    }),
    redirect: 'manual',
  });
  const location = answered.headers.get('location');
  if (answered.status !== 303 || location === null)
    throw new Error(`the sign-in page answered ${answered.status}`);
  return new URL(location);
}
