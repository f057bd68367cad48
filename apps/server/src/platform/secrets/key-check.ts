import type { Database } from '#platform/db/db.ts';
import { insertKeyChecks, selectKeyChecks } from './key-check.queries.ts';
import { type KeyRing, openVault } from './vault.ts';

const KNOWN = 'prumo';
const placeOf = (name: string) => `secrets.key_checks.sealed.${name}`;

/**
 * Throws when the key ring is not that of this database. A process with other encryption keys could not
 * decrypt the sealed secrets, and would seal new ones that no other process can decrypt. The first start
 * records its keys. A later start records new keys if its ring has at least one recorded key.
 */
export async function checkKeys(db: Pick<Database, 'global'>, ring: KeyRing): Promise<void> {
  const names = Object.keys(ring.chaves);
  const noted = await selectKeyChecks(db);
  refuseForeign(ring, noted);
  const fresh = names.filter((name) => !noted.has(name));
  if (fresh.length === 0) return;
  const sealed = fresh.map((name) => openVault({ ...ring, atual: name }).seal(KNOWN, placeOf(name)));
  await insertKeyChecks(db, fresh, sealed);
  // Another process may have recorded a different key under the same name concurrently.
  refuseForeign(ring, await selectKeyChecks(db));
}

/** Throws when the ring has another key under a recorded name, or none of the recorded keys. Records nothing. */
export function refuseForeign(ring: KeyRing, noted: ReadonlyMap<string, string>): void {
  const vault = openVault(ring);
  for (const name of Object.keys(ring.chaves)) {
    const sealed = noted.get(name);
    if (sealed === undefined) continue;
    try {
      if (vault.open(sealed, placeOf(name)) === KNOWN) continue;
    } catch (cause) {
      throw foreign(name, cause);
    }
    throw foreign(name);
  }
  if (noted.size > 0 && !Object.keys(ring.chaves).some((name) => noted.has(name)))
    throw new Error(
      `Wrong settings: SECRET_KEYS has none of the keys this database knows (${[...noted.keys()].join(', ')}). ` +
        'Start with the keys of the other processes; add a new key beside them (docs/operations.md, "A new key").',
    );
}

const foreign = (name: string, cause?: unknown) =>
  new Error(
    `Wrong settings: the key ${name} of SECRET_KEYS is not the one this database was sealed with. ` +
      'Restore the original key under this name, or add the new key under a new name.',
    { cause },
  );
