import pg from 'pg';
import { checkStock } from '#modules/movimentos/check.queries.ts';
import { withSecrets } from '#platform/config.ts';
import { writeResult } from '#platform/metrics/textfile.ts';

/**
 * Compares the stock of all empresas with the ledger of movimentos, as role `owner`. Changes nothing. Exits
 * with status 1 when stock and ledger disagree (docs/operations.md).
 */
const url = withSecrets(process.env)['MIGRATE_DATABASE_URL'];
if (!url) throw new Error('MIGRATE_DATABASE_URL_FILE is missing: a file with the connection of role owner');

const client = new pg.Client({ connectionString: url });
await client.connect();
const findings = await checkStock(client);
await client.end();
for (const { name, checked, wrong, examples } of findings) {
  console.log(`${name} = ${wrong} (bar: = 0) ${wrong === 0 ? 'ok' : 'short'}  [of ${checked}]`);
  for (const example of examples) console.log(`  ${example}`);
}
// systemd sets it from StateDirectory= of the unit.
const folder = process.env['STATE_DIRECTORY'];
if (folder)
  await writeResult(folder, 'prumo_stock_check', {
    prumo_stock_check_wrong_rows: {
      help: 'Rows of stock that disagree with the ledger, by the last check.',
      value: findings.reduce((sum, { wrong }) => sum + wrong, 0),
    },
    prumo_stock_check_finished_timestamp_seconds: {
      help: 'When the last check ended.',
      value: Math.round(Date.now() / 1000),
    },
  });
process.exit(findings.every(({ wrong }) => wrong === 0) ? 0 : 1);
