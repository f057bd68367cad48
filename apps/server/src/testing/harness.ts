import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Papel } from '@prumo/contract/papeis.ts';
import type { InjectOptions } from 'fastify';
import pg from 'pg';
import { openApp } from '#app.ts';
import { marketplaceModules } from '#parts.ts';
import { readConfig } from '#platform/config.ts';
import { type Database, openDatabase } from '#platform/db/db.ts';
import type { App } from '#platform/http/http.ts';
import { hashToken } from '#platform/secrets/tokens.ts';
import { PATIENCE } from './patience.ts';
import { aPerson, aSession, cookieOf, giveSecondFactor, type Person } from './people.ts';
import { SECRET_KEYS } from './secret-keys.ts';

/** Points every external service at a closed port, so that no test calls one by accident. Tests override them. */
const NO_EXTERNAL_SERVICES = Object.fromEntries(
  [
    'VIACEP_URL',
    'BRASILAPI_URL',
    'OPENCEP_URL',
    'MINHA_RECEITA_URL',
    'OPENCNPJ_URL',
    'MERCADO_LIVRE_AUTH_URL',
    'MERCADO_LIVRE_API_URL',
    'MERCADO_LIVRE_PICTURE_HOSTS',
  ].map((name) => [name, 'http://127.0.0.1:2']),
);
export const ORIGIN = 'http://localhost:5173';

/**
 * Opens the real application on its own database, with helpers to sign people in. Tests and proofs share it.
 */
export async function openHarness(
  url: (role: string) => string,
  settings: Record<string, string> = {},
  modules = marketplaceModules,
) {
  const folder = await mkdtemp(join(tmpdir(), 'prumo-app-'));
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: url('app'),
    AUTH_DATABASE_URL: url('auth_app'),
    SECRET_KEYS,
    PUBLIC_URL: ORIGIN,
    MEDIA_URL: 'http://media.test',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Prumo <nao-responda@prumo.local>',
    STORAGE: JSON.stringify({ driver: 'fs', root: folder }),
    LOG_LEVEL: 'silent',
    RATE_LIMIT: '0',
    PATIENCE: String(PATIENCE),
    SIGN_IN_LIMITS: 'off',
    ...NO_EXTERNAL_SERVICES,
    ...settings,
  });
  const { app, storage } = await openApp(config, modules);
  const admin = new pg.Pool({ connectionString: url('postgres'), max: 2 });
  // PostgreSQL ends idle connections when it shuts down. Without a listener that error would end this
  // process.
  admin.on('error', () => {});
  const pools: Database[] = [];
  const signIn = async (person: Person) => {
    const token = await aSession(admin, person);
    return { ...person, token, sessionHash: hashToken(token), ...clientOf(app, cookieOf(token)) };
  };

  return {
    app,
    config,
    storage,
    url,
    /** Runs SQL as superuser, so that a test can assert which rows are stored. */
    sql: async (text: string, values: unknown[] = []) => (await admin.query(text, values)).rows,
    stranger: () => clientOf(app, undefined),
    /** Opens the database as another process does, with the patience of the tests. */
    openPool(pool: number): Database {
      const { DATABASE_URL: url, PATIENCE: patience } = config;
      const opened = openDatabase({ url, pool, patience, onError: () => {} });
      pools.push(opened);
      return opened;
    },
    /** The connection pool of the superuser, for filling the database. */
    admin,
    /** Returns a client that sends this Cookie header. */
    withCookie: (cookie: string) => clientOf(app, cookie),
    /** Creates a signed-in person who is the only membro of a new empresa. */
    anEmpresa: async (name = 'Ana Souza') => signIn(await aPerson(admin, name)),
    /** Creates a second signed-in membro of the same empresa, with the papel `administrador` unless another is given. */
    async aColleague({ empresaId }: { empresaId: string }, name = 'Bruno Lima', papel?: Papel) {
      return signIn(await aPerson(admin, name, empresaId, papel));
    },
    /** Gives the person a verified second factor, which an empresa may demand. */
    async withTwoStep<P extends { userId: string }>(person: P): Promise<P> {
      await giveSecondFactor(admin, person.userId);
      return person;
    },
    async close() {
      await app.close();
      // A test may have closed its pool already, and pg refuses to close one twice.
      for (const pool of pools) await pool.close().catch(() => {});
      await admin.end();
      // A handler whose client has gone may still write a file.
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

export type Harness = Awaited<ReturnType<typeof openHarness>>;
export type Client = ReturnType<typeof clientOf>;

function clientOf(app: App, cookie: string | undefined) {
  const send = (
    method: InjectOptions['method'],
    path: string,
    payload?: object | Buffer,
    headers: Record<string, string> = {},
  ) =>
    app.inject({
      ...(method && { method }),
      url: path,
      ...(payload !== undefined && { payload }),
      headers: { origin: ORIGIN, ...(cookie && { cookie }), ...headers },
    });
  return {
    cookie,
    send,
    get: (path: string) => send('GET', path),
    post: (path: string, body?: object, headers?: Record<string, string>) =>
      send('POST', path, body, headers),
    put: (path: string, body: object, headers?: Record<string, string>) => send('PUT', path, body, headers),
    delete: (path: string, headers?: Record<string, string>) => send('DELETE', path, undefined, headers),
    upload: (path: string, file: Buffer, headers: Record<string, string> = {}) =>
      send('POST', path, file, { 'content-type': 'application/octet-stream', ...headers }),
  };
}
