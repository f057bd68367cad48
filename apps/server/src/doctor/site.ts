import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { type Config, withSecrets } from '#platform/config.ts';
import { openMail } from '#platform/outside/mail.ts';
import { openStorage, type Storage } from '#platform/outside/storage.ts';

/** A connection as one role. `ask` connects at the first question, and throws the same error at each later one. */
export interface Connection {
  url: string;
  ask<Row extends object>(sql: string): Promise<Row[]>;
}

/** What the checks read. A test replaces single readers. */
export interface Site {
  config: Config;
  app: Connection;
  auth: Connection;
  /** Null without MIGRATE_DATABASE_URL. */
  owner: Connection | null;
  migrations: string[];
  rolesSql: string;
  storage: Storage;
  /** The milliseconds since 1970 by the clock of this machine. */
  now(): number;
  greetMail(): Promise<void>;
  /** The status of an address, or the reason why it does not answer. */
  statusOf(url: string): Promise<number | string>;
  close(): Promise<void>;
}

type Variables = Record<string, string | undefined>;

/** The build copies the migrations into the folder of the bundle. */
const MIGRATIONS = new URL(
  import.meta.url.endsWith('.ts') ? '../../migrations/' : './migrations/',
  import.meta.url,
);

export async function openSite(config: Config, environment: Variables): Promise<Site> {
  const app = connectionTo(config.DATABASE_URL);
  const auth = connectionTo(config.AUTH_DATABASE_URL);
  const ownerUrl = withSecrets(environment)['MIGRATE_DATABASE_URL'];
  const owner = ownerUrl === undefined ? null : connectionTo(ownerUrl);
  const mail = openMail({
    url: config.SMTP_URL,
    from: config.MAIL_FROM,
    allowPlain: config.SMTP_ALLOW_PLAIN,
  });
  return {
    config,
    app,
    auth,
    owner,
    migrations: (await readdir(MIGRATIONS)).filter((name) => /^\d+_.*\.sql$/.test(name)).sort(),
    rolesSql: await readFile(new URL('roles.sql', MIGRATIONS), 'utf8'),
    storage: openStorage(config.STORAGE),
    now: Date.now,
    greetMail: () => mail.greet(),
    statusOf,
    close: async () => {
      mail.close();
      for (const each of [app, auth, owner]) await each?.close();
    },
  };
}

function connectionTo(url: string): Connection & { close(): Promise<void> } {
  let opened: Promise<pg.Client> | undefined;
  const open = async () => {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      application_name: 'prumo-doctor',
    });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  return {
    url,
    async ask<Row extends object>(sql: string) {
      opened ??= open();
      return (await (await opened).query<Row>(sql)).rows;
    },
    close: async () => {
      await opened?.then(
        (client) => client.end(),
        () => {},
      );
    },
  };
}

async function statusOf(url: string): Promise<number | string> {
  try {
    const { status } = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(5000) });
    return status;
  } catch (error) {
    const { cause } = Object(error) as { cause?: { code?: string } };
    return cause?.code ?? 'no answer';
  }
}
