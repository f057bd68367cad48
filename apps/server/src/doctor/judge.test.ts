import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  judgeAddresses,
  judgeArchive,
  judgeBackups,
  judgeClock,
  judgeDurability,
  judgeHold,
  judgeMail,
  judgeMigrations,
  judgeNode,
  judgeReach,
  judgeText,
  judgeTimeZone,
  judgeTls,
  judgeVersion,
  NODE,
} from './judge.ts';
import { exitCodeOf, fail, ok, table, warn, worst } from './verdict.ts';

const ROOT = join(import.meta.dirname, '../../../..');

test('the doctor demands the Node that package.json demands', () => {
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(engines.node).toBe(`>=${NODE.major}.${NODE.minor} <${NODE.major + 1}`);
});

test.each([
  ['v24.11.0', 'ok'],
  ['v24.21.3', 'ok'],
  ['v24.10.9', 'fail'],
  ['v22.20.0', 'fail'],
  ['v25.0.0', 'fail'],
])('Node %s: %s', (version, state) => expect(judgeNode(version).state).toBe(state));

test.each([
  [170_009, 'fail'],
  [180_000, 'ok'],
  [180_006, 'ok'],
  [190_001, 'warn'],
])('PostgreSQL %s: %s', (number, state) => expect(judgeVersion(number).state).toBe(state));

const DURABLE = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', data_checksums: 'on' };

test.each([
  [{}, 'ok', /checksums are on/],
  [{ synchronous_commit: 'remote_apply' }, 'ok', /are on/],
  [{ fsync: 'off' }, 'fail', /Set fsync = on/],
  [
    { full_page_writes: 'off', synchronous_commit: 'off' },
    'fail',
    /full_page_writes = on.*synchronous_commit = on/,
  ],
  [{ data_checksums: 'off' }, 'warn', /pg_checksums --enable/],
])('durability with %j: %s', (changed, state, words) => {
  expect(judgeDurability({ ...DURABLE, ...changed })).toEqual({ state, words: expect.stringMatching(words) });
});

test.each([
  [{ encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8' }, 'ok'],
  [{ encoding: 'UTF8', provider: 'c', locale: 'pt_BR.UTF-8' }, 'warn'],
  [{ encoding: 'SQL_ASCII', provider: 'c', locale: 'C' }, 'fail'],
])('text %j: %s', (found, state) => expect(judgeText(found).state).toBe(state));

test.each([
  ['UTC', 'ok'],
  ['America/Sao_Paulo', 'fail'],
])('time zone %s: %s', (zone, state) => expect(judgeTimeZone(zone).state).toBe(state));

describe('migrations', () => {
  const files = ['0001_tenancy.sql', '0002_auth.sql', '0003_search.sql'];
  test.each([
    [['0001', '0002', '0003'], 'ok', /all 3/],
    [['0001'], 'fail', /2 migrations are pending, from 0002_auth.sql on\. Run prumo migrate/],
    [[], 'fail', /3 migrations are pending/],
    [['0001', '0002', '0003', '0004'], 'warn', /later release \(0004\)/],
  ])('recorded %j: %s', (applied, state, words) => {
    expect(judgeMigrations(files, applied)).toEqual({ state, words: expect.stringMatching(words) });
  });
});

test.each([
  ['postgres://app@127.0.0.1/prumo', false, 'ok'],
  ['postgres://app@db.exemplo.com/prumo', false, 'fail'],
  ['postgres://app@db.exemplo.com/prumo', true, 'warn'],
  ['postgres://app@db.exemplo.com/prumo?sslmode=verify-full', true, 'ok'],
  ['postgres://app@db.exemplo.com/prumo?sslmode=verify-full', false, 'fail'],
])('%s encrypted %s: %s', (url, ssl, state) => expect(judgeTls(url, ssl).state).toBe(state));

test.each([
  [{ before: 1000, database: 1010, after: 1020 }, 'ok', /0\.0 s/],
  [{ before: 0, database: 4999, after: 0 }, 'ok', /5\.0 s/],
  [{ before: 0, database: 5000, after: 0 }, 'fail', /5\.0 s behind/],
  [{ before: 9000, database: 0, after: 9000 }, 'fail', /9\.0 s ahead of/],
  // The answer took ten seconds, so its middle counts.
  [{ before: 0, database: 5000, after: 10_000 }, 'ok', /0\.0 s/],
])('clock %j: %s', (read, state, words) => {
  expect(judgeClock(read)).toEqual({ state, words: expect.stringMatching(words) });
});

test.each([
  ['https://prumo.com.br', 'https://imagens-prumo.com.br', 'production', 'ok'],
  ['https://prumo.com.br', 'https://prumo.com.br:8443', 'production', 'fail'],
  ['http://prumo.com.br', 'https://imagens-prumo.com.br', 'production', 'fail'],
  ['http://localhost:5173', 'http://127.0.0.1:3001', 'development', 'ok'],
] as const)('%s beside %s in %s: %s', (PUBLIC_URL, MEDIA_URL, NODE_ENV, state) =>
  expect(judgeAddresses({ PUBLIC_URL, MEDIA_URL, NODE_ENV }).state).toBe(state),
);

test('an address that does not answer is a warning, because http may not have started yet', () => {
  expect(judgeReach('https://prumo.test', 200).state).toBe('ok');
  expect(judgeReach('https://prumo.test', 502)).toEqual(warn(expect.stringContaining('gives 502')));
  expect(judgeReach('https://prumo.test', 'ENOTFOUND').words).toContain('gives ENOTFOUND');
});

test.each([
  ['ETLS', /STARTTLS/],
  ['EAUTH', /user and password/],
  ['ESOCKET', /host and port/],
  [undefined, /Check SMTP_URL/],
])('a mail server that fails with %s gets its advice', (code, advice) => {
  const { state, words } = judgeMail('mail.test:25', { code, message: 'refused' });
  expect(state).toBe('fail');
  expect(words).toMatch(/^mail\.test:25: refused\. /);
  expect(words).toMatch(advice);
});

test('several verdicts give the worst state with its sentences', () => {
  expect(worst([ok('a'), warn('b'), fail('c'), fail('d')], 'well')).toEqual(fail('c d'));
  expect(worst([ok('a'), warn('b')], 'well')).toEqual(warn('b'));
  expect(worst([ok('a')], 'well')).toEqual(ok('well'));
});

test('only a failed check changes the exit code, and the table has one line per check', () => {
  const findings = [
    { check: 'Node', ...ok('24') },
    { check: 'time zone', ...warn('late') },
  ];
  expect(exitCodeOf(findings)).toBe(0);
  expect(exitCodeOf([...findings, { check: 'mail', ...fail('refused') }])).toBe(1);
  expect(table(findings)).toBe('ok    Node       24\nwarn  time zone  late\n');
});

const ARCHIVING = { mode: 'on', timeout: 30, archived: new Date(1000), failed: null };

test.each([
  [{}, 'ok', /every 30 s/],
  [{ mode: 'off' }, 'warn', /not archived/],
  [{ timeout: 0 }, 'warn', /archive_timeout is 0 s/],
  [{ timeout: 300 }, 'warn', /Set it to 30 s/],
  [{ failed: new Date(2000) }, 'fail', /refuses WAL since 1970/],
  [{ failed: new Date(500) }, 'ok', /every 30 s/],
  [{ archived: null, failed: new Date(500) }, 'fail', /refuses WAL/],
])('an archive with %j: %s', (changed, state, words) =>
  expect(judgeArchive({ ...ARCHIVING, ...changed })).toEqual({ state, words: expect.stringMatching(words) }),
);

test.each([
  [{ database: 3600, objects: 60 }, 'ok', /in time/],
  [{}, 'warn', /no backup of the database.*no backup of the objects/],
  [{ database: 3600 }, 'warn', /prumo backup objects/],
  [{ database: 27 * 3600, objects: 60 }, 'fail', /database is 27\.0 h old/],
  [{ database: 3600, objects: 3600 }, 'fail', /objects is 1\.0 h old/],
])('backups with the ages %j: %s', (ages, state, words) =>
  expect(judgeBackups(new Map(Object.entries(ages)))).toEqual({ state, words: expect.stringMatching(words) }),
);

test('a restore that is not released is a warning', () => {
  expect(judgeHold(null).state).toBe('ok');
  expect(judgeHold(new Date(0))).toEqual({ state: 'warn', words: expect.stringContaining('prumo release') });
});
