import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as z from 'zod';

/** A full backup is taken once a week. The others hold what differs from it. */
const FULL_DAYS = 7;
/** A nightly run may begin some minutes earlier than a week ago. */
const SLACK_MS = 3_600_000;

const Info = z.array(
  z.object({
    backup: z.array(
      z.object({
        label: z.string(),
        type: z.enum(['full', 'diff', 'incr']),
        error: z.boolean().nullish(),
        timestamp: z.object({ stop: z.number() }),
      }),
    ),
  }),
);
export type Backup = z.infer<typeof Info>[number]['backup'][number];

export type BackupType = 'full' | 'diff';

/** Which backup is due: a full one if there is none of the last week. */
export function typeDue(backups: readonly Backup[], now: Date): BackupType {
  const since = (now.getTime() - FULL_DAYS * 86_400_000 + SLACK_MS) / 1000;
  return backups.some(({ type, error, timestamp }) => type === 'full' && !error && timestamp.stop > since)
    ? 'diff'
    : 'full';
}

/**
 * The arguments of a restore. The chosen backup is the last one before the instant. The restore ends in a database that
 * accepts writes, on a timeline of its own.
 */
export function restoreArguments({ at, timeline }: { at: Date | null; timeline: string | null }): string[] {
  const target =
    at === null ? [] : ['--type=time', `--target=${inDatabaseForm(at)}`, '--target-action=promote'];
  return ['--delta', ...target, ...(timeline === null ? [] : [`--target-timeline=${timeline}`]), 'restore'];
}

/** `2026-11-18 06:00:00.123+00`, the form that pgBackRest compares with its backups. */
const inDatabaseForm = (at: Date) => at.toISOString().replace('T', ' ').replace('Z', '+00');

/** The stanza is the name under which pgBackRest keeps the backups of this database. */
export const stanzaOf = (environment: Record<string, string | undefined>) =>
  environment['BACKUP_STANZA'] || 'prumo';

/** Runs pgBackRest, which reads its own configuration. Its messages appear on this terminal. */
export async function pgbackrest(stanza: string, args: readonly string[]): Promise<void> {
  await run(stanza, ['--log-level-console=info', ...args], 'inherit');
}

export async function backupsOf(stanza: string): Promise<Backup[]> {
  const told = await run(stanza, ['--output=json', 'info'], 'pipe');
  return Info.parse(JSON.parse(told))[0]?.backup ?? [];
}

/**
 * Reads every file of the backups. pgBackRest exits with 0 also when a file is damaged (2.60), so the report decides.
 * It says `status: ok` only if it is verbose.
 */
export async function verify(stanza: string): Promise<void> {
  const report = await run(stanza, ['--output=text', '--verbose', 'verify'], 'pipe');
  if (!isWhole(report)) throw new Error(`A backup is damaged:\n${report}`);
}

export const isWhole = (report: string) =>
  /^status: ok$/m.test(report) && !/status: (error|invalid)/.test(report);

async function run(stanza: string, args: readonly string[], output: 'inherit' | 'pipe'): Promise<string> {
  const child = spawn('pgbackrest', [`--stanza=${stanza}`, ...args], {
    stdio: ['ignore', output, 'inherit'],
  });
  let told = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    told += chunk.toString();
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`pgbackrest ${args.at(-1)} ended with ${code}`);
  return told;
}
