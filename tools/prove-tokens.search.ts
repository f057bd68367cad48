import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MERCADO_LIVRE_CLIENT } from '../apps/sandbox/src/mercado-livre/application.ts';
import type { Site } from './prove-tokens.site.ts';

/** Where a secret of Mercado Livre was found in the clear. */
export interface Found {
  where: string;
  what: string;
}

/** How much was looked at: a search of nothing finds nothing. */
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
/** What stays the same of a text in base64 wherever in a longer one it stands. */
const base64Of = (text: string) =>
  [0, 1, 2].map((shift) => {
    const inside = Buffer.from(' '.repeat(shift) + text).toString('base64');
    return inside
      .slice(shift === 0 ? 0 : 4, Math.floor((shift + text.length) / 3) * 4)
      .replaceAll(/[+/]/g, '.');
  });
const escaped = (text: string) => text.replaceAll(/[-.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Access tokens, codes and refresh tokens, and our own secret: as they are, in hexadecimal, in base64. */
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

const SHOWN = 12;

/** Reads every column of every table as superuser, all logs, all answers and the files of the database itself. */
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
  // The state, a session and a verifier are never said as they are.
  look('what is said to PostgreSQL', said);
  for (const answer of site.answers) look('an answer of the product', answer);
  let diskBytes = 0;
  if (disk) {
    await site.sql('checkpoint');
    for (const file of await filesIn(site.data)) {
      // Gone between the listing and the reading.
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

/** The catalogue says what there is: nothing is listed by hand, catalogues and large objects included. */
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
