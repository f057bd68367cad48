import type { Config } from '#platform/config.ts';
import { isLoopback } from '#platform/outside/loopback.ts';
import { fail, ok, type Verdict, warn, worst } from './verdict.ts';

/** The first minor of Node 24 that the product runs on, as `engines` of package.json says. */
export const NODE = { major: 24, minor: 11 };

export function judgeNode(version: string): Verdict {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major === NODE.major && minor >= NODE.minor
    ? ok(version)
    : fail(`Node is ${version}. Use Node ${NODE.major}.${NODE.minor} or a later ${NODE.major}.`);
}

export function judgeVersion(number: number): Verdict {
  const major = Math.floor(number / 10_000);
  const words = `PostgreSQL is ${major}.${number % 10_000}`;
  if (major < 18) return fail(`${words}. Upgrade it to 18.`);
  return major === 18 ? ok(words) : warn(`${words}. The product is tested on 18.`);
}

/** Without these an acknowledged change may be lost in a crash, or damage of a disk stays unnoticed. */
export function judgeDurability(settings: Readonly<Record<string, string>>): Verdict {
  const off = (name: string) => settings[name] === 'off';
  const lost = ['fsync', 'full_page_writes', 'synchronous_commit']
    .filter(off)
    .map((name) => fail(`${name} is off: a crash loses changes. Set ${name} = on and restart PostgreSQL.`));
  const unnoticed = off('data_checksums')
    ? [warn('Data checksums are off. Stop PostgreSQL and run pg_checksums --enable.')]
    : [];
  return worst([...lost, ...unnoticed], 'fsync, full_page_writes, synchronous_commit, checksums are on');
}

export function judgeText(found: { encoding: string; provider: string; locale: string }): Verdict {
  if (found.encoding !== 'UTF8')
    return fail(`The encoding of the database is ${found.encoding}. Create it anew with UTF8.`);
  if (found.provider !== 'b')
    return warn(
      `The database sorts by ${found.locale} of the operating system. After an upgrade of the system, reindex it.`,
    );
  return ok(`UTF8, ${found.locale}`);
}

export const judgeTimeZone = (found: string): Verdict =>
  found === 'UTC'
    ? ok('UTC')
    : fail(`The session has the time zone ${found}. Run roles.sql again, and remove other settings of it.`);

/** Compares the names of the migrations of this release with the numbers that the database has recorded. */
export function judgeMigrations(files: readonly string[], applied: readonly string[]): Verdict {
  const numberOf = (file: string) => /^\d+/.exec(file)?.[0] ?? '';
  const known = new Set(files.map(numberOf));
  const done = new Set(applied);
  const pending = files.filter((file) => !done.has(numberOf(file))).sort();
  if (pending.length > 0)
    return fail(`${pending.length} migrations are pending, from ${pending[0]} on. Run prumo migrate.`);
  const newer = applied.filter((number) => !known.has(number));
  if (newer.length > 0)
    return warn(`The database has migrations of a later release (${newer.join(', ')}). Start that release.`);
  return ok(`all ${files.length} migrations have run`);
}

/** `ssl` says whether the open connection is encrypted. */
export function judgeTls(url: string, ssl: boolean): Verdict {
  const { hostname, searchParams } = new URL(url);
  if (isLoopback(hostname)) return ok('the database is on this machine');
  if (!ssl) return fail('The connection is not encrypted. Put sslmode=verify-full into the address.');
  return searchParams.get('sslmode') === 'verify-full'
    ? ok('encrypted, and the certificate is verified')
    : warn(
        'The connection is encrypted. Put sslmode=verify-full into the address, so that migrate verifies it too.',
      );
}

const CLOCK_LIMIT_MS = 5000;

/** `before` and `after` are the time of this machine around the question, `database` is the answer. */
export function judgeClock(read: { before: number; database: number; after: number }): Verdict {
  const difference = read.database - (read.before + read.after) / 2;
  const seconds = `${(Math.abs(difference) / 1000).toFixed(1)} s`;
  if (Math.abs(difference) < CLOCK_LIMIT_MS) return ok(`${seconds} from the clock of the database`);
  return fail(
    `This clock is ${seconds} ${difference > 0 ? 'behind' : 'ahead of'} that of the database. ` +
      'Synchronise both machines (systemd-timesyncd or chrony).',
  );
}

export function judgeAddresses(config: Pick<Config, 'PUBLIC_URL' | 'MEDIA_URL' | 'NODE_ENV'>): Verdict {
  const [product, images] = [new URL(config.PUBLIC_URL), new URL(config.MEDIA_URL)];
  if (product.hostname === images.hostname)
    return fail('MEDIA_URL has the host of PUBLIC_URL. Give the images a host of their own.');
  const plain = [product, images].filter((url) => url.protocol !== 'https:' && !isLoopback(url.hostname));
  if (plain.length > 0 && config.NODE_ENV === 'production')
    return fail(`${plain.map(({ origin }) => origin).join(' and ')} must begin with https://.`);
  return ok(`${product.host} and ${images.host}`);
}

/** `status` is the answer of `/healthz`, or the reason why there was none. */
export const judgeReach = (origin: string, status: number | string): Verdict =>
  status === 200
    ? ok(`${origin} answers`)
    : warn(`${origin} gives ${status}. Start http, then check DNS, proxy and certificate.`);

const ARCHIVE_SECONDS = 60;

/** `timeout` is archive_timeout in seconds. */
export function judgeArchive(read: {
  mode: string;
  timeout: number;
  archived: Date | null;
  failed: Date | null;
}): Verdict {
  if (read.mode === 'off')
    return warn('WAL is not archived, so a lost disk loses everything since the last backup. See "Back up".');
  if (read.failed && (!read.archived || read.failed > read.archived))
    return fail(
      `The archive refuses WAL since ${read.failed.toISOString()}. Read the log of PostgreSQL, run prumo verify database.`,
    );
  if (read.timeout === 0 || read.timeout > ARCHIVE_SECONDS)
    return warn(
      `archive_timeout is ${read.timeout} s. Set it to 30 s, so that a lost disk loses at most a minute.`,
    );
  return ok(`WAL is archived at least every ${read.timeout} s`);
}

/** The longest time between two backups: a night and some hours, and a quarter of an hour. */
const LONGEST_SECONDS = { database: 26 * 3600, objects: 900 };

/** `ages` are the seconds since the last backup of each kind. */
export function judgeBackups(ages: ReadonlyMap<string, number>): Verdict {
  const verdicts = Object.entries(LONGEST_SECONDS).map(([what, longest]) => {
    const age = ages.get(what);
    if (age === undefined) return warn(`There is no backup of the ${what}. Run prumo backup ${what}.`);
    if (age <= longest) return ok('');
    return fail(
      `The last backup of the ${what} is ${(age / 3600).toFixed(1)} h old. Look at prumo-backup-${what}.service.`,
    );
  });
  return worst(verdicts, 'database and objects were backed up in time');
}

export const judgeHold = (since: Date | null): Verdict =>
  since === null
    ? ok('nothing is held back')
    : warn(`Mail and marketplaces are held back since ${since.toISOString()}. Look, then run prumo release.`);

const MAIL_ADVICE: Record<string, string> = {
  ESOCKET: 'Check host and port of SMTP_URL, and its certificate.',
  ECONNECTION: 'Check host and port of SMTP_URL.',
  EDNS: 'Check the host of SMTP_URL.',
  ETIMEDOUT: 'Check host and port of SMTP_URL, and the firewall.',
  EAUTH: 'Check user and password of SMTP_URL.',
  ETLS: 'Use smtps:, or a mail server that offers STARTTLS.',
};

/** `failure` is the error of the mail server, without one when it let us in. */
export function judgeMail(host: string, failure?: { code?: string | undefined; message: string }): Verdict {
  if (!failure) return ok(`${host} lets us in`);
  const advice = MAIL_ADVICE[failure.code ?? ''] ?? 'Check SMTP_URL.';
  return fail(`${host}: ${failure.message.replace(/\.?\s*$/, '.')} ${advice}`);
}
