import type { IdentityQuery } from '#platform/db/identity-db.ts';

/** The facts about an account that sign-up, sign-in and recovery need. */
export interface Account {
  userId: string;
  name: string;
  email: string;
  isVerified: boolean;
  passwordHash: string | null;
  hasSecondFactor: boolean;
  /** Whether the account has signed in from this browser before. */
  isKnownDevice: boolean;
}

const ACCOUNT = `
  select u.id as "userId", u.name, u.email, u.email_verified as "isVerified", a.password as "passwordHash",
    exists (select from auth.factors f where f.user_id = u.id and f.status = 'verified') as "hasSecondFactor",
    exists (select from auth.devices d where d.user_id = u.id and d.token_hash = $2) as "isKnownDevice"
  from auth.users u left join auth.accounts a on a.user_id = u.id and a.provider_id = 'credential'`;

export async function findAccountByEmail(
  db: IdentityQuery,
  email: string,
  deviceHash: string | null,
): Promise<Account | undefined> {
  const [account] = await db.query<Account>(`${ACCOUNT} where u.email = $1`, [email, deviceHash]);
  return account;
}

export async function findAccount(
  db: IdentityQuery,
  userId: string,
  deviceHash: string | null,
): Promise<Account | undefined> {
  const [account] = await db.query<Account>(`${ACCOUNT} where u.id = $1`, [userId, deviceHash]);
  return account;
}

/**
 * Blocks every other transaction that changes the account or opens a session for it, until this transaction
 * ends.
 */
export async function lockAccount(
  db: IdentityQuery,
  userId: string,
  deviceHash: string | null = null,
): Promise<Account | undefined> {
  await db.query('select from auth.users where id = $1 for update', [userId]);
  // Reads after it holds the lock, so that it sees what the previous lock holder changed.
  return findAccount(db, userId, deviceHash);
}

/** Returns undefined when the e-mail already has an account. */
export async function insertUser(
  db: IdentityQuery,
  user: {
    name: string;
    email: string;
    isVerified: boolean;
    signUpKey: string | null;
    deviceHash: string | null;
  },
): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    `insert into auth.users (name, email, email_verified, signup_key, signup_device_hash) values ($1, $2, $3, $4, $5)
     on conflict (email) do nothing returning id`,
    [user.name, user.email, user.isVerified, user.signUpKey, user.deviceHash],
  );
  return row?.id;
}

/** Returns whether the account was signed up in this browser. */
export async function wasMadeIn(
  db: IdentityQuery,
  userId: string,
  deviceHash: string | null,
): Promise<boolean> {
  const rows = await db.query('select from auth.users where id = $1 and signup_device_hash = $2', [
    userId,
    deviceHash,
  ]);
  return rows.length > 0;
}

/**
 * Deletes an unconfirmed account. It holds nothing worth keeping, because no person has proved access to its
 * mailbox.
 */
export const deleteUnproven = (db: IdentityQuery, email: string) =>
  db.query('delete from auth.users where email = $1 and not email_verified', [email]);

/**
 * Returns whether the sign-up with this idempotency key created this account. The request is then a retry.
 */
export async function wasMadeBy(db: IdentityQuery, email: string, signUpKey: string): Promise<boolean> {
  const rows = await db.query('select from auth.users where email = $1 and signup_key = $2', [
    email,
    signUpKey,
  ]);
  return rows.length > 0;
}

/** Sets the first password of an account, or replaces its password. */
export const setPassword = (db: IdentityQuery, userId: string, passwordHash: string) =>
  db.query(
    `insert into auth.accounts (user_id, account_id, provider_id, password)
     values ($1::uuid, $1::uuid::text, 'credential', $2)
     on conflict (user_id, provider_id) do update set password = excluded.password, updated_at = now()`,
    [userId, passwordHash],
  );

/** Stores a rehashed password, unless the password has changed meanwhile. */
export const replacePassword = (db: IdentityQuery, userId: string, before: string, after: string) =>
  db.query(
    "update auth.accounts set password = $3 where user_id = $1 and provider_id = 'credential' and password = $2",
    [userId, before, after],
  );

export const verifyUser = (db: IdentityQuery, userId: string) =>
  db.query(
    'update auth.users set email_verified = true, signup_device_hash = null, updated_at = now() where id = $1',
    [userId],
  );

/**
 * Changes the address and returns the old one. Returns undefined when another account has the new address.
 */
export async function changeEmail(
  db: IdentityQuery,
  userId: string,
  email: string,
): Promise<string | undefined> {
  const [before] = await db.query<{ email: string }>(
    `select email from auth.users u where id = $1
       and not exists (select from auth.users other where other.email = $2 and other.id <> u.id) for update`,
    [userId, email],
  );
  if (before)
    await db.query('update auth.users set email = $2, updated_at = now() where id = $1', [userId, email]);
  return before?.email;
}

/**
 * Returns the user linked to this Google account. `accountId` consists of the issuer and the issuer's
 * subject.
 */
export async function findLinkedUser(db: IdentityQuery, accountId: string): Promise<string | undefined> {
  const [row] = await db.query<{ user_id: string }>(
    "select user_id from auth.accounts where provider_id = 'google' and account_id = $1",
    [accountId],
  );
  return row?.user_id;
}

/** Returns false when the user already has a Google account, or another user has this one. */
export async function linkGoogle(
  db: IdentityQuery,
  link: { userId: string; accountId: string; email: string | null },
): Promise<boolean> {
  const rows = await db.query(
    `insert into auth.accounts (user_id, account_id, provider_id, email) values ($1, $2, 'google', $3)
     on conflict do nothing returning id`,
    [link.userId, link.accountId, link.email],
  );
  return rows.length > 0;
}

export const unlinkGoogle = async (db: IdentityQuery, userId: string): Promise<boolean> => {
  const rows = await db.query(
    "delete from auth.accounts where user_id = $1 and provider_id = 'google' returning id",
    [userId],
  );
  return rows.length > 0;
};

export async function allowsGoogle(db: IdentityQuery, userId: string): Promise<boolean> {
  const [profile] = await db.query<{ google_auth_enabled: boolean }>(
    'select google_auth_enabled from auth.profile_of($1)',
    [userId],
  );
  return profile?.google_auth_enabled ?? true;
}
