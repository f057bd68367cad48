import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Keys by name, 32 bytes each in base64. New secrets are sealed with `atual`; the others still open old ones. */
export interface KeyRing {
  atual: string;
  chaves: Readonly<Record<string, string>>;
}

/**
 * Seals secrets before they reach the database. Every secret has a key of its own, sealed in turn with the ring's key:
 * rotating that one re-seals 32 bytes. `place` (table, column, row) is part of what is sealed, so a sealed secret moved
 * to another row does not open.
 */
export interface Vault {
  seal(secret: string, place: string): string;
  open(sealed: string, place: string): string;
  /** How everything sealed with the ring's present key begins. */
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
      if (version !== VERSION) throw new Error('sealed in an unknown way');
      const aad = `${VERSION}|${name}|${place}`;
      return decrypt(decrypt(keyNamed(name), sealedKey, aad), text, aad).toString();
    },
  };
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
