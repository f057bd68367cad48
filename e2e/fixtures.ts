import { test as base, expect, type Page, type Request } from '@playwright/test';
import pg from 'pg';
import { aPerson, givePassword, hashPassword, type Person } from '../apps/server/src/testing/people.ts';
import type { Papel } from '../packages/contract/src/papeis.ts';
import { SENHA, watchSecrets } from './secrets.ts';
import { PORT } from './setup.ts';

const pool = new pg.Pool({
  connectionString: `postgres://postgres:prumo@127.0.0.1:${PORT + 4}/prumo`,
  max: 2,
  allowExitOnIdle: true,
});

export const ORIGIN = `http://localhost:${PORT}`;
export const apiHeaders = { origin: ORIGIN };
export const MAIL_PAGE = `http://127.0.0.1:${PORT + 3}`;

const hashed = hashPassword(SENHA);

export interface Operator extends Person {
  senha: string;
}

/** Queries the database as superuser. */
export const sql = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await pool.query(text, values)).rows;

/** Creates a confirmed user with an empresa. The user is not signed in. */
export async function anOperator({
  name = 'Ana Souza',
  empresaId,
  papel,
}: {
  name?: string;
  empresaId?: string;
  papel?: Papel;
} = {}): Promise<Operator> {
  const person = await aPerson(pool, name, empresaId, papel);
  await givePassword(pool, person.userId, await hashed);
  return { ...person, senha: SENHA };
}

/** Signs in through the API, as the login screen does. The page then has the session cookie. */
export async function signIn(page: Page, { email, senha }: Operator): Promise<void> {
  const response = await page.request.post('/api/sessoes', { data: { email, senha }, headers: apiHeaders });
  expect(await response.json()).toMatchObject({ situacao: 'entrou' });
}

/** Signs in as another person. The page leaves first, because its stream and its reads would be refused from then on. */
export async function signInAs(page: Page, operator: Operator): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
  await signIn(page, operator);
}

/**
 * Keeps the stream of changes from the page, for a journey in which the page must not learn by itself that a session
 * ended or that a record changed. Call it before the page loads.
 */
export const withoutStream = (page: Page) =>
  page.route('**/api/novidades*', (route) => route.fulfill({ status: 204 }));

/** The newest e-mailed link to this address, such as `…#confirmacao=…`. */
export async function mailedLink(page: Page, to: string, kind: string): Promise<string> {
  const newest = async () => {
    const response = await page.request.get(`${MAIL_PAGE}/messages.json?to=${to}`);
    const messages = (await response.json()) as { text: string }[];
    const links = messages.map(({ text }) => new RegExp(`http\\S+#${kind}=[\\w.-]+`).exec(text)?.[0]);
    return links.find(Boolean) ?? '';
  };
  await expect.poll(newest).not.toBe('');
  return newest();
}

/** The requests of this kind that the page sends from now on. */
export function sentTo(page: Page, path: string | RegExp, method = 'POST'): Request[] {
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === method && isAt(new URL(request.url()).pathname, path)) sent.push(request);
  });
  return sent;
}

const isAt = (pathname: string, path: string | RegExp) =>
  typeof path === 'string' ? pathname === path : path.test(pathname);

/** Holds requests to this address until the returned function is called. Later requests are not held. */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

/**
 * Every test fails on problems that a person would not see: a violated content security policy, an uncaught
 * error, a console error that the test did not announce with `expectErrors`, or a token that scripts can
 * read.
 */
export const test = base.extend<{
  operator: Operator;
  expectErrors: (pattern: RegExp) => void;
  secrets: undefined;
}>({
  secrets: [
    async ({ context }, use) => {
      const found = watchSecrets(context, ORIGIN);
      await use(undefined);
      expect(await found()).toEqual([]);
    },
    { auto: true },
  ],
  expectErrors: [
    async ({ page }, use) => {
      const expected: RegExp[] = [];
      const seen: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') seen.push(message.text());
      });
      page.on('pageerror', (error) => seen.push(String(error)));
      await use((pattern) => void expected.push(pattern));
      expect(seen.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
  /** A signed-in operator, alone in their own empresa. */
  operator: async ({ page }, use) => {
    const operator = await anOperator();
    await signIn(page, operator);
    await use(operator);
  },
});

export { expect };
