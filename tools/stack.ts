import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { GOOGLE_CLIENT } from '../apps/sandbox/src/google/google-client.ts';
import { MERCADO_LIVRE_CLIENT } from '../apps/sandbox/src/mercado-livre/application.ts';
import { DEV_PASSWORD, type Postgres } from './postgres.ts';

export const ROOT = join(import.meta.dirname, '..');
const SERVER = join(ROOT, 'apps/server');

/** Ports of one running product; below 32768, where the kernel takes none for itself. */
export interface Ports {
  web: number;
  api: number;
  media: number;
  smtp: number;
  /** The world outside, simulated. */
  sandbox: number;
}

async function asAdmin(postgres: Postgres, database: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url(database) });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Roles, database, migrations: what an administrator and the release step do in production. */
export async function prepareDatabase(postgres: Postgres, database: string): Promise<void> {
  const roles = await readFile(join(SERVER, 'migrations/roles.sql'), 'utf8');
  const passwords = ['owner', 'app', 'auth_app'].map(
    (role) => `alter role ${role} password '${DEV_PASSWORD}'`,
  );
  await asAdmin(postgres, 'postgres', roles, ...passwords);
  const client = new pg.Client({ connectionString: postgres.url('postgres') });
  await client.connect();
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
  if (!rowCount) await client.query(`create database ${database} owner owner`);
  await client.end();
  await run('src/main.migrate.ts', { MIGRATE_DATABASE_URL: postgres.url(database, 'owner'), QUIET: '1' });
}

/** The settings of a product running on this machine. */
export const environment = (postgres: Postgres, database: string, ports: Ports, folder: string) => ({
  NODE_ENV: 'development',
  DATABASE_URL: postgres.url(database, 'app'),
  AUTH_DATABASE_URL: postgres.url(database, 'auth_app'),
  SECRET_KEYS: JSON.stringify({
    atual: 'local',
    chaves: { local: Buffer.from('only-for-this-machine-0123456789').toString('base64') },
  }),
  PORT: String(ports.api),
  PUBLIC_URL: `http://localhost:${ports.web}`,
  // Another host than the product's, as in production: a cookie of localhost is not sent to 127.0.0.1.
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
  // What the stand-in allows; nobody waits here for the pace of the real one.
  MERCADO_LIVRE_CALLS_PER_SECOND: '20',
});

/** Runs a server entry to its end. */
function run(entry: string, env: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(SERVER, entry)], {
      env: { ...process.env, ...env },
      stdio: 'inherit',
    });
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${entry} ended with ${code}`))));
  });
}

/** Starts a server entry that stays; `stop` waits for its orderly end. What it prints is added to `log`, if given. */
export function start(entry: string, env: Record<string, string>, log?: string) {
  const output = log === undefined ? 'inherit' : openSync(log, 'a');
  const child = spawn(process.execPath, [join(SERVER, entry)], {
    env: { ...process.env, ...env },
    stdio: ['inherit', output, 'inherit'],
  });
  if (typeof output === 'number') closeSync(output);
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return {
    child,
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export async function untilReady(url: string, seconds = 60): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(1000) });
      if (response.ok) return;
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`${url} did not answer`, { cause: error });
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
