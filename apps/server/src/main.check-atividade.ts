import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { checkAtividades } from '#modules/atividades/check.queries.ts';
import { withSecrets } from '#platform/config.ts';

/**
 * Checks the chain of atividades of all empresas, as role `owner`. Changes nothing. Prints the end of each chain, or its
 * first broken line, and exits with status 1 when one is broken. The argument names a file with the output of an
 * earlier check, whose ends the chains must still contain (docs/operations.md).
 */
const url = withSecrets(process.env)['MIGRATE_DATABASE_URL'];
if (!url) throw new Error('MIGRATE_DATABASE_URL_FILE is missing: a file with the connection of role owner');

const [, , earlier] = process.argv;
const END = /^ok ([0-9a-f-]{36}) (\d+) ([0-9a-f]{64})$/gm;
const anchors = [...(earlier ? await readFile(earlier, 'utf8') : '').matchAll(END)].map(
  ([, empresaId = '', numero = '', hash = '']) => ({ empresaId, numero: Number(numero), hash }),
);

const client = new pg.Client({ connectionString: url });
await client.connect();
let broken = 0;
for await (const finding of checkAtividades(client, { anchors })) {
  const { empresaId, end } = finding;
  if (finding.broken) broken++;
  console.log(
    finding.broken
      ? `broken ${empresaId} after line ${end.numero}: ${finding.broken}`
      : `ok ${empresaId} ${end.numero} ${end.hash.toString('hex')}`,
  );
}
await client.end();
process.exit(broken === 0 ? 0 : 1);
