import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

/**
 * An acknowledged write. PostgreSQL committed it between `sent` and `acked`, in milliseconds of this machine's clock,
 * which is also that of PostgreSQL.
 */
export interface Entry {
  kind: 'marca' | 'movimento' | 'objeto';
  id: string;
  /** The hash of what the write left in the record. Empty for an object that the write took away. */
  hash: string;
  sent: number;
  acked: number;
}

/** The record outside: a file that is only appended to, beside and not inside the machine of the database. */
export function openShadow(path: string) {
  const file = openSync(path, 'a');
  return {
    note: (entry: Entry) => void writeSync(file, `${JSON.stringify(entry)}\n`),
    close: () => closeSync(file),
    read: (): Entry[] =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Entry),
  };
}
export type Shadow = ReturnType<typeof openShadow>;

export const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

export interface Compared {
  /** Writes that were acknowledged before the point. */
  before: number;
  /** Writes that were sent after it. */
  after: number;
  missing: string[];
  present: string[];
  differing: string[];
}

/**
 * Compares the stored records with the shadow at a point in time. Each record is written by one writer, one write after
 * another. The last write that was acknowledged before the point must be there. A write that was under way at the point
 * may be there. A write that was sent after it must not.
 */
export function compare(
  entries: readonly Entry[],
  stored: ReadonlyMap<string, string>,
  point: number,
): Compared {
  const found: Compared = { before: 0, after: 0, missing: [], present: [], differing: [] };
  const byRecord = Map.groupBy(entries, ({ kind, id }) => `${kind} ${id}`);
  for (const [record, writes] of byRecord) {
    const before = writes.filter(({ acked }) => acked <= point);
    const during = writes.filter(({ sent, acked }) => sent <= point && acked > point);
    const later = writes.filter(({ sent }) => sent > point);
    found.before += before.length;
    found.after += later.length;
    const hash = stored.get(record);
    const allowed = [before.at(-1), ...during].flatMap((each) => each?.hash ?? []);
    if (hash !== undefined && allowed.includes(hash)) continue;
    if (hash === undefined) {
      if (before.length > 0) found.missing.push(record);
    } else if (later.some((each) => each.hash === hash)) found.present.push(record);
    else found.differing.push(record);
  }
  for (const record of stored.keys())
    if (!byRecord.has(record)) found.differing.push(`${record}: never acknowledged`);
  return found;
}

/** The acknowledged writes that a restore to the end of the archive lost: the age of the oldest, in seconds. */
export function lossOf(
  entries: readonly Entry[],
  stored: ReadonlyMap<string, string>,
  killedAt: number,
): { lost: number; seconds: number } {
  const ids = entries.filter(({ kind, acked }) => kind === 'movimento' && acked <= killedAt);
  const lost = ids.filter(({ kind, id }) => !stored.has(`${kind} ${id}`));
  const oldest = Math.min(killedAt, ...lost.map(({ acked }) => acked));
  return { lost: lost.length, seconds: (killedAt - oldest) / 1000 };
}
