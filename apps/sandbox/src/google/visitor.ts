/** What a person types into the sign-in page. */
export interface Visitor {
  email: string;
  nome?: string;
  verificado?: boolean;
  /** Another account than the one the email stands for. */
  sub?: string;
}

/**
 * Goes through the sign-in page as a person would, without a browser, and returns the address the browser is sent back
 * to. `null` is a person who cancels.
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
