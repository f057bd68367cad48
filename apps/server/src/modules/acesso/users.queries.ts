import type { IdentityQuery } from '#platform/identity-db.ts';

/** What the ways in need to know of an account. */
export interface Account {
  userId: string;
  name: string;
  email: string;
  isVerified: boolean;
  passwordHash: string | null;
  hasSecondFactor: boolean;
  /** Has signed in from this browser before. */
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

/** Holds everybody else who changes the account, or enters it, until this transaction is over. */
export async function lockAccount(
  db: IdentityQuery,
  userId: string,
  deviceHash: string | null = null,
): Promise<Account | undefined> {
  await db.query('select from auth.users where id = $1 for update', [userId]);
  // Asked after the lock is held: before, it might be what the one before us has just changed.
  return findAccount(db, userId, deviceHash);
}

/** Undefined when the e-mail already has an account. */
export async function insertUser(
  db: IdentityQuery,
  user: { name: string; email: string; isVerified: boolean; signUpKey: string | null },
): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    `insert into auth.users (name, email, email_verified, signup_key) values ($1, $2, $3, $4)
     on conflict (email) do nothing returning id`,
    [user.name, user.email, user.isVerified, user.signUpKey],
  );
  return row?.id;
}

/** The sign-up with this key made this account: its answer was lost on the way. */
export async function wasMadeBy(db: IdentityQuery, email: string, signUpKey: string): Promise<boolean> {
  const rows = await db.query('select from auth.users where email = $1 and signup_key = $2', [
    email,
    signUpKey,
  ]);
  return rows.length > 0;
}

/** Sets the password, whether there was one or not. */
export const setPassword = (db: IdentityQuery, userId: string, passwordHash: string) =>
  db.query(
    `insert into auth.accounts (user_id, account_id, provider_id, password)
     values ($1::uuid, $1::uuid::text, 'credential', $2)
     on conflict (user_id, provider_id) do update set password = excluded.password, updated_at = now()`,
    [userId, passwordHash],
  );

/** Made anew with today's settings, unless it has been changed meanwhile. */
export const replacePassword = (db: IdentityQuery, userId: string, before: string, after: string) =>
  db.query(
    "update auth.accounts set password = $3 where user_id = $1 and provider_id = 'credential' and password = $2",
    [userId, before, after],
  );

export const verifyUser = (db: IdentityQuery, userId: string) =>
  db.query('update auth.users set email_verified = true, updated_at = now() where id = $1', [userId]);

/** The address it was before; undefined when somebody else has the new one. */
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

/** Who holds this account of a provider. `accountId` is the issuer and its own name for the person. */
export async function findLinkedUser(db: IdentityQuery, accountId: string): Promise<string | undefined> {
  const [row] = await db.query<{ user_id: string }>(
    "select user_id from auth.accounts where provider_id = 'google' and account_id = $1",
    [accountId],
  );
  return row?.user_id;
}

/** False when the user already has one, or somebody else has this one. */
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
