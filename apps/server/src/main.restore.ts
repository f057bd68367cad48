import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ownerUrl } from './recovery/owner.ts';
import { pgbackrest, restoreArguments, stanzaOf } from './recovery/pgbackrest.ts';
import { withPrivateServer } from './recovery/private-server.ts';
import { canHold, settle } from './recovery/settle.queries.ts';
import { jobKinds } from './worker.ts';

/**
 * Restores the database on its own machine, as the user of PostgreSQL, while PostgreSQL is stopped. Ends with a stopped
 * PostgreSQL whose database holds mail and marketplaces back (docs/operations.md).
 */
const { values } = parseArgs({ options: { at: { type: 'string' }, timeline: { type: 'string' } } });
const at = values.at === undefined ? null : new Date(values.at);
if (at !== null && (Number.isNaN(at.getTime()) || !/(Z|[+-]\d\d:?\d\d)$/.test(values.at ?? ''))) {
  console.error('--at is an instant with its time zone, such as 2026-11-18T06:00:00-03:00');
  process.exit(2);
}
const data = process.env['PGDATA'] || '/var/lib/postgresql/18/main';
// pgBackRest restores only into a folder that exists, and a new disk is empty.
await mkdir(data, { recursive: true, mode: 0o700 });
const database = new URL(ownerUrl()).pathname.slice(1);
await pgbackrest(stanzaOf(process.env), restoreArguments({ at, timeline: values.timeline ?? null }));
await withPrivateServer({ data, database }, async (client) => {
  if (!(await canHold(client))) {
    console.log(
      'The database is restored. It is older than the tables that hold mail and marketplaces back.',
    );
    console.log(
      'Next: start PostgreSQL, run prumo migrate and prumo recover --hold, and only then http and worker.',
    );
    return;
  }
  const mailKinds = jobKinds.flatMap(({ name, outside }) => (outside === 'mail' ? name : []));
  const settled = await settle(client, { restoredTo: at?.toISOString() ?? null, mailKinds });
  console.log('The database is restored. Mail and marketplaces are held back.');
  console.log(`${settled.mails} waiting mails dropped, ${settled.sessions} sessions ended.`);
  console.log(`${settled.contas} contas will be tried after the release.`);
  console.log('Next: start PostgreSQL, run prumo recover, start http and worker, look, run prumo release.');
});
