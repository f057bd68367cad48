/** The PKCE verifier: 32 random bytes. Only the browser that created it can exchange the returned code. */
export const createVerifier = () => base64Url(crypto.getRandomValues(new Uint8Array(32)));

/** The PKCE challenge, which is sent to the marketplace instead of the verifier. */
export async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return base64Url(new Uint8Array(digest));
}

const base64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
