import type { IdentityQuery } from '#platform/identity-db.ts';

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

/** Whoever comes first with a time step uses it up; a code of it or of an older one is worth nothing from then on. */
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

/** Replaces an enrolment that was begun and left. */
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

/** False when it was replaced by a newer enrolment meanwhile. */
export async function activateFactor(db: IdentityQuery, id: string): Promise<boolean> {
  const rows = await db.query("update auth.factors set status = 'verified' where id = $1 returning id", [id]);
  return rows.length > 0;
}

/** With its backup codes; false when there was none. */
export async function removeFactors(db: IdentityQuery, userId: string): Promise<boolean> {
  await db.query('delete from auth.backup_codes where user_id = $1', [userId]);
  const rows = await db.query('delete from auth.factors where user_id = $1 returning id', [userId]);
  return rows.length > 0;
}
