import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { S3Client } from '@aws-sdk/client-s3';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { S3Driver } from 'flydrive/drivers/s3';
import type { StorageConfig } from './config.ts';
import { AppError } from './errors.ts';

/** What anybody who knows the address may see. Never overwritten: a new image is a new key. */
export const publicKey = (empresaId: string, arquivoId: string) => `publico/${empresaId}/${arquivoId}.webp`;

/** Where a removed image waits for its 30 days; no address leads here. */
export const trashKey = (empresaId: string, arquivoId: string) => `lixeira/${empresaId}/${arquivoId}.webp`;

/** The small image beside a photo. */
export const thumbnailKey = (key: string) => key.replace(/\.webp$/, '.mini.webp');

export interface StoredObject {
  size: number;
  type: string;
}

export interface Storage {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  stat(key: string): Promise<StoredObject | null>;
  read(key: string): Promise<(StoredObject & { stream: Readable }) | null>;
  exists(key: string): Promise<boolean>;
  /** May be repeated after a failure, at any point of it: what arrived is not lost, what left is not missed. */
  move(from: string, to: string): Promise<void>;
  /** Removing what is not there is fine. */
  remove(key: string): Promise<void>;
}

const IMMUTABLE = 'public, max-age=31536000, immutable';

export function openStorage(config: StorageConfig): Storage {
  const disk = new Disk(config.driver === 'fs' ? fsDriver(config.root) : s3Driver(config));
  // S3 answers when the bytes are safe; a file system only when asked.
  const settle = config.driver === 'fs' ? (key: string) => flush(join(config.root, key)) : async () => {};

  const stat = (key: string) =>
    orNull(async () => {
      const { contentLength, contentType = 'application/octet-stream' } = await disk.getMetaData(key);
      return { size: contentLength, type: contentType };
    });
  const exists = async (key: string) => (await stat(key)) !== null;

  return {
    stat,
    exists,
    put: (key, bytes, contentType) =>
      explained(async () => {
        await disk.put(key, bytes, { contentType, cacheControl: IMMUTABLE });
        await settle(key);
      }),
    read: async (key) => {
      const found = await stat(key);
      if (!found) return null;
      const stream = await orNull(() => opened(disk, key));
      return stream && { ...found, stream };
    },
    move: async (from, to) => {
      const moved = await orNull(async () => {
        await disk.copy(from, to);
        await settle(to);
        await disk.delete(from);
        return true;
      });
      if (moved || (await exists(to))) return;
      throw unavailable(new Error(`There is neither ${from} nor ${to}`));
    },
    remove: (key) => explained(() => disk.delete(key)),
  };
}

const fsDriver = (root: string) => new FSDriver({ location: root, visibility: 'private' });

type S3Config = Extract<StorageConfig, { driver: 's3' }>;

function s3Driver({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Config): S3Driver {
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // The subset that S3, R2, Ceph, SeaweedFS and Garage have in common: no bucket in the host name, no
    // checksum in trailers, no access lists.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Three attempts with exponential, jittered pauses end before the request that waits for them does.
    maxAttempts: 3,
    retryMode: 'standard',
    requestHandler: {
      connectionTimeout: 1_500,
      requestTimeout: 4_000,
      throwOnRequestTimeout: true,
      // While a body flows; a slow reader of ours pauses it.
      socketTimeout: 30_000,
    },
  });
  return new S3Driver({ client, bucket, supportsACL: false, visibility: 'private' });
}

/** A file's stream opens later, and its absence would show after the answer has begun. */
async function opened(disk: Disk, key: string): Promise<Readable> {
  const stream = await disk.getStream(key);
  if (disk.driver instanceof FSDriver) await once(stream, 'open');
  return stream;
}

/** The bytes, then the names that lead to them: a power cut after this loses none. */
async function flush(path: string): Promise<void> {
  for (const each of [path, dirname(path), dirname(dirname(path))]) {
    const handle = await open(each, 'r');
    await handle.sync().finally(() => handle.close());
  }
}

const unavailable = (cause: unknown) =>
  new AppError('unavailable', 'O armazenamento de imagens não respondeu. Tente de novo em alguns segundos.', {
    cause,
  });

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw unavailable(error);
  }
}

function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  return explained(() =>
    work().catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    }),
  );
}

/** flydrive wraps what its driver threw; both say it in their own way. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && error.code === 'ENOENT') return true;
  if (error.name === 'NotFound' || error.name === 'NoSuchKey') return true;
  return isMissing(error.cause);
}
