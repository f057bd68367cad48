import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { CreateBucketCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openStorage, publicKey, type Storage, trashKey } from './storage.ts';

// One S3 gateway serves the whole test run. This file has its own bucket.
const gateway = inject('s3');
const s3 = {
  driver: 's3',
  endpoint: gateway.endpoint,
  region: 'us-east-1',
  bucket: `prumo-${randomUUID()}`,
  accessKeyId: gateway.key,
  secretAccessKey: gateway.secret,
} as const;
const root = await mkdtemp(join(tmpdir(), 'prumo-storage-'));

const client = new S3Client({
  endpoint: s3.endpoint,
  region: s3.region,
  credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
  forcePathStyle: true,
});

beforeAll(async () => {
  await client.send(new CreateBucketCommand({ Bucket: s3.bucket }));
});
afterAll(() => rm(root, { recursive: true }));

const bytes = Buffer.from('RIFF0000WEBPVP8 the pixels');

async function content(storage: Storage, key: string): Promise<Buffer | null> {
  const object = await storage.read(key);
  return object && buffer(object.stream);
}

describe.each([{ driver: 'fs', root } as const, s3])('in $driver', (config) => {
  const storage = openStorage(config);
  const keys = () => {
    const ids = [randomUUID(), randomUUID()] as const;
    return { open: publicKey(...ids), trashed: trashKey(...ids) };
  };

  test('a stored object is read back with its size and type', async () => {
    const { open } = keys();
    await storage.put(open, bytes, 'image/webp');
    expect(await storage.stat(open)).toEqual({ size: bytes.length, type: 'image/webp' });
    expect(await storage.read(open)).toMatchObject({ size: bytes.length, type: 'image/webp' });
    expect(await content(storage, open)).toEqual(bytes);
  });

  test('an object of ten megabytes is read back complete', async () => {
    const { open } = keys();
    const large = Buffer.alloc(10 * 1024 * 1024, 'pixels');
    await storage.put(open, large, 'image/webp');
    expect((await content(storage, open))?.equals(large)).toBe(true);
  });

  test('an object that was never stored is absent, not an error', async () => {
    const { open } = keys();
    expect(await storage.read(open)).toBeNull();
    expect(await storage.stat(open)).toBeNull();
    expect(await storage.exists(open)).toBe(false);
    await storage.remove(open);
  });

  test('a reader sees the whole object or none while it is written', async () => {
    const { open } = keys();
    const large = Buffer.alloc(16_000_000, 7);
    const seen = new Set<number | undefined>();
    let isWritten = false;
    const written = storage.put(open, large, 'image/webp').finally(() => {
      isWritten = true;
    });
    while (!isWritten) seen.add((await storage.stat(open))?.size);
    await written;
    seen.delete(undefined);
    expect([...seen, (await storage.stat(open))?.size]).toEqual(expect.arrayContaining([large.length]));
    expect([...seen].filter((size) => size !== large.length)).toEqual([]);
    await storage.remove(open);
  });

  test('every key of a folder is listed', async () => {
    const folder = `publico/${randomUUID()}`;
    const wanted = Array.from({ length: 3 }, (_, n) => `${folder}/${n}.webp`);
    for (const key of wanted) await storage.put(key, bytes, 'image/webp');
    const keysIn = async (where: string) => {
      const found: string[] = [];
      for await (const key of storage.keys(where)) found.push(key);
      return found.sort();
    };
    expect(await keysIn(`${folder}/`)).toEqual(wanted);
    expect(await keysIn('')).toEqual(expect.arrayContaining(wanted));
    expect(await keysIn(`publico/${randomUUID()}/`)).toEqual([]);
  });

  test('an object can be moved to the trash and back', async () => {
    const { open, trashed } = keys();
    await storage.put(open, bytes, 'image/webp');
    await storage.move(open, trashed);
    expect([await storage.exists(open), await storage.exists(trashed)]).toEqual([false, true]);
    await storage.move(trashed, open);
    expect([await storage.exists(open), await storage.exists(trashed)]).toEqual([true, false]);
    expect(await content(storage, open)).toEqual(bytes);
    expect(await storage.stat(open)).toMatchObject({ type: 'image/webp' });
  });

  test('a move can be retried, also after an interrupted first attempt', async () => {
    const { open, trashed } = keys();
    await storage.put(open, bytes, 'image/webp');
    await storage.put(trashed, bytes.subarray(0, 5), 'image/webp');
    await storage.move(open, trashed);
    await storage.move(open, trashed);
    expect(await storage.exists(open)).toBe(false);
    expect(await content(storage, trashed)).toEqual(bytes);
  });

  test('moving an object that exists nowhere fails as unavailable', async () => {
    const { open, trashed } = keys();
    await expect(storage.move(open, trashed)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('a removed object no longer exists', async () => {
    const { open } = keys();
    await storage.put(open, bytes, 'image/webp');
    await storage.remove(open);
    expect(await storage.exists(open)).toBe(false);
  });

  test('a key with `..` is refused', async () => {
    await expect(storage.put('publico/../../escape.webp', bytes, 'image/webp')).rejects.toThrow();
    await expect(storage.read('../escape.webp')).rejects.toThrow();
  });
});

describe('the S3 store', () => {
  const storage = openStorage(s3);
  const address = (key: string) => `${s3.endpoint}/${s3.bucket}/${key}`;

  test('refuses every request without our signature, for public and trashed objects', async () => {
    const ids = [randomUUID(), randomUUID()] as const;
    for (const key of [publicKey(...ids), trashKey(...ids)]) {
      await storage.put(key, bytes, 'image/webp');
      expect((await fetch(address(key))).status).toBe(403);
      expect((await fetch(address(key), { method: 'PUT', body: 'forged' })).status).toBe(403);
      expect((await fetch(address(key), { method: 'DELETE' })).status).toBe(403);
      expect(await content(storage, key)).toEqual(bytes);
    }
    expect((await fetch(`${s3.endpoint}/${s3.bucket}?list-type=2`)).status).toBe(403);
  });

  test('refuses a wrong secret, which is reported as unavailable and never as absent', async () => {
    const forger = openStorage({ ...s3, secretAccessKey: 'a-wrong-secret' });
    const key = publicKey(randomUUID(), randomUUID());
    await storage.put(key, bytes, 'image/webp');
    const refused = { code: 'unavailable', status: 503 };
    await expect(forger.put(key, Buffer.from('forged'), 'image/webp')).rejects.toMatchObject(refused);
    await expect(forger.read(key)).rejects.toMatchObject(refused);
    await expect(forger.remove(key)).rejects.toMatchObject(refused);
    expect(await content(storage, key)).toEqual(bytes);
  });

  test('keeps the immutable cache header of an image, also after a move to the trash and back', async () => {
    const ids = [randomUUID(), randomUUID()] as const;
    await storage.put(publicKey(...ids), bytes, 'image/webp');
    await storage.move(publicKey(...ids), trashKey(...ids));
    await storage.move(trashKey(...ids), publicKey(...ids));
    const head = await client.send(new HeadObjectCommand({ Bucket: s3.bucket, Key: publicKey(...ids) }));
    expect(head).toMatchObject({
      CacheControl: 'public, max-age=31536000, immutable',
      ContentType: 'image/webp',
    });
  });

  test('is retried after a server error', async () => {
    let calls = 0;
    const flaky = await standIn((_request, response) => {
      calls += 1;
      response.writeHead(calls < 3 ? 503 : 204).end();
    });
    await openStorage({ ...s3, endpoint: flaky.endpoint }).remove('publico/x.webp');
    expect(calls).toBe(3);
    flaky.close();
  });

  test('fails before the time limit of a request when it never answers', async () => {
    const silent = await standIn(() => {});
    const start = performance.now();
    const stuck = openStorage({ ...s3, endpoint: silent.endpoint });
    await expect(stuck.stat('publico/x.webp')).rejects.toMatchObject({ code: 'unavailable' });
    expect(performance.now() - start).toBeLessThan(15_000);
    silent.close();
  });
});

/** A stand-in server for failures that a real store rarely shows. */
async function standIn(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP listener has no other kind of address
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { endpoint: `http://127.0.0.1:${port}`, close };
}
