import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import type { Storage } from '#platform/outside/storage.ts';

const AT_ONCE = 8;
const COPIES = 'objetos/';
const ABSENT = 'ausentes/';
/**
 * How long a copy is kept after its object has gone. The oldest backup of the database is up to 35 days old (five full
 * backups, one a week), and a restore to it needs its objects.
 */
export const KEEP_DAYS = 37;

const NONCE = 12;
const TAG = 16;

/**
 * The encrypted copy of the object store. An object is never overwritten, so a copy is made once. Its key is
 * authenticated, so a copy that is moved to the name of another one cannot be opened.
 */
export interface ObjectCopy {
  /** The keys that have a copy. */
  keys(): Promise<Set<string>>;
  /** Copies the objects. Leaves out those that have gone meanwhile, and returns the keys of those that failed. */
  add(source: Storage, keys: readonly string[]): Promise<{ copied: number; failed: string[] }>;
  /** Opens a copy. Throws if it was changed, or if the key of the backup is another one. */
  open(key: string): Promise<{ bytes: Buffer; type: string } | null>;
  /** Notes which copies have no object any more, and deletes those that have been so for `KEEP_DAYS`. */
  expire(live: ReadonlySet<string>, now: Date): Promise<number>;
}

export function openObjectCopy(store: Storage, key: Buffer): ObjectCopy {
  const limit = pLimit(AT_ONCE);

  function seal(name: string, { bytes, type }: { bytes: Buffer; type: string }): Buffer {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
    const head = Buffer.from(type);
    const plain = [Buffer.from([head.length]), head, bytes];
    return Buffer.concat([
      nonce,
      ...plain.map((each) => cipher.update(each)),
      cipher.final(),
      cipher.getAuthTag(),
    ]);
  }

  function unseal(name: string, sealed: Buffer): { bytes: Buffer; type: string } {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE))
      .setAAD(Buffer.from(name))
      .setAuthTag(sealed.subarray(-TAG));
    const plain = Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]);
    const end = 1 + (plain[0] ?? 0);
    return { type: plain.subarray(1, end).toString(), bytes: plain.subarray(end) };
  }

  return {
    async keys() {
      const found = new Set<string>();
      for await (const each of store.keys(COPIES)) found.add(each.slice(COPIES.length));
      return found;
    },
    async add(source, keys) {
      const failed: string[] = [];
      let copied = 0;
      await limit.map(keys, async (name) => {
        try {
          const found = await source.read(name);
          if (!found) return;
          const object = { bytes: await buffer(found.stream), type: found.type };
          await store.put(`${COPIES}${name}`, seal(name, object), 'application/octet-stream');
          copied++;
        } catch {
          failed.push(name);
        }
      });
      return { copied, failed };
    },
    async open(name) {
      const found = await store.read(`${COPIES}${name}`);
      return found && unseal(name, await buffer(found.stream));
    },
    async expire(live, now) {
      const absent = new Map<string, string>();
      for await (const each of store.keys(ABSENT)) {
        const [, day = '', ...rest] = each.split('/');
        absent.set(rest.join('/'), day);
      }
      const today = now.toISOString().slice(0, 10);
      const since = new Date(now.getTime() - KEEP_DAYS * 86_400_000).toISOString().slice(0, 10);
      const expired: string[] = [];
      for await (const each of store.keys(COPIES)) {
        const name = each.slice(COPIES.length);
        const day = absent.get(name);
        if (live.has(name)) {
          // The object is back, for example after a restore.
          if (day !== undefined) await store.remove(`${ABSENT}${day}/${name}`);
        } else if (day === undefined)
          await store.put(`${ABSENT}${today}/${name}`, Buffer.of(0), 'text/plain');
        else if (day <= since) expired.push(name);
      }
      await limit.map(expired, async (name) => {
        await store.remove(`${COPIES}${name}`);
        await store.remove(`${ABSENT}${absent.get(name)}/${name}`);
      });
      return expired.length;
    },
  };
}
