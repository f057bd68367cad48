import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { openPasswords } from '../../apps/server/src/platform/secrets/passwords.ts';

/** An account of the proof. */
export interface Person {
  userId: string;
  email: string;
}

/** The running product: processes that share one database, and the accounts in it. */
export interface Site {
  admin: pg.Pool;
  people: readonly Person[];
  origin: string;
  ports: readonly number[];
  pids: readonly number[];
}

/** Hashes with the server's own parameters, so that the server does not consider a hash outdated. */
export const passwords = openPasswords();

/** The password of every account. No guess of the attack equals it. */
export const RIGHT_PASSWORD = `certa-${randomBytes(9).toString('base64url')}`;

export const anEmail = () => `${randomBytes(8).toString('hex')}@exemplo.com.br`;

/** Creates confirmed accounts, each with a password and an empresa. */
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
