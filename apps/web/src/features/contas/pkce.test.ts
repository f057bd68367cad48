import { expect, test } from 'vitest';
import { challengeOf, createVerifier } from './pkce.ts';

test('[INTE-09] a verifier is 32 random bytes in URL-safe base64', () => {
  const verifiers = Array.from({ length: 200 }, createVerifier);
  for (const verifier of verifiers) {
    expect(verifier).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(verifier, 'base64url')).toHaveLength(32);
  }
  expect(new Set(verifiers).size).toBe(verifiers.length);
});

test('[INTE-10] the challenge is the one of RFC 7636, appendix B', async () => {
  expect(await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
});
