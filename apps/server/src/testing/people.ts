import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { Papel } from '@prumo/contract/papeis.ts';
import { SESSION_COOKIE } from '#platform/http/session/cookies.ts';
import { hashToken, newToken } from '#platform/secrets/tokens.ts';

/**
 * A connection of the superuser. The functions below insert the rows of people for tests, journeys, proofs
 * and the demo.
 */
interface Admin {
  query(text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

export interface Person {
  userId: string;
  empresaId: string;
  email: string;
}

/** Creates a confirmed user: with this papel in the given empresa, or as the dono of a new one. */
export async function aPerson(
  admin: Admin,
  name: string,
  empresaId?: string,
  papel: Papel = 'administrador',
): Promise<Person> {
  const userId = randomUUID();
  const email = `${userId}@exemplo.com.br`;
  await admin.query('insert into auth.users (id, name, email, email_verified) values ($1, $2, $3, true)', [
    userId,
    name,
    email,
  ]);
  if (empresaId)
    await admin.query('insert into membros (empresa_id, user_id, papel) values ($1, $2, $3)', [
      ...[empresaId, userId, papel],
    ]);
  const { rows } = await admin.query('select auth.ensure_empresa($1) as id', [userId]);
  return { userId, empresaId: empresaId ?? String(rows[0]?.['id']), email };
}

export async function aSession(admin: Admin, { userId, empresaId }: Person): Promise<string> {
  const token = newToken('prs');
  await admin.query(
    "insert into auth.sessions (user_id, empresa_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '7 days')",
    [userId, empresaId, hashToken(token)],
  );
  return token;
}

/** Returns the Cookie header of a session. */
export const cookieOf = (token: string) => `${SESSION_COOKIE}=${token}`;

/** Hashes with the settings of the product (`platform/secrets/passwords.ts`). */
export const hashPassword = (senha: string) =>
  hash(senha, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });

export const givePassword = (admin: Admin, userId: string, passwordHash: string) =>
  admin.query(
    `insert into auth.accounts (user_id, account_id, provider_id, password)
     values ($1::uuid, $1::uuid::text, 'credential', $2)`,
    [userId, passwordHash],
  );

/**
 * Inserts a verified factor without a usable secret. Two-step sign-in then counts as on, but no code is
 * accepted.
 */
export const giveSecondFactor = (admin: Admin, userId: string) =>
  admin.query(
    `insert into auth.factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'v1.nobody')
     on conflict do nothing`,
    [userId],
  );
