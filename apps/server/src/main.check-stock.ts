import pg from 'pg';
import { checkStock } from '#modules/movimentos/check.queries.ts';

/**
 * Holds the stock of all empresas against its ledger, as role `owner`, and changes nothing. Ends with 1 when something
 * disagrees (docs/operations.md).
 */
const url = process.env['MIGRATE_DATABASE_URL'];
if (!url) throw new Error('MIGRATE_DATABASE_URL is missing: the connection of role owner');

const client = new pg.Client({ connectionString: url });
await client.connect();
const findings = await checkStock(client);
await client.end();
for (const { name, checked, wrong, examples } of findings) {
  console.log(`${name} = ${wrong} (bar: = 0) ${wrong === 0 ? 'ok' : 'short'}  [of ${checked}]`);
  for (const example of examples) console.log(`  ${example}`);
}
process.exit(findings.every(({ wrong }) => wrong === 0) ? 0 : 1);
