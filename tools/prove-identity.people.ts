import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { openPasswords } from '../apps/server/src/platform/passwords.ts';

/** Who the proof of identity is about. */
export interface Person {
  userId: string;
  email: string;
}

/** A figure before it is printed, so that a run with a planted defect can ask which ones fell short. */
export interface Measure {
  name: string;
  value: number;
  bar?: { max: number } | { exactly: number };
  size?: string;
}

export const isShortOf = ({ value, bar }: Measure) =>
  bar !== undefined && !('max' in bar ? value <= bar.max : value === bar.exactly);

/** The running product: processes that share one database, and the people in it. */
export interface Site {
  admin: pg.Pool;
  people: readonly Person[];
  origin: string;
  ports: readonly number[];
  pids: readonly number[];
}

/** The server's own, so that no hash counts as outdated. */
export const passwords = openPasswords();

/** Everybody's: what matters here is who knows it. */
export const RIGHT_PASSWORD = `certa-${randomBytes(9).toString('base64url')}`;

export const anEmail = () => `${randomBytes(8).toString('hex')}@exemplo.com.br`;

/** Confirmed accounts with a password and an empresa each. */
export async function seedPeople(admin: pg.Pool, count: number): Promise<Person[]> {
  const { rows } = await admin.query<Person>(
    `insert into auth.users (name, email, email_verified)
     select 'Ana Souza', email, true from unnest($1::text[]) email returning id as "userId", email`,
    [Array.from({ length: count }, anEmail)],
  );
  await admin.query(
    `insert into auth.accounts (user_id, account_id, provider_id, password)
     select id, id::text, 'credential', $1 from auth.users`,
    [await passwords.hash(RIGHT_PASSWORD, 'known')],
  );
  await admin.query('select auth.ensure_empresa(id) from auth.users');
  await admin.query('vacuum analyze');
  return rows;
}
