import { backfillOf, type MigrationFile } from './migration-files.ts';

/** A change of a table in use. ADR 0024 has a row for each, with the lock that it takes. */
interface Allowed {
  change: string;
  form: RegExp;
  /** A part of the statement that makes it another, refused change. */
  unless?: RegExp;
}

/** A default that PostgreSQL computes for each row. It writes the whole table again under a lock. */
const VOLATILE =
  /\bdefault\s+(?!now\(\)|current_\w+)[^,]*?\(|\bgenerated\s+always\s+as\b(?!.*\bvirtual\b)|\b(big|small)?serial\b|\bas\s+identity\b/;
const IN_PLACE = /\b(primary\s+key|unique|references|check)\b/;

const ON_TABLE: readonly Allowed[] = [
  {
    change: 'add a column',
    form: /^alter table \S+ add (column )?(?!constraint\b)\w+ /,
    unless: new RegExp(`${VOLATILE.source}|${IN_PLACE.source}|^(?!.*\\bdefault\\b).*\\bnot null\\b`),
  },
  {
    change: 'add a constraint',
    form: /^alter table \S+ add constraint \w+ (check|foreign key|not null)\b.*\bnot valid$/,
  },
  { change: 'validate a constraint', form: /^alter table \S+ validate constraint \w+$/ },
  {
    change: 'make an index a constraint',
    form: /^alter table \S+ add constraint \w+ (unique|primary key) using index \w+/,
  },
  { change: 'create an index', form: /^create (unique )?index concurrently (if not exists )?\w+ on / },
  { change: 'drop an index', form: /^drop index concurrently (if exists )?\w+$/ },
  {
    change: 'drop a column, a constraint or a table',
    form: /^(alter table \S+ drop (column|constraint)|drop table) /,
  },
  { change: 'change a default', form: /^alter table \S+ alter (column )?\w+ (set|drop) default\b/ },
  { change: 'allow null', form: /^alter table \S+ alter (column )?\w+ drop not null$/ },
  {
    change: 'set an option of a table',
    form: /^alter table \S+ ((alter (column )?\w+ )?set (\(|statistics\b)|(enable|force) row level security)/,
  },
  {
    change: 'change a policy or a trigger',
    form: /^(create|alter|drop) (policy|trigger)\b|^create (or replace )?(constraint )?trigger\b/,
  },
  { change: 'fill a column', form: /^update / },
];

/** What locks no table of an empresa, or only a table of this file. */
const ELSEWHERE =
  /^(create (or replace )?(function|procedure|view|type|domain|schema|extension)|(create or replace|alter|drop) (function|view|type)|grant|revoke|comment on|alter (function|view|type|schema|default privileges)|drop (function|view|type|domain|schema))\b/;

/**
 * Why the release step must not run a file on tables in use, or undefined. A file that creates tables may do anything to
 * them, because no process uses them yet. Any other file has one statement on a table, of an allowed kind.
 */
export function refusalOf(file: MigrationFile): string | undefined {
  const statements = statementsOf(file.up);
  const own = statements.flatMap(
    (each) => /^create (?:unlogged )?table (?:if not exists )?([\w.]+)/.exec(each)?.[1] ?? [],
  );
  const isOwn = (statement: string) => own.some((table) => mentions(statement, table));
  const onTables = statements.filter(
    (each) => !ELSEWHERE.test(each) && !/^create (unlogged )?table\b/.test(each) && !isOwn(each),
  );
  if (onTables.length === 0) return undefined;
  if (onTables.length > 1 || own.length > 0)
    return `${file.name}: a change of a table in use is the only statement of its file on a table: ${onTables.at(-1)}`;
  const [statement = ''] = onTables;
  for (const action of actionsOf(statement)) {
    const allowed = ON_TABLE.find(({ form }) => form.test(action));
    if (!allowed || allowed.unless?.test(action))
      return `${file.name}: docs/adr/0024-migrations.md does not allow this on a table in use: ${action}`;
  }
  if (statement.startsWith('update ')) {
    if (statements.length > 1) return `${file.name}: a backfill is the only statement of its file`;
    backfillOf(file);
  }
  return undefined;
}

/** The actions of an `alter table`, each as a statement of its own. Another statement is one action. */
function actionsOf(statement: string): string[] {
  const [, table] = /^(alter table (?:if exists |only )*\S+) /.exec(statement) ?? [];
  if (!table) return [statement];
  const actions = [''];
  let depth = 0;
  for (const letter of statement.slice(table.length)) {
    depth += Number(letter === '(') - Number(letter === ')');
    if (letter === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += letter;
  }
  return actions.map((action) => `${table} ${action.trim()}`);
}

const mentions = (statement: string, table: string) =>
  new RegExp(
    `(?:\\bon|\\btable(?: only)?|\\binto|^update) (?:public\\.)?${table.replace('.', '\\.')}(?![\\w.])`,
  ).test(statement);

/** The statements in lower case, with single spaces, without comments, bodies of functions and texts in quotes. */
function statementsOf(up: string): string[] {
  return up
    .replace(/--.*$/gm, '')
    .replace(/(\$\w*\$)[\s\S]*?\1/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
    .replace(/\bbegin atomic\b[\s\S]*?^end;/gm, "'';")
    .split(';')
    .map((each) => each.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
}

export const ALLOWED_CHANGES = ON_TABLE.map(({ change }) => change);
