import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { IdentityQuery } from '#platform/identity-db.ts';
import type { Acesso } from './acesso.ts';
import { findFactor, replaceBackupCodes, saltOf, takeBackupCode, takeStep } from './factors.queries.ts';

const PERIOD_SECONDS = 30;
/** One step to either side: clocks differ, and people type slowly. */
const WINDOW = 1;
const CODES = 10;
/** Crockford's alphabet: no letter that reads as another. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const secretPlace = (factorId: string) => `auth.factors|secret|${factorId}`;

export const newSecret = () => new Secret({ size: 20 }).base32;

/** What the QR code of an enrolment says. */
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

/** Which time step a code is of, if of any that counts now. */
function stepOf(secret: string, code: string): number | null {
  const now = Date.now();
  const delta = authenticator(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}

/** Uses up a code of the authenticator, the enrolled one or one being enrolled. */
export async function spendTotp(
  { db, vault }: Pick<Acesso, 'db' | 'vault'>,
  factor: Parameters<typeof findFactor>[1],
  code: string,
): Promise<string | null> {
  const row = await findFactor(db, factor);
  const step = row && stepOf(vault.open(row.secret, secretPlace(row.id)), code);
  return row && step && (await takeStep(db, row.id, step)) ? row.id : null;
}

/** Uses up a code, of the authenticator or of reserve; each counts once, also for those who come at the same moment. */
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

/** As somebody may have copied it by hand: `o` for zero, `l` for one, any separators. */
const readBackupCode = (typed: string) =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

/** Twelve characters, 60 random bits, kept hashed like passwords; this is the one time they can be read. */
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
