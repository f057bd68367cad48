import type { IdentityQuery } from '#platform/db/identity-db.ts';

export interface FactorRow {
  id: string;
  secret: string;
}

export async function findFactor(
  db: IdentityQuery,
  factor: { userId: string; status: 'verified' | 'unverified'; id?: string },
): Promise<FactorRow | undefined> {
  const [row] = await db.query<FactorRow>(
    `select id, secret from auth.factors
     where user_id = $1 and factor_type = 'totp' and status = $2 and ($3::uuid is null or id = $3)`,
    [factor.userId, factor.status, factor.id ?? null],
  );
  return row;
}

/**
 * Marks a time step as used. Only the first request with the step succeeds. Its code and all older ones are
 * void afterwards.
 */
export async function takeStep(db: IdentityQuery, factorId: string, step: number): Promise<boolean> {
  const rows = await db.query(
    'update auth.factors set last_step = $2 where id = $1 and last_step < $2 returning id',
    [factorId, step],
  );
  return rows.length > 0;
}

export async function saltOf(db: IdentityQuery, userId: string): Promise<string | undefined> {
  const [row] = await db.query<{ salt: string }>(
    'select salt from auth.backup_codes where user_id = $1 limit 1',
    [userId],
  );
  return row?.salt;
}

export async function takeBackupCode(db: IdentityQuery, userId: string, hash: string): Promise<boolean> {
  const rows = await db.query(
    `update auth.backup_codes set used_at = now() where user_id = $1 and hash = $2 and used_at is null
     returning hash`,
    [userId, hash],
  );
  return rows.length > 0;
}

export async function replaceBackupCodes(
  db: IdentityQuery,
  codes: { userId: string; salt: string; hashes: string[] },
): Promise<void> {
  await db.query('delete from auth.backup_codes where user_id = $1', [codes.userId]);
  await db.query(
    'insert into auth.backup_codes (user_id, salt, hash) select $1, $2, each from unnest($3::text[]) each',
    [codes.userId, codes.salt, codes.hashes],
  );
}

/** Stores an unverified factor. It replaces an earlier enrolment that was not finished. */
export async function insertFactor(
  db: IdentityQuery,
  factor: { id: string; userId: string; secret: string },
): Promise<void> {
  await db.query(
    `insert into auth.factors (id, user_id, factor_type, friendly_name, secret)
     values ($1, $2, 'totp', 'Aplicativo autenticador', $3)
     on conflict (user_id, factor_type, status) do update
       set id = excluded.id, secret = excluded.secret, last_step = 0, created_at = now()`,
    [factor.id, factor.userId, factor.secret],
  );
}

/** Returns false when a newer enrolment has replaced this one. */
export async function activateFactor(db: IdentityQuery, id: string): Promise<boolean> {
  const rows = await db.query("update auth.factors set status = 'verified' where id = $1 returning id", [id]);
  return rows.length > 0;
}

/** Selects factors after a given id whose secret does not start with the prefix of the current key. */
export const selectSealedOtherwise = (db: IdentityQuery, prefix: string, after: string, limit: number) =>
  db.query<FactorRow>(
    `select id, secret from auth.factors where id > $2 and not starts_with(secret, $1) order by id limit $3`,
    [prefix, after, limit],
  );

/**
 * Stores the same secret, encrypted with another key. Returns false when the row is deleted or its secret has
 * changed.
 */
export async function updateSealing(
  db: IdentityQuery,
  { id, secret }: FactorRow,
  sealed: string,
): Promise<boolean> {
  const rows = await db.query(
    'update auth.factors set secret = $3 where id = $1 and secret = $2 returning id',
    [id, secret, sealed],
  );
  return rows.length > 0;
}

/** Deletes the user's factors and backup codes. Returns false when the user had no factor. */
export async function removeFactors(db: IdentityQuery, userId: string): Promise<boolean> {
  await db.query('delete from auth.backup_codes where user_id = $1', [userId]);
  const rows = await db.query('delete from auth.factors where user_id = $1 returning id', [userId]);
  return rows.length > 0;
}
