import { readConfig } from '#platform/config.ts';
import { openStorage } from '#platform/outside/storage.ts';
import { neededCopy } from './recovery/copy-settings.ts';
import { wantedObjects } from './recovery/objects.queries.ts';
import { asOwner } from './recovery/owner.ts';
import { backupsOf, pgbackrest, stanzaOf, verify } from './recovery/pgbackrest.ts';
import { stepFor } from './recovery/reconcile.ts';

/** Reads a whole backup. Exits with 1 when a part of it is damaged or missing. */
const [, , what] = process.argv;
if (what === 'database') {
  const stanza = stanzaOf(process.env);
  // `check` writes a segment of WAL and waits until the archive has it.
  await pgbackrest(stanza, ['check']);
  await verify(stanza);
  const backups = await backupsOf(stanza);
  if (backups.length === 0) throw new Error('There is no backup. Run prumo backup database.');
  console.log(`${backups.length} backups are whole, the last one is ${backups.at(-1)?.label}`);
} else if (what === 'objects') {
  const config = readConfig();
  const [storage, copy] = [openStorage(config.STORAGE), neededCopy(config)];
  const copies = await copy.keys();
  const damaged: string[] = [];
  for (const key of copies) await copy.open(key).catch(() => damaged.push(key));
  const missing: string[] = [];
  await asOwner(async (client) => {
    for await (const wanted of wantedObjects(client)) {
      // An object that the store itself lacks is no fault of the copy.
      const step = stepFor(wanted, new Set(), copies);
      if (step.do === 'miss' && (await storage.exists(wanted.key))) missing.push(wanted.key);
    }
  });
  console.log(
    `${copies.size} copies read: ${damaged.length} damaged, ${missing.length} objects without a copy`,
  );
  for (const key of [...damaged, ...missing].slice(0, 20)) console.log(`  ${key}`);
  process.exitCode = damaged.length + missing.length > 0 ? 1 : 0;
} else {
  console.error('usage: prumo verify database|objects');
  process.exitCode = 2;
}
