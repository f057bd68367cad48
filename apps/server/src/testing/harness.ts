import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import pg from 'pg';
import { openApp } from '#app.ts';
import { readConfig } from '#platform/config.ts';
import type { App } from '#platform/http.ts';
import { hashToken } from '#platform/tokens.ts';
import { aPerson, aSession, cookieOf, giveSecondFactor, type Person } from './people.ts';

const SECRET_KEYS = JSON.stringify({ atual: 't1', chaves: { t1: Buffer.alloc(32, 7).toString('base64') } });
/** No test asks anybody outside by accident: those about others bring their own stand-in. */
const NOBODY_OUTSIDE = Object.fromEntries(
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

/** The real application on a database of its own, with people to sign in; shared by the tests and the proofs. */
export async function openHarness(url: (role: string) => string, settings: Record<string, string> = {}) {
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
    ...NOBODY_OUTSIDE,
    ...settings,
  });
  const { app, storage } = await openApp(config);
  const admin = new pg.Pool({ connectionString: url('postgres'), max: 2 });
  const signIn = async (person: Person) => {
    const token = await aSession(admin, person);
    return { ...person, token, sessionHash: hashToken(token), ...clientOf(app, cookieOf(token)) };
  };

  return {
    app,
    config,
    storage,
    url,
    /** The superuser's view, for asserting what is really stored. */
    sql: async (text: string, values: unknown[] = []) => (await admin.query(text, values)).rows,
    stranger: () => clientOf(app, undefined),
    /** The superuser's connections, for filling the database. */
    admin,
    /** Whoever comes with this Cookie header. */
    withCookie: (cookie: string) => clientOf(app, cookie),
    /** A signed-in operator alone in an empresa of their own. */
    anEmpresa: async (name = 'Ana Souza') => signIn(await aPerson(admin, name)),
    /** A second operator of the same empresa. */
    async aColleague({ empresaId }: { empresaId: string }, name = 'Bruno Lima') {
      return signIn(await aPerson(admin, name, empresaId));
    },
    /** The same person with two-step verification, which work with marketplaces asks for. */
    async withTwoStep<P extends { userId: string }>(person: P): Promise<P> {
      await giveSecondFactor(admin, person.userId);
      return person;
    },
    async close() {
      await app.close();
      await admin.end();
      await rm(folder, { recursive: true, force: true });
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
