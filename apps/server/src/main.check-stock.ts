import pg from 'pg';
import { checkStock } from '#modules/movimentos/check.queries.ts';
import { withSecrets } from '#platform/config.ts';

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
process.exit(findings.every(({ wrong }) => wrong === 0) ? 0 : 1);
