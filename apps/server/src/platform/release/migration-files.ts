import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface MigrationFile {
  /** The number at the start of its name, which dbmate stores when the file is applied. */
  version: string;
  name: string;
  /** The statements of the part `migrate:up`, without comments. */
  up: string;
}

/** What a statement that may take hours does. */
export type LongChange =
  | { is: 'create'; index: string }
  | { is: 'drop'; index: string }
  | { is: 'validate'; constraint: string };

/** An `update` of the rows of a table that match a condition. */
export interface Backfill {
  is: 'backfill';
  table: string;
  set: string;
  condition: string;
}

/** Files that dbmate applies in one run, or one file with a long change or a backfill. */
export type Step = { files: MigrationFile[] } | { file: MigrationFile; change: LongChange | Backfill };

export const readMigrations = (directory: string): MigrationFile[] =>
  readdirSync(directory)
    .filter((name) => /^\d+_\w+\.sql$/.test(name))
    .sort()
    .map((name) => parseMigration(name, readFileSync(join(directory, name), 'utf8')));

export function parseMigration(name: string, text: string): MigrationFile {
  const up = /^-- migrate:up.*\n([\s\S]*?)(?=^-- migrate:down|(?![\s\S]))/m.exec(text)?.[1] ?? '';
  return {
    version: name.slice(0, name.indexOf('_')),
    name,
    up: up.replace(/^\s*--.*$/gm, '').trim(),
  };
}

/**
 * The long change of a file, if its statement is one. Each of them lets reads and writes go on, so it needs no time
 * limit. Any other statement holds a lock that they wait for, and keeps the limit of the role.
 */
export function longChangeOf({ up }: MigrationFile): LongChange | undefined {
  const created = /^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(\w+)/i.exec(
    up,
  )?.[1];
  if (created) return { is: 'create', index: created };
  const dropped = /^drop\s+index\s+concurrently\s+(?:if\s+exists\s+)?(\w+)\s*;?$/i.exec(up)?.[1];
  if (dropped) return { is: 'drop', index: dropped };
  const constraint = /^alter\s+table\s+\S+\s+validate\s+constraint\s+(\w+)\s*;?$/i.exec(up)?.[1];
  return constraint ? { is: 'validate', constraint } : undefined;
}

/**
 * The backfill of a file, if it is one `update <table> set … where …`. The release step runs it in batches. Throws for an
 * `update` of another form, which would lock every row that it changes until its end.
 */
export function backfillOf({ name, up }: MigrationFile): Backfill | undefined {
  if (!/^update\b/i.test(up)) return undefined;
  const statement = up.replace(/;$/, '');
  const where = topLevel(statement, 'where');
  const head = /^update\s+([\w.]+)\s+set\s+([\s\S]+)$/i.exec(statement.slice(0, where[0]));
  const [, table, set] = head ?? [];
  const condition = statement.slice((where[0] ?? 0) + 'where'.length).trim();
  const isOther = ['from', 'returning'].some((word) => topLevel(statement, word).length > 0);
  if (where.length !== 1 || !table || !set || isOther || statement.includes(';'))
    throw new Error(
      `${name}: a backfill is one statement, \`update <table> set … where …\`, without from and returning`,
    );
  return { is: 'backfill', table, set: set.trim(), condition };
}

/** The positions at which a word stands outside parentheses and quotes. */
function topLevel(statement: string, word: string): number[] {
  const found: number[] = [];
  let depth = 0;
  for (const { 0: token, index } of statement.matchAll(/'(?:[^']|'')*'|"[^"]*"|[()]|\w+/g)) {
    if (token === '(') depth++;
    else if (token === ')') depth--;
    else if (depth === 0 && token.toLowerCase() === word) found.push(index);
  }
  return found;
}

/**
 * The files that are not applied yet, in their order. In an empty database every table is empty, so dbmate applies all
 * files in one run.
 */
export function stepsOf(files: readonly MigrationFile[], applied: ReadonlySet<string>): Step[] {
  const pending = files.filter(({ version }) => !applied.has(version));
  if (pending.length === 0) return [];
  if (applied.size === 0) return [{ files: pending }];
  const steps: Step[] = [];
  for (const file of pending) {
    const change = longChangeOf(file) ?? backfillOf(file);
    const last = steps.at(-1);
    if (change) steps.push({ file, change });
    else if (last && 'files' in last) last.files.push(file);
    else steps.push({ files: [file] });
  }
  return steps;
}
