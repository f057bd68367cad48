import { readConfig } from '#platform/config.ts';
import { openStorage } from '#platform/outside/storage.ts';
import { neededCopy } from './recovery/copy-settings.ts';
import { asOwner } from './recovery/owner.ts';
import { backupsOf, pgbackrest, stanzaOf, typeDue } from './recovery/pgbackrest.ts';
import { noteBackup } from './recovery/settle.queries.ts';

/**
 * `prumo backup database` runs on the machine of PostgreSQL, as its user. `prumo backup objects` runs where STORAGE is
 * reached. A row counts as settled once its object is written, so a copy of the store that is taken after the backup of the
 * database holds every object that a settled row of that backup names.
 */
const [, , what] = process.argv;
if (what === 'database') {
  const stanza = stanzaOf(process.env);
  await pgbackrest(stanza, [`--type=${typeDue(await backupsOf(stanza), new Date())}`, 'backup']);
  const label = (await backupsOf(stanza)).at(-1)?.label ?? '';
  await asOwner((client) => noteBackup(client, 'database', label));
  console.log(`backup ${label} is complete`);
} else if (what === 'objects') {
  const config = readConfig();
  const [storage, copy] = [openStorage(config.STORAGE), neededCopy(config)];
  const copies = await copy.keys();
  const live = new Set<string>();
  for await (const key of storage.keys('')) live.add(key);
  const fresh = [...live].filter((key) => !copies.has(key));
  const { copied, failed } = await copy.add(storage, fresh);
  const expired = await copy.expire(live, new Date());
  // The age of the last whole copy raises the alarm, so one with gaps is not noted.
  if (failed.length === 0) await asOwner((client) => noteBackup(client, 'objects', `${live.size} objects`));
  console.log(`${copied} of ${live.size} objects copied, ${expired} expired copies deleted`);
  for (const key of failed.slice(0, 20)) console.error(`not copied: ${key}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} else {
  console.error('usage: prumo backup database|objects');
  process.exitCode = 2;
}
