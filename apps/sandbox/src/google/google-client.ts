/** The only client registered with the simulated Google. */
export const GOOGLE_CLIENT = { id: 'prumo-local.simulado', secret: 'segredo_so+desta%maquina' };

/** Matches the product's own return address on this machine, at any port. */
const LOCAL_RETURN = /^http:\/\/(localhost|127\.0\.0\.1):\d{1,5}\/api\/google\/retorno$/;

export const isRegistered = (redirectUri: string, redirectUris: readonly string[]) =>
  LOCAL_RETURN.test(redirectUri) || redirectUris.includes(redirectUri);
