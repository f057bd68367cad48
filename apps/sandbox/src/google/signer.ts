import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';

export interface Signer {
  jwk: object;
  sign(claims: object): string;
  /** Signs with another key under the id of the published key. */
  forge(claims: object): string;
  /** Returns a token with `alg: none`. */
  leaveUnsigned(claims: object): string;
}

/** Signs ID tokens with a key that is generated at start. */
export function openSigner(): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomUUID();
  const signWith = (key: KeyObject, claims: object) => {
    const input = `${encode({ alg: 'RS256', typ: 'JWT', kid })}.${encode(claims)}`;
    return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`;
  };
  return {
    jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' },
    sign: (claims) => signWith(privateKey, claims),
    forge: (claims) => signWith(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey, claims),
    leaveUnsigned: (claims) => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`,
  };
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
