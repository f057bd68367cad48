/** 32 random bytes; only whoever made it can exchange the code that comes back. */
export const createVerifier = () => base64Url(crypto.getRandomValues(new Uint8Array(32)));

/** What goes to the marketplace in its place. */
export async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return base64Url(new Uint8Array(digest));
}

const base64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
