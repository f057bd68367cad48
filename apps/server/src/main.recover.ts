import { checkStock } from '#modules/movimentos/check.queries.ts';
import { readConfig } from '#platform/config.ts';
import { openStorage } from '#platform/outside/storage.ts';
import { refuseForeign } from '#platform/secrets/key-check.ts';
import { copyOf } from './recovery/copy-settings.ts';
import { wantedObjects } from './recovery/objects.queries.ts';
import { asOwner } from './recovery/owner.ts';
import { reconcile } from './recovery/reconcile.ts';
import { selectHold, settle } from './recovery/settle.queries.ts';
import { jobKinds } from './worker.ts';

/**
 * Examines and mends a restored database before http and worker start. It can run again. After `prumo restore` the hold
 * stands already; after a restore by other means `--hold` places it. Without `--hold` it never places one, because that
 * ends every session of a product that people use.
 */
const config = readConfig();
const placesHold = process.argv.includes('--hold');
const isWell = await asOwner(async (client) => {
  const { rows } = await client.query<{ name: string; sealed: string }>(
    'select name, sealed from secrets.key_checks',
  );
  refuseForeign(config.SECRET_KEYS, new Map(rows.map(({ name, sealed }) => [name, sealed])));
  console.log('The keys are those of this database.');

  const mailKinds = jobKinds.flatMap(({ name, outside }) => (outside === 'mail' ? name : []));
  if (placesHold && !(await selectHold(client))) await settle(client, { restoredTo: null, mailKinds });
  const hold = await selectHold(client);
  console.log(
    hold
      ? 'Mail and marketplaces are held back.'
      : 'Nothing is held back. If this database was just restored by other means than prumo restore, run it with --hold.',
  );

  const { named, moved, brought, missing, orphans } = await reconcile({
    storage: openStorage(config.STORAGE),
    copy: copyOf(config),
    wanted: wantedObjects(client),
    since: hold?.created_at ?? new Date(0),
  });
  console.log(
    `${named} objects named by rows: ${moved} moved, ${brought} brought back, ${missing.length} missing.`,
  );
  for (const key of missing.slice(0, 20)) console.log(`  missing ${key}`);
  console.log(
    `${orphans.length} objects without a row ${config.BACKUP_STORE ? 'removed, with a copy kept' : 'left in place'}.`,
  );

  const findings = await checkStock(client);
  for (const { name, checked, wrong } of findings) console.log(`${name}: ${wrong} of ${checked}`);
  return missing.length === 0 && findings.every(({ wrong }) => wrong === 0);
});
console.log(
  isWell ? 'Start http and worker, look, then run prumo release.' : 'Something is missing or wrong.',
);
process.exitCode = isWell ? 0 : 1;
