import { createHash } from 'node:crypto';
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
    await db.query('update auth.limits set level = level + 1 where key = any ($1)', [
      buckets.map(({ key }) => key),
    ]);
  },
});

function comeBackIn(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return seconds <= 60
    ? `Tente de novo em ${Math.ceil(seconds)} segundos.`
    : `Tente de novo em ${minutes} minutos.`;
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

/** E-mails somebody can make us send. */
export const emailBuckets = (address: string, email: string): Bucket[] => [
  { key: `email:endereco:${network(address)}`, capacity: 20, seconds: 60 },
  { key: `email:conta:${digest(email)}`, capacity: 3, seconds: 300 },
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

/** One subscriber has a whole /64 of IPv6 addresses; they count as one. */
export function network(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
