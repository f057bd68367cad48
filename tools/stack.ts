import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { GOOGLE_CLIENT } from '../apps/sandbox/src/google/google-client.ts';
import { MERCADO_LIVRE_CLIENT } from '../apps/sandbox/src/mercado-livre/oauth/application.ts';
import { SECRET_SETTINGS } from '../apps/server/src/platform/config.ts';
import { SECRET_KEYS } from '../apps/server/src/testing/secret-keys.ts';
import { DEV_PASSWORD, type Postgres } from './postgres.ts';

export const ROOT = join(import.meta.dirname, '..');
const SERVER = join(ROOT, 'apps/server');

/**
 * The ports of one running product. They are below 32768, because the kernel gives higher ports to outgoing
 * connections.
 */
export interface Ports {
  web: number;
  api: number;
  media: number;
  smtp: number;
  /** The stand-in for every outside service. */
  sandbox: number;
}

async function asAdmin(postgres: Postgres, database: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url(database) });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/**
 * Creates the roles and the database and runs the migrations. In production an administrator and the release
 * step do this. `patience` multiplies the time limits of the roles, as the setting PATIENCE multiplies those of
 * a request, so that a busy machine fails no test.
 */
export async function prepareDatabase(postgres: Postgres, database: string, patience = 1): Promise<void> {
  const roles = await readFile(join(SERVER, 'migrations/roles.sql'), 'utf8');
  const passwords = ['owner', 'app', 'auth_app'].map(
    (role) => `alter role ${role} password '${DEV_PASSWORD}'`,
  );
  await asAdmin(postgres, 'postgres', roles, ...passwords, multiplyTimeLimits(patience));
  const client = new pg.Client({ connectionString: postgres.url('postgres') });
  await client.connect();
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
  if (!rowCount) await client.query(`create database ${database} owner owner`);
  await client.end();
  await run('src/main.migrate.ts', { MIGRATE_DATABASE_URL: postgres.url(database, 'owner'), QUIET: '1' });
}

const multiplyTimeLimits = (factor: number) => `
  do $$
  declare role name; setting text;
  begin
    for role, setting in
      select rolname, unnest(rolconfig) from pg_roles where rolname in ('owner', 'app', 'auth_app')
    loop
      continue when setting not like '%\\_timeout=%';
      execute format('alter role %I set %I = %L', role, split_part(setting, '=', 1),
        extract(epoch from split_part(setting, '=', 2)::interval) * 1000 * ${factor});
    end loop;
  end
  $$`;

/** The settings of a product that runs on this machine. */
export const environment = (postgres: Postgres, database: string, ports: Ports, folder: string) => ({
  NODE_ENV: 'development',
  DATABASE_URL: postgres.url(database, 'app'),
  AUTH_DATABASE_URL: postgres.url(database, 'auth_app'),
  SECRET_KEYS,
  PORT: String(ports.api),
  PUBLIC_URL: `http://localhost:${ports.web}`,
  // The media have another host than the product, as in production. The browser sends no cookie of localhost
  // to it.
  MEDIA_URL: `http://127.0.0.1:${ports.media}`,
  MEDIA_PORT: String(ports.media),
  SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
  MAIL_FROM: 'Prumo <nao-responda@prumo.local>',
  STORAGE: JSON.stringify({ driver: 'fs', root: join(folder, 'arquivos') }),
  GOOGLE_ISSUER: `http://127.0.0.1:${ports.sandbox}/google`,
  GOOGLE_CLIENT_ID: GOOGLE_CLIENT.id,
  GOOGLE_CLIENT_SECRET: GOOGLE_CLIENT.secret,
  VIACEP_URL: `http://127.0.0.1:${ports.sandbox}/viacep`,
  BRASILAPI_URL: `http://127.0.0.1:${ports.sandbox}/brasilapi`,
  OPENCEP_URL: `http://127.0.0.1:${ports.sandbox}/opencep`,
  MINHA_RECEITA_URL: `http://127.0.0.1:${ports.sandbox}/minhareceita`,
  OPENCNPJ_URL: `http://127.0.0.1:${ports.sandbox}/opencnpj`,
  MERCADO_LIVRE_AUTH_URL: `http://127.0.0.1:${ports.sandbox}/mercado-livre-auth`,
  MERCADO_LIVRE_API_URL: `http://127.0.0.1:${ports.sandbox}/mercado-livre`,
  MERCADO_LIVRE_PICTURE_HOSTS: `127.0.0.1:${ports.sandbox}`,
  MERCADO_LIVRE_CLIENT_ID: MERCADO_LIVRE_CLIENT.id,
  MERCADO_LIVRE_CLIENT_SECRET: MERCADO_LIVRE_CLIENT.secret,
  MERCADO_LIVRE_NOTIFICATION_SECRETS: MERCADO_LIVRE_CLIENT.callbackSecret,
  // The stand-in allows this rate. The default, meant for the real Mercado Livre, would only slow the tests
  // down.
  MERCADO_LIVRE_CALLS_PER_SECOND: '20',
});

/** Runs an entry point of the server and waits for its end. */
function run(entry: string, env: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(SERVER, entry)], {
      env: { ...process.env, ...env },
      stdio: 'inherit',
    });
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${entry} ended with ${code}`))));
  });
}

/** Moves each secret of the settings into a file, and names the file in the environment, as in production. */
export function secretsInFiles(env: Record<string, string>, folder: string): Record<string, string> {
  const settings = { ...env };
  for (const name of SECRET_SETTINGS) {
    const secret = settings[name];
    if (secret === undefined) continue;
    settings[`${name}_FILE`] = join(folder, name);
    writeFileSync(join(folder, name), secret, { mode: 0o600 });
    delete settings[name];
  }
  return settings;
}

/**
 * Starts a long-running entry point of the server. `stop` shuts it down gracefully. `log` is a file for its
 * output.
 */
export function start(entry: string, env: Record<string, string>, log?: string) {
  const output = log === undefined ? 'inherit' : openSync(log, 'a');
  const secrets = mkdtempSync(join(tmpdir(), 'prumo-secrets-'));
  const child = spawn(process.execPath, [join(SERVER, entry)], {
    env: { ...process.env, ...secretsInFiles(env, secrets) },
    stdio: ['inherit', output, 'inherit'],
  });
  if (typeof output === 'number') closeSync(output);
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  void ended.then(() => rmSync(secrets, { recursive: true, force: true }));
  return {
    child,
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** A busy machine may need minutes to start a process, and must not decide the result of a test or a proof. */
export async function untilReady(url: string, seconds = 300): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    let answer: unknown;
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(1000) });
      if (response.ok) return;
      answer = response.status;
    } catch (error) {
      answer = error;
    }
    if (Date.now() > deadline) throw new Error(`${url} is not ready`, { cause: answer });
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
