import { createHmac, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { openApp } from '#app.ts';
import { readConfig } from '#platform/config.ts';
import { SESSION_COOKIE } from '#platform/session.ts';
import type {} from './provided.ts';

const SECRET = 'a-secret-for-tests-0123456789abcdef';
const ORIGIN = 'http://localhost:5173';
const PASSWORD = 'prumo';

/**
 * The real application on a database of its own, cloned from the migrated template: the one entrance of server tests.
 * Each test makes its own `anEmpresa()`; tenancy is the isolation between tests.
 */
export async function testApp(settings: Record<string, string> = {}) {
  const port = inject('postgresPort');
  const database = `t_${randomUUID().replaceAll('-', '')}`;
  const url = (role: string, name = database) => `postgres://${role}:${PASSWORD}@127.0.0.1:${port}/${name}`;
  await asAdmin(
    url('postgres', 'postgres'),
    `create database ${database} template ${inject('templateDatabase')} owner owner`,
  );
  const folder = await mkdtemp(join(tmpdir(), 'prumo-app-'));
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: url('app'),
    AUTH_DATABASE_URL: url('auth_app'),
    AUTH_SECRET: SECRET,
    PUBLIC_URL: ORIGIN,
    MEDIA_URL: 'http://media.test',
    SMTP_URL: 'smtp://127.0.0.1:1',
    STORAGE: JSON.stringify({ driver: 'fs', root: folder }),
    LOG_LEVEL: 'silent',
    RATE_LIMIT: '0',
    ...settings,
  });
  const { app, storage } = await openApp(config);
  await app.ready();
  const admin = new pg.Pool({ connectionString: url('postgres'), max: 2 });
  afterAll(async () => {
    await app.close();
    await admin.end();
    await rm(folder, { recursive: true, force: true });
  });

  return {
    app,
    config,
    storage,
    url,
    /** The superuser's view, for asserting what is really stored. */
    sql: async (text: string, values: unknown[] = []) => (await admin.query(text, values)).rows,
    stranger: () => clientOf(app, null),
    /** A signed-in operator alone in an empresa of their own. */
    async anEmpresa(name = 'Ana Souza') {
      const userId = randomUUID();
      const email = `${userId}@exemplo.com.br`;
      await admin.query(
        'insert into auth.users (id, name, email, email_verified) values ($1, $2, $3, true)',
        [userId, name, email],
      );
      const { rows } = await admin.query<{ id: string }>('select auth.ensure_empresa($1) as id', [userId]);
      const empresaId = String(rows[0]?.id);
      return { ...(await aSession(userId, empresaId)), userId, empresaId, email };
    },
    /** A second operator of the same empresa. */
    async aColleague(of: { empresaId: string }, name = 'Bruno Lima') {
      const userId = randomUUID();
      const email = `${userId}@exemplo.com.br`;
      await admin.query(
        'insert into auth.users (id, name, email, email_verified) values ($1, $2, $3, true)',
        [userId, name, email],
      );
      await admin.query('insert into membros (empresa_id, user_id) values ($1, $2)', [of.empresaId, userId]);
      await admin.query('select auth.ensure_empresa($1)', [userId]);
      return { ...(await aSession(userId, of.empresaId)), userId, empresaId: of.empresaId, email };
    },
  };

  async function aSession(userId: string, empresaId: string) {
    const token = randomUUID();
    await admin.query(
      "insert into auth.sessions (user_id, empresa_id, token, expires_at) values ($1, $2, $3, now() + interval '7 days')",
      [userId, empresaId, token],
    );
    return { ...clientOf(app, token), token };
  }
}

export type TestApp = Awaited<ReturnType<typeof testApp>>;
export type Client = ReturnType<typeof clientOf>;

function clientOf(app: Awaited<ReturnType<typeof openApp>>['app'], token: string | null) {
  const cookie = token === null ? undefined : `${SESSION_COOKIE}=${sign(token)}`;
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
    get: (path: string) => send('GET', path),
    post: (path: string, body?: object, headers?: Record<string, string>) =>
      send('POST', path, body, headers),
    put: (path: string, body: object, headers?: Record<string, string>) => send('PUT', path, body, headers),
    delete: (path: string, headers?: Record<string, string>) => send('DELETE', path, undefined, headers),
    upload: (path: string, file: Buffer, headers: Record<string, string> = {}) =>
      send('POST', path, file, { 'content-type': 'application/octet-stream', ...headers }),
  };
}

const sign = (token: string) =>
  encodeURIComponent(`${token}.${createHmac('sha256', SECRET).update(token).digest('base64')}`);

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
