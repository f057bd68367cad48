import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MERCADO_LIVRE_CLIENT } from '../../apps/sandbox/src/mercado-livre/oauth/application.ts';
import type { Site } from './site.ts';

/** A secret that the search found in the clear. `what` shows only its beginning. */
export interface Found {
  where: string;
  what: string;
}

/** How much was searched. The proof states it, because a search of nothing finds nothing. */
export interface Looked {
  tables: number;
  columns: number;
  rows: number;
  logBytes: number;
  wireBytes: number;
  diskBytes: number;
  answers: number;
}

const hexOf = (text: string) => Buffer.from(text).toString('hex');
/** For each of the three alignments, the base64 of a text that does not depend on the text around it. */
const base64Of = (text: string) =>
  [0, 1, 2].map((shift) => {
    const inside = Buffer.from(' '.repeat(shift) + text).toString('base64');
    return inside
      .slice(shift === 0 ? 0 : 4, Math.floor((shift + text.length) / 3) * 4)
      .replaceAll(/[+/]/g, '.');
  });
const escaped = (text: string) => text.replaceAll(/[-.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * Matches access tokens and the client secret in plain text, in hexadecimal and in base64. Matches codes and
 * refresh tokens in plain text and in hexadecimal.
 */
const PATTERN = new RegExp(
  [
    'APP_USR-[0-9]',
    'TG-[0-9a-f]{24}',
    `${hexOf('TG-')}(?:3[0-9]|6[1-6]){24}`,
    ...[`APP_USR-${MERCADO_LIVRE_CLIENT.id}`, MERCADO_LIVRE_CLIENT.secret].flatMap((secret) => [
      hexOf(secret),
      ...base64Of(secret),
    ]),
    escaped(MERCADO_LIVRE_CLIENT.secret),
  ].join('|'),
  'g',
);

const secretsIn = (text: string, others: ReadonlySet<string>): string[] => [
  ...(text.match(PATTERN) ?? []),
  ...[...others].filter((secret) => text.includes(secret)),
];

/** How many characters of a found secret the report shows. */
const SHOWN = 12;

/**
 * Searches every column of every table as superuser, the logs, the recorded answers, the traffic with
 * PostgreSQL and, with `disk`, the files of the database.
 */
export async function search(
  site: Site,
  { disk }: { disk: boolean },
): Promise<{ found: Found[]; looked: Looked }> {
  const found: Found[] = [];
  const look = (where: string, text: string, others: ReadonlySet<string> = site.secrets) => {
    const what = new Set(secretsIn(text, others).map((secret) => `${secret.slice(0, SHOWN)}…`));
    for (const each of what) found.push({ where, what: each });
  };
  const inTables = await lookAtTables(site, look);
  const log = await readFile(site.log, 'latin1');
  look('the log of the processes', log);
  const said = site.wire.said();
  // The product never sends state, session and code verifier to PostgreSQL in the clear, so the search
  // includes them.
  look('the traffic with PostgreSQL', said);
  for (const answer of site.answers) look('an answer of the product', answer);
  let diskBytes = 0;
  if (disk) {
    await site.sql('checkpoint');
    for (const file of await filesIn(site.data)) {
      // PostgreSQL may have deleted the file since the listing.
      const text = await readFile(file, 'latin1').catch(() => '');
      diskBytes += text.length;
      look(`a file of the database, ${file.slice(site.data.length)}`, text, new Set());
    }
  }
  const looked = {
    ...inTables,
    logBytes: log.length,
    wireBytes: said.length,
    diskBytes,
    answers: site.answers.length,
  };
  return { found, looked };
}

type Look = (where: string, text: string) => void;

/** Searches every table that PostgreSQL's catalogue lists, including system catalogues and large objects. */
async function lookAtTables({ sql }: Site, look: Look) {
  const tables = await sql(
    `select c.oid::regclass::text as name, count(*)::int as columns from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm') and n.nspname <> 'pg_toast' group by c.oid`,
  );
  let rows = 0;
  for (const { name } of tables) {
    const all = await sql(`select t::text as row from ${name} t`);
    rows += all.length;
    for (const { row } of all) look(`table ${name}`, row ?? '');
  }
  const columns = tables.reduce((sum, table) => sum + table.columns, 0);
  return { tables: tables.length, columns, rows };
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
