import { createHash } from 'node:crypto';
import { network } from '#platform/address.ts';
import { AppError } from '#platform/errors.ts';
import type { IdentityDb } from '#platform/identity-db.ts';

/** Holds `capacity` attempts and gets one back every `seconds`. */
interface Bucket {
  key: string;
  capacity: number;
  seconds: number;
}

export interface Limits {
  /** Takes an attempt out of each bucket, before any work is done; refuses with the time to wait. */
  take(buckets: readonly Bucket[]): Promise<void>;
  /** For an attempt that turned out to be right. */
  giveBack(buckets: readonly Bucket[]): Promise<void>;
}

/** Kept in PostgreSQL: every process counts in the same buckets. */
export const openLimits = (db: IdentityDb, enabled: boolean): Limits => ({
  async take(buckets) {
    if (!enabled) return;
    const [row] = await db.query<{ wait: number }>('select auth.take_limits($1, $2, $3) as wait', [
      buckets.map(({ key }) => key),
      buckets.map(({ capacity }) => capacity),
      buckets.map(({ seconds }) => seconds),
    ]);
    if (row && row.wait > 0) throw new AppError('limited', `Muitas tentativas. ${comeBackIn(row.wait)}`);
  },
  async giveBack(buckets) {
    if (!enabled) return;
    // Locked in the order in which they are taken: two at the same moment must not wait for each other.
    await db.query(
      `with locked as (select key from auth.limits where key = any ($1) order by array_position($1, key) for update)
       update auth.limits l set level = l.level + 1 from locked where l.key = locked.key`,
      [buckets.map(({ key }) => key)],
    );
  },
});

function comeBackIn(seconds: number): string {
  const [amount, unit] =
    seconds <= 60 ? [Math.ceil(seconds), 'segundo'] : [Math.ceil(seconds / 60), 'minuto'];
  return `Tente de novo em ${amount} ${unit}${amount === 1 ? '' : 's'}.`;
}

/**
 * Who has signed in from this browser before has a bucket of their own, which nobody else can empty; everybody else
 * shares those of the address and of the account. The same for an e-mail without an account: a limit tells nothing.
 */
export function signInBuckets(attempt: {
  address: string;
  email: string;
  knownDevice: string | null;
}): Bucket[] {
  const { address, email, knownDevice } = attempt;
  return knownDevice
    ? [{ key: `entrada:dispositivo:${knownDevice}:${digest(email)}`, capacity: 10, seconds: 60 }]
    : [
        { key: `entrada:endereco:${network(address)}`, capacity: 10, seconds: 10 },
        { key: `entrada:conta:${digest(email)}`, capacity: 5, seconds: 120 },
      ];
}

/** Guesses at the second factor and at the password of somebody already inside. */
export const codeBuckets = (userId: string, knownDevice: string | null): Bucket[] => [
  { key: `codigo:${userId}:${knownDevice ?? '-'}`, capacity: 10, seconds: 300 },
];

export const confirmBuckets = (sessionId: string): Bucket[] => [
  { key: `confirmacao:${sessionId}`, capacity: 5, seconds: 60 },
];

/**
 * E-mails somebody can make us send. Each kind has its own: who asks for one kind in a victim's name must not use up
 * another, and a known device has a bucket nobody else can empty.
 */
export const emailBuckets = (
  kind: 'confirmacao' | 'recuperacao' | 'novo_email',
  { address, email, knownDevice }: { address: string; email: string; knownDevice?: string | null },
): Bucket[] =>
  knownDevice
    ? [{ key: `email:${kind}:dispositivo:${knownDevice}:${digest(email)}`, capacity: 3, seconds: 300 }]
    : [
        { key: `email:endereco:${network(address)}`, capacity: 20, seconds: 60 },
        { key: `email:${kind}:conta:${digest(email)}`, capacity: 3, seconds: 300 },
      ];

export const signUpBuckets = (address: string): Bucket[] => [
  { key: `cadastro:endereco:${network(address)}`, capacity: 10, seconds: 360 },
];

export const linkBuckets = (address: string): Bucket[] => [
  { key: `link:endereco:${network(address)}`, capacity: 20, seconds: 10 },
];

/** Says once in ten minutes that an account is being held back. */
export const noticeBucket = (userId: string): Bucket[] => [
  { key: `aviso:limitada:${userId}`, capacity: 1, seconds: 600 },
];

const digest = (text: string) => createHash('sha256').update(text).digest('base64url');
