import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { test as base, expect, type Page } from '@playwright/test';
import pg from 'pg';
import { PORT } from './setup.ts';

const pool = new pg.Pool({
  connectionString: `postgres://postgres:prumo@127.0.0.1:${PORT + 4}/prumo`,
  max: 2,
  allowExitOnIdle: true,
});
const SENHA = 'senha-de-teste';

export const ORIGIN = `http://localhost:${PORT}`;
export const apiHeaders = { origin: ORIGIN };
export const MAIL_PAGE = `http://127.0.0.1:${PORT + 3}`;

const hashed = hash(SENHA, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });

export interface Operator {
  userId: string;
  empresaId: string;
  email: string;
  senha: string;
}

/** The superuser's view of the database. */
export const sql = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await pool.query(text, values)).rows;

/** A confirmed user with an empresa, who has not signed in yet. */
export async function anOperator({
  name = 'Ana Souza',
  empresaId,
}: {
  name?: string;
  empresaId?: string;
} = {}): Promise<Operator> {
  const userId = randomUUID();
  const email = `${userId}@exemplo.com.br`;
  await sql('insert into auth.users (id, name, email, email_verified) values ($1, $2, $3, true)', [
    userId,
    name,
    email,
  ]);
  await sql(
    "insert into auth.accounts (user_id, account_id, provider_id, password) values ($1::uuid, $1::uuid::text, 'credential', $2)",
    [userId, await hashed],
  );
  if (empresaId) await sql('insert into membros (empresa_id, user_id) values ($1, $2)', [empresaId, userId]);
  const [row] = await sql('select auth.ensure_empresa($1) as id', [userId]);
  return { userId, empresaId: String(row?.['id']), email, senha: SENHA };
}

/** Signs in through the API, as the login screen does; the cookie lands in the page's own jar. */
export async function signIn(page: Page, { email, senha }: Operator): Promise<void> {
  const response = await page.request.post('/api/sessoes', { data: { email, senha }, headers: apiHeaders });
  expect(response.ok()).toBe(true);
}

/**
 * Every test fails on what a person would not see: a broken policy, an uncaught error, a page's own error log that the
 * test did not announce with `expectErrors`.
 */
export const test = base.extend<{
  operator: Operator;
  expectErrors: (pattern: RegExp) => void;
  watched: undefined;
}>({
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
  /** A signed-in operator alone in an empresa of their own. */
  operator: async ({ page }, use) => {
    const operator = await anOperator();
    await signIn(page, operator);
    await use(operator);
  },
});

export { expect };
