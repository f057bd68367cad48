import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { S3Client } from '@aws-sdk/client-s3';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { S3Driver } from 'flydrive/drivers/s3';
import type { StorageConfig } from '#platform/config.ts';
import { refuseInsideTransaction } from '#platform/db/transaction-mark.ts';
import { AppError } from '#platform/errors.ts';

/**
 * The key of a public image, which every holder of its address can read. It is never overwritten, because a
 * new image gets a new id.
 */
export const publicKey = (empresaId: string, arquivoId: string) => `publico/${empresaId}/${arquivoId}.webp`;

/** The key of a removed image, kept for 30 days. It has no public address. */
export const trashKey = (empresaId: string, arquivoId: string) => `lixeira/${empresaId}/${arquivoId}.webp`;

/** The folders of an empresa. Every object of an empresa is in one of them. */
export const foldersOf = (empresaId: string): string[] =>
  ['publico', 'lixeira', 'exportacoes', 'restauracoes'].map((folder) => `${folder}/${empresaId}/`);

/** The key of a photo's thumbnail. */
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
  /**
   * Copies, then deletes. It can be retried after any failure, because a missing source is no error once the
   * copy exists.
   */
  move(from: string, to: string): Promise<void>;
  /** Removing an absent object succeeds. */
  remove(key: string): Promise<void>;
  /** Lists the keys in a folder, at most a thousand in a store that returns pages. */
  list(folder: string): Promise<string[]>;
  /** Lists every key in a folder, or every key of the store for an empty text. */
  keys(folder: string): AsyncIterable<string>;
}

const IMMUTABLE = 'public, max-age=31536000, immutable';

export function openStorage(config: StorageConfig): Storage {
  const disk = new Disk(config.driver === 'fs' ? fsDriver(config.root) : s3Driver(config));
  /** Writes an object under its key, so that a reader sees the whole object or none, also after a power failure. */
  const placed = config.driver === 'fs' ? inPlace(config.root) : atOnce;

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
      explained(() => placed(key, (as) => disk.put(as, bytes, { contentType, cacheControl: IMMUTABLE }))),
    read: async (key) => {
      const found = await stat(key);
      if (!found) return null;
      const stream = await orNull(() => opened(disk, key));
      return stream && { ...found, stream };
    },
    move: async (from, to) => {
      const moved = await orNull(async () => {
        await placed(to, (as) => disk.copy(from, as));
        await disk.delete(from);
        return true;
      });
      if (moved || (await exists(to))) return;
      throw storeUnavailable(new Error(`There is neither ${from} nor ${to}`));
    },
    remove: (key) => explained(() => disk.delete(key)),
    list: async (folder) =>
      (await orNull(async () => {
        const { objects } = await disk.listAll(folder, { recursive: true });
        return [...objects].flatMap((each) => (each.isFile ? [each.key] : []));
      })) ?? [],
    async *keys(folder) {
      for (let token: string | undefined; ; ) {
        const from = token;
        const page = await orNull(() =>
          disk.listAll(folder || '/', { recursive: true, ...(from && { paginationToken: from }) }),
        );
        for (const each of page?.objects ?? []) if (each.isFile && !isDraft(each.key)) yield each.key;
        token = page?.paginationToken;
        if (token === undefined) return;
      }
    },
  };
}

const fsDriver = (root: string) => new FSDriver({ location: root, visibility: 'private' });

type S3Config = Extract<StorageConfig, { driver: 's3' }>;

function s3Driver({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Config): S3Driver {
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // The settings that S3, R2, Ceph, SeaweedFS and Garage have in common: no bucket in the host name, no
    // checksum in trailers, no access lists.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Three attempts with exponential backoff and jitter end before the time limit of the request that waits
    // for them.
    maxAttempts: 3,
    retryMode: 'standard',
    requestHandler: {
      connectionTimeout: 1_500,
      requestTimeout: 4_000,
      throwOnRequestTimeout: true,
      // The limit while a body is streamed. A slow client of ours may pause the stream.
      socketTimeout: 30_000,
    },
  });
  return new S3Driver({ client, bucket, supportsACL: false, visibility: 'private' });
}

/**
 * Opens a stream. A file stream opens lazily, so the function waits until it is open. A missing file then
 * fails before the response has begun.
 */
async function opened(disk: Disk, key: string): Promise<Readable> {
  const stream = await disk.getStream(key);
  if (disk.driver instanceof FSDriver) await once(stream, 'open');
  return stream;
}

type Place = (key: string, write: (as: string) => Promise<void>) => Promise<void>;

/** S3 shows an object when it is whole, and answers when it is durable. */
const atOnce: Place = (key, write) => write(key);

/** The end of the name of a file that is still being written. A process that dies leaves such a file behind. */
const DRAFT = '.parte';
const isDraft = (key: string) => key.endsWith(DRAFT);

/** Writes a file under another name, syncs it and renames it. */
const inPlace =
  (root: string): Place =>
  async (key, write) => {
    const draft = `${key}.${randomUUID()}${DRAFT}`;
    await write(draft);
    await sync(join(root, draft));
    await rename(join(root, draft), join(root, key));
    await flush(join(root, key));
  };

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/**
 * Syncs the file, then the two directories above it, so that a power failure loses neither bytes nor names.
 */
async function flush(path: string): Promise<void> {
  for (const each of [path, dirname(path), dirname(dirname(path))]) await sync(each);
}

const storeUnavailable = (cause: unknown) =>
  new AppError('unavailable', 'O armazenamento de imagens não respondeu. Tente de novo em alguns segundos.', {
    cause,
  });

/**
 * Wraps every operation of the store. Refuses it inside a transaction and turns its failure into
 * `unavailable`.
 */
async function explained<T>(work: () => Promise<T>): Promise<T> {
  refuseInsideTransaction('the file store');
  try {
    return await work();
  } catch (error) {
    throw storeUnavailable(error);
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

/** flydrive wraps the driver's error, and each driver reports a missing object differently. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && error.code === 'ENOENT') return true;
  if (error.name === 'NotFound' || error.name === 'NoSuchKey') return true;
  return isMissing(error.cause);
}
