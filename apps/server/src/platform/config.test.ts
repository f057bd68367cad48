import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig, refuseSecretsInEnvironment, SECRET_SETTINGS } from './config.ts';

const SECRETS: Record<string, string> = {
  DATABASE_URL: 'postgres://app:canary@127.0.0.1/prumo',
  AUTH_DATABASE_URL: 'postgres://auth_app:canary@127.0.0.1/prumo',
  SECRET_KEYS: JSON.stringify({ atual: 'a', chaves: { a: Buffer.alloc(32).toString('base64') } }),
  SMTP_URL: 'smtp://ana:canary@127.0.0.1',
  STORAGE: JSON.stringify({ driver: 'fs', root: '/tmp' }),
  GOOGLE_CLIENT_SECRET: 'canary',
  MERCADO_LIVRE_CLIENT_SECRET: 'canary',
};
const PLAIN = {
  PUBLIC_URL: 'https://prumo.test',
  MEDIA_URL: 'https://media.test',
  MAIL_FROM: 'Prumo <nao-responda@prumo.test>',
};

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prumo-config-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function inFiles(settings: Record<string, string>) {
  const files: Record<string, string> = {};
  for (const [name, value] of Object.entries(settings)) {
    files[`${name}_FILE`] = join(folder, name);
    await writeFile(join(folder, name), `${value}\n`);
  }
  return files;
}

test('a secret read from a file gives the same configuration as one from the environment', async () => {
  const fromFiles = readConfig({ ...PLAIN, ...(await inFiles(SECRETS)) });
  expect(fromFiles).toEqual(readConfig({ ...PLAIN, ...SECRETS }));
});

test('every setting whose name suggests a password is declared as a secret', () => {
  const config = readConfig({ ...PLAIN, ...SECRETS });
  // A boolean setting cannot hold a password.
  const suspicious = Object.entries(config)
    .filter(
      ([name, value]) =>
        typeof value !== 'boolean' && /SECRET|PASSWORD|TOKEN|DATABASE_URL|SMTP_URL|STORAGE/.test(name),
    )
    .map(([name]) => name);
  expect(SECRET_SETTINGS).toEqual(expect.arrayContaining(suspicious));
});

test('reading the configuration fails for a secret given twice and for a missing file', async () => {
  const files = await inFiles(SECRETS);
  const { DATABASE_URL = '' } = SECRETS;
  expect(() => readConfig({ ...PLAIN, ...files, DATABASE_URL })).toThrow(/both set/);
  expect(() => readConfig({ ...PLAIN, ...files, SMTP_URL_FILE: join(folder, 'nothing') })).toThrow(/ENOENT/);
});

test('in production a secret in the environment is refused with the setting to use instead', async () => {
  const files = { ...PLAIN, ...(await inFiles(SECRETS)) };
  const config = readConfig(files);
  expect(config.NODE_ENV).toBe('production');
  expect(() => refuseSecretsInEnvironment(config, files)).not.toThrow();
  for (const name of SECRET_SETTINGS)
    expect(() => refuseSecretsInEnvironment(config, { [name]: 'canary' })).toThrow(`${name}_FILE`);
  const development = { ...config, NODE_ENV: 'development' as const };
  expect(() => refuseSecretsInEnvironment(development, SECRETS)).not.toThrow();
});

test('RATE_LIMIT=0 leaves the limits of sign-in on', () => {
  expect(readConfig({ ...PLAIN, ...SECRETS, RATE_LIMIT: '0' })).toMatchObject({
    RATE_LIMIT: 0,
    SIGN_IN_LIMITS: 'on',
  });
});

test('the limits of sign-in can be switched off only where PUBLIC_URL is a loopback address', () => {
  const off = { ...PLAIN, ...SECRETS, SIGN_IN_LIMITS: 'off' };
  expect(() => readConfig(off)).toThrow(/SIGN_IN_LIMITS/);
  expect(() => readConfig({ ...off, PUBLIC_URL: 'https://127.0.0.1.exemplo.com.br' })).toThrow(
    /SIGN_IN_LIMITS/,
  );
  expect(readConfig({ ...off, PUBLIC_URL: 'http://localhost:5173' }).SIGN_IN_LIMITS).toBe('off');
});

test('PATIENCE is an integer of at least 1', () => {
  expect(readConfig({ ...PLAIN, ...SECRETS, PATIENCE: '3' }).PATIENCE).toBe(3);
  for (const PATIENCE of ['0', '-1', '1.1', 'x'])
    expect(() => readConfig({ ...PLAIN, ...SECRETS, PATIENCE })).toThrow(/PATIENCE/);
});

test('an empty variable counts as absent', async () => {
  const files = await inFiles(SECRETS);
  const names = ['RATE_LIMIT', 'PORT', 'MEDIA_PORT', 'TRUST_PROXY', 'API_DOCS', 'PATIENCE', 'DATABASE_URL'];
  const empty = Object.fromEntries(names.map((name) => [name, '']));
  const config = readConfig({ ...PLAIN, ...files, ...empty });
  expect(config).toEqual(readConfig({ ...PLAIN, ...files }));
  expect(config).toMatchObject({ RATE_LIMIT: 1200, PORT: 3000 });
  expect(() => refuseSecretsInEnvironment(config, empty)).not.toThrow();
  expect(() => readConfig({ ...PLAIN, ...files, PUBLIC_URL: '' })).toThrow(/PUBLIC_URL/);
});

test.each([
  ['SECRET_KEYS', 'canary'],
  ['SECRET_KEYS', '{"atual":"a","chaves":{"a":"canary'],
  ['SECRET_KEYS', JSON.stringify({ atual: 'b', chaves: { a: Buffer.alloc(32).toString('base64') } })],
  ['STORAGE', '{"driver":"s3","secretAccessKey":"canary'],
  ['STORAGE', '{"driver":"canary"}'],
])('a wrong %s is refused with its name and without its value: %s', (name, value) => {
  const read = () => readConfig({ ...PLAIN, ...SECRETS, [name]: value });
  expect(read).toThrow(`Wrong settings:`);
  expect(read).toThrow(name);
  expect(read).not.toThrow(/canary/);
});
