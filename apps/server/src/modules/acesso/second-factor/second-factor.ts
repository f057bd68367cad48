import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Acesso } from '#modules/acesso/acesso.ts';
import type { IdentityQuery } from '#platform/db/identity-db.ts';
import { findFactor, replaceBackupCodes, saltOf, takeBackupCode, takeStep } from './factors.queries.ts';

const PERIOD_SECONDS = 30;
/**
 * The number of steps accepted before and after the current one, because clocks differ and people type
 * slowly.
 */
const WINDOW = 1;
const CODES = 10;
/** Crockford's alphabet, which omits letters that look like another character. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const secretPlace = (factorId: string) => `auth.factors|secret|${factorId}`;

export const newSecret = () => new Secret({ size: 20 }).base32;

/** The content of an enrolment's QR code. */
export const enrolmentUri = (secret: string, email: string) => authenticator(secret, email).toString();

const authenticator = (secret: string, label = 'conta') =>
  new TOTP({
    issuer: 'Prumo',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });

/** Returns the time step of a code, or null when the code matches no step of the accepted window. */
function stepOf(secret: string, code: string): number | null {
  const now = Date.now();
  const delta = authenticator(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}

/**
 * Marks a code of an authenticator, enrolled or being enrolled, as used. Returns the factor's id, or null
 * when the code is wrong or already used.
 */
export async function spendTotp(
  { db, vault }: Pick<Acesso, 'db' | 'vault'>,
  factor: Parameters<typeof findFactor>[1],
  code: string,
): Promise<string | null> {
  const row = await findFactor(db, factor);
  const step = row && stepOf(vault.open(row.secret, secretPlace(row.id)), code);
  return row && step && (await takeStep(db, row.id, step)) ? row.id : null;
}

/**
 * Marks a code of the authenticator or a backup code as used. Each code works once, also for concurrent
 * requests.
 */
export async function spendCode(
  acesso: Acesso,
  userId: string,
  typed: string,
): Promise<'codigo' | 'codigo_reserva' | null> {
  const digits = typed.replaceAll(/[\s-]/g, '');
  if (/^\d{6}$/.test(digits))
    return (await spendTotp(acesso, { userId, status: 'verified' }, digits)) ? 'codigo' : null;
  const salt = await saltOf(acesso.db, userId);
  if (!salt) return null;
  const hash = await acesso.passwords.hashCode(readBackupCode(typed), salt);
  return (await takeBackupCode(acesso.db, userId, hash)) ? 'codigo_reserva' : null;
}

/** Reads a code copied by hand: `o` means zero, `l` and `i` mean one, and separators do not matter. */
const readBackupCode = (typed: string) =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

/**
 * Creates codes of twelve characters with 60 random bits. Only their hashes are stored, so the codes can be
 * read only here.
 */
export async function newBackupCodes({ passwords }: Acesso): Promise<{
  codes: string[];
  store: (tx: IdentityQuery, userId: string) => Promise<void>;
}> {
  const salt = randomBytes(16).toString('base64url');
  const codes = Array.from({ length: CODES }, () =>
    Array.from(randomBytes(12), (byte) => ALPHABET[byte % 32]).join(''),
  );
  const hashes = await Promise.all(codes.map((code) => passwords.hashCode(code, salt)));
  return {
    codes: codes.map((code) => code.replace(/(.{4})(.{4})(.{4})/, '$1-$2-$3')),
    store: (tx, userId) => replaceBackupCodes(tx, { userId, salt, hashes }),
  };
}
