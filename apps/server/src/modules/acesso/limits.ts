import { createHash } from 'node:crypto';
import { network, networksOf, site } from '#platform/admission/address.ts';
import type { IdentityDb } from '#platform/db/identity-db.ts';
import { AppError } from '#platform/errors.ts';
import { type Bucket, giveAttemptsBack, takeAttempts } from './limits.queries.ts';

export interface Limits {
  /**
   * Takes one attempt from each bucket, before the request does anything costly. Refuses with the time to
   * wait.
   */
  take(buckets: readonly Bucket[]): Promise<void>;
  /** Takes like `take`. Returns the seconds to wait where that refuses, and otherwise 0. */
  wait(buckets: readonly Bucket[]): Promise<number>;
  /** Returns the attempt after it turned out to be legitimate. */
  giveBack(buckets: readonly Bucket[]): Promise<void>;
}

/** The buckets are in PostgreSQL, so all processes share them. */
export function openLimits(db: IdentityDb, enabled: boolean): Limits {
  const wait = async (buckets: readonly Bucket[]) => (enabled ? takeAttempts(db, buckets) : 0);
  return {
    wait,
    async take(buckets) {
      const seconds = await wait(buckets);
      if (seconds > 0) throw new AppError('limited', `Muitas tentativas. ${comeBackIn(seconds)}`);
    },
    async giveBack(buckets) {
      if (enabled) await giveAttemptsBack(db, buckets);
    },
  };
}

function comeBackIn(seconds: number): string {
  const [amount, unit] =
    seconds <= 60 ? [Math.ceil(seconds), 'segundo'] : [Math.ceil(seconds / 60), 'minuto'];
  return `Tente de novo em ${amount} ${unit}${amount === 1 ? '' : 's'}.`;
}

/**
 * The buckets of a sign-in attempt. A browser that has signed in before has its own bucket, which no other
 * browser can empty. All other browsers share the buckets of the network and of the account. An e-mail
 * without an account has the same limits, so a limit does not reveal whether an account exists.
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

/**
 * Limits guesses at the second factor's code, at sign-in and when a signed-in person confirms their identity.
 */
export const codeBuckets = (userId: string, knownDevice: string | null): Bucket[] => [
  { key: `codigo:${userId}:${knownDevice ?? '-'}`, capacity: 10, seconds: 300 },
];

export const confirmBuckets = (sessionId: string): Bucket[] => [
  { key: `confirmacao:${sessionId}`, capacity: 5, seconds: 60 },
];

/**
 * Limits the e-mails that a request can trigger. Each kind has its own buckets, so that requests for one kind
 * in a victim's name do not use up another kind. A known device has a bucket that no other device can empty.
 */
export const emailBuckets = (
  kind: 'confirmacao' | 'recuperacao' | 'novo_email',
  { address, email, knownDevice }: { address: string; email: string; knownDevice?: string | null },
): Bucket[] =>
  knownDevice
    ? [{ key: `email:${kind}:dispositivo:${knownDevice}:${digest(email)}`, capacity: 3, seconds: 300 }]
    : [
        ...networkBuckets('email', address, { capacity: 20, seconds: 60 }),
        { key: `email:${kind}:conta:${digest(email)}`, capacity: 3, seconds: 300 },
        // After ten e-mails a mailbox gets one per hour, so a stranger cannot flood it. Every link is valid
        // for at least an hour, so the owner still has a working link after a stranger has emptied this
        // bucket.
        { key: `email:${kind}:caixa:${digest(email)}`, capacity: 10, seconds: 3600 },
      ];

export const signUpBuckets = (address: string): Bucket[] =>
  networkBuckets('cadastro', address, { capacity: 10, seconds: 360 });

export const linkBuckets = (address: string): Bucket[] => [
  { key: `link:endereco:${network(address)}`, capacity: 20, seconds: 10 },
];

const DAY = 86_400;

/**
 * Limits the convites that an empresa, and a person in all of their empresas, can send to strangers. An address gets
 * few from all empresas together.
 */
export const conviteBuckets = (convite: {
  email: string;
  userId: string;
  empresaId: string;
  perEmail: number;
  perDay: number;
}): Bucket[] => {
  const { email, userId, empresaId, perEmail, perDay } = convite;
  return [
    { key: `convite:email:${digest(email)}`, capacity: perEmail, seconds: DAY / perEmail },
    { key: `convite:pessoa:${userId}`, capacity: perDay, seconds: DAY / perDay },
    { key: `convite:empresa:${empresaId}`, capacity: perDay, seconds: DAY / perDay },
  ];
};

/** Allows one event `entrada_limitada` per account in ten minutes. */
export const noticeBucket = (userId: string): Bucket[] => [
  { key: `aviso:limitada:${userId}`, capacity: 1, seconds: 600 },
];

/**
 * The factors of capacity and refill rate for a /64, a /56 and a /48. They are small, because more people
 * share a wider network, but its holder also controls more /64s.
 */
const WIDER = [1, 2, 3];

/**
 * Returns one bucket for an IPv4 address or IPv6 /64, and for IPv6 one more each for the /56 and the /48. The
 * narrow bucket comes first. An attempt that it refuses takes nothing from the wider ones, which other
 * subscribers share.
 */
function networkBuckets(what: string, address: string, { capacity, seconds }: Omit<Bucket, 'key'>): Bucket[] {
  return networksOf(address).map((each, n) => {
    const times = WIDER[n] ?? 1;
    return { key: `${what}:endereco:${each}`, capacity: capacity * times, seconds: seconds / times };
  });
}

/** Returns a digest of the widest network of an address. Jobs store it instead of the address itself. */
export const groupOf = (address: string) => digest(site(address));

const digest = (text: string) => createHash('sha256').update(text).digest('base64url');
