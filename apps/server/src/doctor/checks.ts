import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { refuseForeign } from '#platform/secrets/key-check.ts';
import {
  judgeAddresses,
  judgeArchive,
  judgeBackups,
  judgeClock,
  judgeDurability,
  judgeHold,
  judgeMail,
  judgeMigrations,
  judgeReach,
  judgeText,
  judgeTimeZone,
  judgeTls,
  judgeVersion,
} from './judge.ts';
import { judgeLogin, judgeRoleSettings, judgeRoles, type Role, wantedRoles } from './roles.ts';
import type { Connection, Site } from './site.ts';
import { fail, ok, type Verdict, warn, worst } from './verdict.ts';

export interface Check {
  name: string;
  /** Names a connection without which the check is left out. The check before says why it does not work. */
  needs?: 'app' | 'owner';
  run(site: Site): Promise<Verdict> | Verdict;
}

/** Every check of a site whose settings are right, in the order of the table. */
export const CHECKS: readonly Check[] = [
  { name: 'addresses', run: ({ config }) => judgeAddresses(config) },
  { name: 'role app', run: ({ app }) => login('DATABASE_URL', 'app', app) },
  { name: 'role auth_app', run: ({ auth }) => login('AUTH_DATABASE_URL', 'auth_app', auth) },
  {
    name: 'role owner',
    run: ({ owner }) =>
      owner
        ? login('MIGRATE_DATABASE_URL', 'owner', owner)
        : warn('Not checked: give MIGRATE_DATABASE_URL_FILE too, to check the migrations.'),
  },
  {
    name: 'PostgreSQL',
    needs: 'app',
    run: async ({ app }) => judgeVersion(Number(await settingOf(app, 'server_version_num'))),
  },
  {
    name: 'durability',
    needs: 'app',
    run: async ({ app }) => {
      const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums'];
      const settings: Record<string, string> = {};
      for (const name of names) settings[name] = await settingOf(app, name);
      return judgeDurability(settings);
    },
  },
  {
    name: 'text',
    needs: 'app',
    run: async ({ app }) => {
      const [found] = await app.ask<{ encoding: string; provider: string; locale: string }>(
        `select pg_encoding_to_char(encoding) as encoding, datlocprovider::text as provider,
           coalesce(datlocale, datcollate) as locale from pg_database where datname = current_database()`,
      );
      return found ? judgeText(found) : fail('The database does not list itself.');
    },
  },
  {
    name: 'time zone',
    needs: 'app',
    run: async ({ app }) => judgeTimeZone(await settingOf(app, 'timezone')),
  },
  {
    name: 'roles',
    needs: 'app',
    run: async ({ app, rolesSql }) => judgeRoles(wantedRoles(rolesSql), await rolesOf(app)),
  },
  {
    name: 'role settings',
    needs: 'app',
    run: async ({ app, rolesSql }) => judgeRoleSettings(wantedRoles(rolesSql), await rolesOf(app)),
  },
  {
    name: 'migrations',
    needs: 'owner',
    run: async ({ owner, migrations }) => {
      const [table] = (await owner?.ask<{ there: boolean }>(
        "select to_regclass('public.schema_migrations') is not null as there",
      )) ?? [{ there: false }];
      const rows = table?.there
        ? await owner?.ask<{ version: string }>('select version from public.schema_migrations')
        : [];
      return judgeMigrations(migrations, rows?.map(({ version }) => version) ?? []);
    },
  },
  {
    name: 'encryption of the database',
    needs: 'app',
    run: async ({ app }) => {
      const [row] = await app.ask<{ ssl: boolean }>(
        'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
      );
      return judgeTls(app.url, row?.ssl ?? false);
    },
  },
  { name: 'clock', needs: 'app', run: readClock },
  { name: 'keys', needs: 'app', run: readKeys },
  { name: 'archive', needs: 'app', run: readArchive },
  { name: 'backups', needs: 'app', run: readBackups },
  { name: 'restore', needs: 'app', run: readHold },
  { name: 'store', run: tryStore },
  { name: 'mail', run: tryMail },
  {
    name: 'reachable',
    run: async ({ config, statusOf }) => {
      const origins = [config.PUBLIC_URL, config.MEDIA_URL].map((url) => new URL(url).origin);
      const verdicts = await Promise.all(
        origins.map(async (origin) => judgeReach(origin, await statusOf(`${origin}/healthz`))),
      );
      return worst(verdicts, `${origins.join(' and ')} answer`);
    },
  },
];

async function login(setting: string, role: string, connection: Connection): Promise<Verdict> {
  const [row] = await connection.ask<{ name: string }>('select current_user as name');
  return judgeLogin(setting, role, row?.name ?? '');
}

async function settingOf(connection: Connection, setting: string): Promise<string> {
  const [row] = await connection.ask<{ value: string }>(`select current_setting('${setting}') as value`);
  return row?.value ?? '';
}

async function rolesOf(connection: Connection): Promise<Map<string, Role>> {
  const rows = await connection.ask<{
    name: string;
    superuser: boolean;
    login: boolean;
    bypassRls: boolean;
    settings: string[];
  }>(
    `select rolname as name, rolsuper as superuser, rolcanlogin as login, rolbypassrls as "bypassRls",
       coalesce(rolconfig, '{}') as settings from pg_roles`,
  );
  return new Map(
    rows.map(({ name, settings, ...role }) => [
      name,
      {
        ...role,
        settings: new Map(
          settings.map((each) => [
            each.slice(0, each.indexOf('=')).toLowerCase(),
            each.slice(each.indexOf('=') + 1),
          ]),
        ),
      },
    ]),
  );
}

async function readClock({ app, now }: Site): Promise<Verdict> {
  // The first question may open the connection, and that time must not count.
  await app.ask('select 1');
  const before = now();
  const [row] = await app.ask<{ ms: string }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::text as ms',
  );
  return judgeClock({ before, database: Number(row?.ms), after: now() });
}

async function readKeys({ app, config }: Site): Promise<Verdict> {
  if (!(await isMigrated(app, 'secrets.key_checks'))) return NOT_MIGRATED;
  const rows = await app.ask<{ name: string; sealed: string }>('select name, sealed from secrets.key_checks');
  refuseForeign(config.SECRET_KEYS, new Map(rows.map(({ name, sealed }) => [name, sealed])));
  if (rows.length === 0) return ok('the first start of http or worker records the keys');
  return ok(`the database knows ${rows.map(({ name }) => name).join(', ')}`);
}

async function readArchive({ app }: Site): Promise<Verdict> {
  const [row] = await app.ask<{ mode: string; timeout: string; archived: Date | null; failed: Date | null }>(
    `select current_setting('archive_mode') as mode,
       extract(epoch from current_setting('archive_timeout')::interval)::text as timeout,
       last_archived_time as archived, last_failed_time as failed from pg_stat_archiver`,
  );
  return row ? judgeArchive({ ...row, timeout: Number(row.timeout) }) : fail('PostgreSQL has no archiver.');
}

async function readBackups({ app, now }: Site): Promise<Verdict> {
  if (!(await isMigrated(app, 'recovery.backups'))) return NOT_MIGRATED;
  const rows = await app.ask<{ what: string; at: Date }>(
    'select what, finished_at as at from recovery.backups',
  );
  return judgeBackups(new Map(rows.map(({ what, at }) => [what, (now() - at.getTime()) / 1000])));
}

async function readHold({ app }: Site): Promise<Verdict> {
  if (!(await isMigrated(app, 'recovery.restores'))) return NOT_MIGRATED;
  const [row] = await app.ask<{ at: Date }>(
    'select created_at as at from recovery.restores where released_at is null',
  );
  return judgeHold(row?.at ?? null);
}

const NOT_MIGRATED = warn('Not checked: the database is not migrated. Run prumo migrate.');

async function isMigrated(app: Connection, table: string): Promise<boolean> {
  const [row] = await app.ask<{ there: boolean }>(`select to_regclass('${table}') is not null as there`);
  return row?.there ?? false;
}

async function tryStore({ storage, config }: Site): Promise<Verdict> {
  const key = `doctor/${randomUUID()}`;
  const bytes = Buffer.from(key);
  const where = config.STORAGE.driver === 'fs' ? config.STORAGE.root : config.STORAGE.endpoint;
  try {
    await storage.put(key, bytes, 'text/plain');
    const found = await storage.read(key);
    const same = found !== null && bytes.equals(await buffer(found.stream));
    await storage.remove(key);
    if (same && !(await storage.exists(key))) return ok(`${where} keeps, returns and deletes`);
    return fail(`${where} does not return or delete what it was given. Check STORAGE.`);
  } catch (error) {
    return fail(`${where}: ${deepest(error)}. Check STORAGE, and the rights of its user.`);
  }
}

/** The message of the innermost cause. The outer ones are sentences for people who upload images. */
function deepest(error: unknown): string {
  return error instanceof Error ? (error.cause ? deepest(error.cause) : error.message) : String(error);
}

async function tryMail({ config, greetMail }: Site): Promise<Verdict> {
  const { host } = new URL(config.SMTP_URL);
  try {
    await greetMail();
    return judgeMail(host);
  } catch (error) {
    const { code, message } = Object(error) as { code?: string; message: string };
    return judgeMail(host, { code, message });
  }
}
