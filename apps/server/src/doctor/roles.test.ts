import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeLogin, judgeRoleSettings, judgeRoles, type Role, wantedRoles } from './roles.ts';

const wanted = wantedRoles(readFileSync(join(import.meta.dirname, '../../migrations/roles.sql'), 'utf8'));

/** The roles as they should be, with one of them changed. */
function changed(name: string, change: Partial<Role>): Map<string, Role> {
  const role = wanted.get(name);
  if (!role) throw new Error(`no role ${name}`);
  return new Map([...wanted, [name, { ...role, ...change }]]);
}

const setting = (role: string, key: string, value: string) =>
  changed(role, { settings: new Map([...(wanted.get(role)?.settings ?? []), [key, value]]) });

test('roles.sql says which roles there are, and which of them see the rows of all empresas', () => {
  expect([...wanted].map(([name, { login, bypassRls }]) => [name, login, bypassRls])).toEqual([
    ['owner', true, true],
    ['app', true, false],
    ['auth_app', true, false],
    ['busca', false, false],
    ['contas', false, true],
  ]);
  expect(wanted.get('app')?.settings.get('transaction_timeout')).toBe('14s');
  expect(wanted.get('auth_app')?.settings.get('search_path')).toBe('auth');
});

test('roles as roles.sql makes them are fine', () => {
  expect(judgeRoles(wanted, wanted).state).toBe('ok');
  expect(judgeRoleSettings(wanted, wanted).state).toBe('ok');
});

test.each([
  ['app', { bypassRls: true }, 'alter role app nobypassrls'],
  ['app', { superuser: true }, 'alter role app nosuperuser'],
  ['owner', { bypassRls: false }, 'alter role owner bypassrls'],
  ['busca', { login: true }, 'alter role busca nologin'],
] as const)('role %s with %j fails with the statement that mends it', (name, change, words) => {
  expect(judgeRoles(wanted, changed(name, change))).toEqual({
    state: 'fail',
    words: expect.stringContaining(words),
  });
});

test('a missing role fails', () => {
  const found = new Map([...wanted].filter(([name]) => name !== 'contas'));
  expect(judgeRoles(wanted, found)).toEqual({
    state: 'fail',
    words: expect.stringContaining('Role contas is missing'),
  });
});

test.each([
  ['app', 'statement_timeout', '10000', 'ok'],
  ['app', 'transaction_timeout', '60s', 'warn'],
  ['app', 'timezone', 'America/Sao_Paulo', 'fail'],
  ['auth_app', 'search_path', 'public', 'fail'],
])('role %s with %s = %s: %s', (role, key, value, state) =>
  expect(judgeRoleSettings(wanted, setting(role, key, value)).state).toBe(state),
);

test('a role without its time limit fails', () => {
  expect(judgeRoleSettings(wanted, changed('owner', { settings: new Map() }))).toEqual({
    state: 'fail',
    words: expect.stringContaining('Role owner has no timezone'),
  });
});

test('a connection as another role than its own fails', () => {
  expect(judgeLogin('DATABASE_URL', 'app', 'app').state).toBe('ok');
  expect(judgeLogin('DATABASE_URL', 'app', 'owner')).toEqual({
    state: 'fail',
    words: expect.stringContaining('Use the connection of role app'),
  });
});
