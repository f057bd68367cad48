import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examine } from '../apps/server/src/doctor/doctor.ts';
import type { Site } from '../apps/server/src/doctor/site.ts';
import { startMail } from './mail.ts';
import { freePorts } from './ports.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { environment, prepareDatabase, secretsInFiles } from './stack.ts';

/** A cluster of its own, because these tests change roles, which all databases of a cluster share. */
let postgres: Postgres;
let folder = '';
let settings: Record<string, string> = {};
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prumo-doctor-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const port = await freePorts(7, [26_000, 26_900]);
  // PostgreSQL runs as another user when root runs the test, so its folder is not inside ours.
  const data = await mkdtemp(join(tmpdir(), 'prumo-doctor-data-'));
  ends.push(() => rm(data, { recursive: true, force: true }));
  postgres = await startPostgres({
    dir: data,
    port,
    settings: { archive_mode: 'on', archive_timeout: '30', archive_command: 'true' },
  });
  ends.push(() => postgres.stop());
  await prepareDatabase(postgres, 'prumo');
  await asAdmin("insert into recovery.backups values ('database', 'a'), ('objects', 'b')");
  const mail = await startMail({ smtp: port + 1, web: port + 2 });
  ends.push(() => mail.stop());
  const ports = { web: port + 3, api: port + 4, media: port + 5, smtp: port + 1, sandbox: port + 6 };
  settings = {
    ...environment(postgres, 'prumo', ports, folder),
    MIGRATE_DATABASE_URL: postgres.url('prumo', 'owner'),
  };
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

async function asAdmin(sql: string, database = 'prumo'): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url(database) });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

const NOT_MIGRATED = expect.stringMatching(/^warn: Not checked: the database is not migrated/);

/** The checks that are not fine, by name, with their state and words. */
async function wrongs(changed: Record<string, string> = {}, readers: Partial<Site> = {}) {
  const findings = await examine({ ...settings, ...changed }, { statusOf: async () => 200, ...readers });
  return Object.fromEntries(
    findings.flatMap(({ check, state, words }) => (state === 'ok' ? [] : [[check, `${state}: ${words}`]])),
  );
}

test('a right installation has no finding', async () => {
  expect(await wrongs()).toEqual({});
});

test('an old backup and a restore that is not released are found', async () => {
  await asAdmin(
    "update recovery.backups set finished_at = now() - interval '2 days' where what = 'database'",
  );
  await asAdmin('insert into recovery.restores default values');
  try {
    expect(await wrongs()).toEqual({
      backups: expect.stringMatching(/^fail: .*48\.0 h old/),
      restore: expect.stringMatching(/^warn: .*prumo release/),
    });
  } finally {
    await asAdmin('delete from recovery.restores');
    await asAdmin('update recovery.backups set finished_at = now()');
  }
});

test('a wrong setting is named, and its secret is not printed', async () => {
  const found = await wrongs({ SECRET_KEYS: 'canary' });
  expect(found).toEqual({ settings: expect.stringMatching(/^fail: Wrong settings: .*SECRET_KEYS/) });
  expect(JSON.stringify(found)).not.toContain('canary');
});

test('a production process with a secret in its environment fails', async () => {
  expect(await wrongs({ NODE_ENV: 'production' })).toEqual({
    settings: expect.stringContaining('set DATABASE_URL_FILE'),
  });
  const files = secretsInFiles(settings, folder);
  const findings = await examine({ ...files, NODE_ENV: 'production' }, { statusOf: async () => 200 });
  expect(findings.find(({ check }) => check === 'settings')?.state).toBe('ok');
});

test('a foreign key is found, as http and worker find it', async () => {
  const ring = (byte: number) =>
    JSON.stringify({ atual: 'a', chaves: { a: Buffer.alloc(32, byte).toString('base64') } });
  const { checkKeys } = await import('../apps/server/src/platform/secrets/key-check.ts');
  const { openDatabase } = await import('../apps/server/src/platform/db/db.ts');
  const db = openDatabase({ url: settings['DATABASE_URL'] ?? '', pool: 2, onError: () => {} });
  try {
    await checkKeys(db, JSON.parse(ring(1)));
    expect(await wrongs({ SECRET_KEYS: ring(1) })).toEqual({});
    expect(await wrongs({ SECRET_KEYS: ring(2) })).toEqual({
      keys: expect.stringMatching(/^fail: Wrong settings: the key a of SECRET_KEYS is not the one/),
    });
  } finally {
    await db.close();
    await asAdmin('delete from secrets.key_checks');
  }
});

test.each([
  ['app', 'bypassrls', 'nobypassrls'],
  ['owner', 'nobypassrls', 'bypassrls'],
  ['auth_app', 'superuser', 'nosuperuser'],
])('role %s with %s fails', async (role, planted, mended) => {
  await asAdmin(`alter role ${role} ${planted}`);
  try {
    expect(await wrongs()).toEqual({
      roles: expect.stringContaining(`alter role ${role} ${mended}`),
    });
  } finally {
    await asAdmin(`alter role ${role} ${mended}`);
  }
});

test('a role without its time limits fails', async () => {
  await asAdmin('alter role app reset transaction_timeout');
  try {
    expect(await wrongs()).toEqual({
      'role settings': expect.stringContaining('Role app has no transaction_timeout'),
    });
  } finally {
    await asAdmin("alter role app set transaction_timeout = '14s'");
  }
});

test('another time zone of the role fails twice: as a setting and as a session', async () => {
  await asAdmin("alter role app set timezone = 'America/Sao_Paulo'");
  try {
    expect(await wrongs()).toEqual({
      'role settings': expect.stringContaining('timezone = America/Sao_Paulo'),
      'time zone': expect.stringMatching(/^fail/),
    });
  } finally {
    await asAdmin("alter role app set timezone = 'UTC'");
  }
});

test('a pending migration fails, and so does a database that was never migrated', async () => {
  await asAdmin("delete from schema_migrations where version = '0060'");
  try {
    expect(await wrongs()).toEqual({
      migrations: expect.stringMatching(/^fail: 1 migrations are pending, from 0060_key_checks.sql on/),
    });
  } finally {
    await asAdmin("insert into schema_migrations (version) values ('0060')");
  }
  await asAdmin('create database empty owner owner', 'postgres');
  const empty = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, value.replace(/\/prumo$/, '/empty')]),
  );
  expect(await wrongs(empty)).toEqual({
    migrations: expect.stringMatching(/^fail: \d+ migrations are pending, from 0001/),
    ...{ backups: NOT_MIGRATED, restore: NOT_MIGRATED },
    keys: expect.stringMatching(/^warn: Not checked: the database is not migrated/),
  });
});

test('a connection as the wrong role, or none at all, fails once; what needs it is left out', async () => {
  const { MIGRATE_DATABASE_URL = '', DATABASE_URL = '' } = settings;
  const asOwner = await wrongs({ DATABASE_URL: MIGRATE_DATABASE_URL });
  expect(asOwner['role app']).toBe('fail: DATABASE_URL connects as owner. Use the connection of role app.');
  expect(asOwner['keys']).toMatch(/^warn: Not checked/);
  const refused = await wrongs({ DATABASE_URL: DATABASE_URL.replace('app:prumo', 'app:wrong') });
  expect(refused['role app']).toMatch(/^fail: password authentication failed/);
  expect(Object.values(refused).filter((words) => words.startsWith('fail'))).toHaveLength(1);
});

test('a clock that is wrong by nine seconds fails', async () => {
  expect(await wrongs({}, { now: () => Date.now() - 9000 })).toEqual({
    clock: expect.stringMatching(/^fail: This clock is (9\.|8\.9)\d* s behind/),
  });
});

test('a mail server that refuses the connection, or offers no STARTTLS, fails', async () => {
  expect(await wrongs({ SMTP_URL: 'smtp://ana:canary@127.0.0.1:1' })).toEqual({
    mail: expect.stringMatching(/^fail: 127\.0\.0\.1:1: .*ECONNREFUSED.* Check host and port/),
  });
  const elsewhere = (settings['SMTP_URL'] ?? '').replace('127.0.0.1', '0.0.0.0');
  expect(await wrongs({ SMTP_URL: elsewhere })).toEqual({ mail: expect.stringMatching(/^fail: .*STARTTLS/) });
});

test('a store that takes nothing fails', async () => {
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  expect(await wrongs({ STORAGE: JSON.stringify({ driver: 'fs', root: file }) })).toEqual({
    store: expect.stringMatching(/^fail: .*a-file: ENOTDIR.* Check STORAGE/),
  });
});

test('addresses on one host fail, and one that does not answer is a warning', async () => {
  const { PUBLIC_URL = '' } = settings;
  expect(await wrongs({ MEDIA_URL: PUBLIC_URL })).toEqual({ addresses: expect.stringMatching(/^fail/) });
  const findings = await examine(settings);
  expect(findings.find(({ check }) => check === 'reachable')).toMatchObject({
    state: 'warn',
    words: expect.stringContaining('gives ECONNREFUSED'),
  });
});
