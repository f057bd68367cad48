import type { Config } from '#platform/config.ts';
import { openStorage } from '#platform/outside/storage.ts';
import { type ObjectCopy, openObjectCopy } from './object-copy.ts';

/** Opens the copy of the object store, or null if the operator keeps none. */
export function copyOf({ BACKUP_STORE, BACKUP_KEY }: Config): ObjectCopy | null {
  if (BACKUP_STORE === undefined) return null;
  if (BACKUP_KEY === undefined)
    throw new Error('Wrong settings: BACKUP_STORE is set and BACKUP_KEY is not (openssl rand -base64 32).');
  return openObjectCopy(openStorage(BACKUP_STORE), Buffer.from(BACKUP_KEY, 'base64'));
}

/** The same for a command that works on the copy. */
export function neededCopy(config: Config): ObjectCopy {
  const copy = copyOf(config);
  if (!copy) throw new Error('Wrong settings: BACKUP_STORE is missing: where to keep the copy of STORAGE.');
  return copy;
}
