import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Keys by name, 32 bytes each in base64. `atual` names the key that encrypts new secrets. The other keys
 * decrypt older ones.
 */
export interface KeyRing {
  atual: string;
  chaves: Readonly<Record<string, string>>;
}

/**
 * Encrypts secrets before they reach the database (envelope encryption, AES-256-GCM). Each secret has its own
 * data key, which is encrypted with the ring's current key. A key rotation encrypts every secret again.
 * `place` (table, column, row) is authenticated too, so a sealed secret that is copied to another row cannot
 * be decrypted.
 */
export interface Vault {
  seal(secret: string, place: string): string;
  open(sealed: string, place: string): string;
  /** The prefix of every secret that is encrypted with the ring's current key. */
  prefix: string;
}

const VERSION = 'v1';

export function openVault(ring: KeyRing): Vault {
  const keyNamed = (name: string) => {
    const key = Buffer.from(ring.chaves[name] ?? '', 'base64');
    if (key.length !== 32) throw new Error(`no key named ${name}`);
    return key;
  };
  keyNamed(ring.atual);
  return {
    prefix: `${VERSION}.${ring.atual}.`,
    seal(secret, place) {
      const own = randomBytes(32);
      const aad = `${VERSION}|${ring.atual}|${place}`;
      const sealedKey = encrypt(keyNamed(ring.atual), own, aad);
      return [VERSION, ring.atual, sealedKey, encrypt(own, Buffer.from(secret), aad)].join('.');
    },
    open(sealed, place) {
      const [version, name = '', sealedKey = '', text = ''] = sealed.split('.');
      if (version !== VERSION) throw new Error('unknown version of a sealed secret');
      const aad = `${VERSION}|${name}|${place}`;
      return decrypt(decrypt(keyNamed(name), sealedKey, aad), text, aad).toString();
    },
  };
}

/**
 * Derives a key for a purpose other than sealing from each key of the ring, the current one first. Using one
 * key for two purposes could weaken both.
 */
export function deriveKeys({ atual, chaves }: KeyRing, purpose: string): [Buffer, ...Buffer[]] {
  const derive = (name: string) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(chaves[name] ?? '', 'base64'), '', `prumo ${purpose}`, 32));
  const older = Object.keys(chaves).filter((name) => name !== atual);
  return [derive(atual), ...older.map(derive)];
}

function encrypt(key: Buffer, plain: Buffer, aad: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(aad));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
}

function decrypt(key: Buffer, sealed: string, aad: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    .setAAD(Buffer.from(aad))
    .setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
}
