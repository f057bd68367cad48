import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AppError } from '#platform/errors.ts';

/** argon2id with 19 MiB and 2 passes takes about 18 ms of one core. */
const HASHING = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT = `$argon2id$v=19$m=${HASHING.memoryCost},t=${HASHING.timeCost},p=${HASHING.parallelism}$`;

/**
 * The queue in which a hashing waits. `stranger`: sign-ups, and sign-ins from unknown devices. `known`:
 * sign-ins from known devices, recoveries and signed-in people. `record`: passwords that records contain.
 */
export type Lane = 'known' | 'stranger' | 'record';

export interface Passwords {
  hash(password: string, lane: Lane): Promise<string>;
  /**
   * Verifies a password. Without a stored hash it verifies against a dummy one, so that the time does not
   * reveal whether the account exists.
   */
  verify(stored: string | null | undefined, password: string, lane: Lane): Promise<boolean>;
  /**
   * Hashes a code with a given salt, so that one hashing finds the code among all codes with the same salt.
   */
  hashCode(code: string, salt: string): Promise<string>;
  /** Whether the hash was made with other settings than the current ones. */
  isOutdated(stored: string): boolean;
}

const TOO_MANY_SIGN_INS = 'Muitas entradas ao mesmo tempo. Tente de novo em alguns segundos.';
const TOO_MANY_RECORDS = 'Muitos cadastros ao mesmo tempo. Tente de novo em alguns segundos.';

/** Bounds concurrent hashing, so that a flood of password guesses leaves CPU time for other requests. */
export function openPasswords(): Passwords {
  const lanes = {
    stranger: lane({
      slots: Math.max(1, Math.floor(availableParallelism() / 2)),
      waiting: 20,
      full: TOO_MANY_SIGN_INS,
    }),
    known: lane({ slots: 2, waiting: 100, full: TOO_MANY_SIGN_INS }),
    record: lane({ slots: 1, waiting: 100, full: TOO_MANY_RECORDS }),
  };
  const dummy = hash('ninguém', HASHING);
  return {
    hash: (password, which) => lanes[which](() => hash(password, HASHING)),
    async verify(stored, password, which) {
      const right = await lanes[which](async () => verify(stored ?? (await dummy), password));
      return right && typeof stored === 'string';
    },
    hashCode: (code, salt) =>
      lanes.known(() => hash(code, { ...HASHING, salt: Buffer.from(salt, 'base64url') })),
    isOutdated: (stored) => !stored.startsWith(CURRENT),
  };
}

/**
 * Runs at most `slots` tasks concurrently, queues at most `waiting` more, and refuses further ones
 * immediately.
 */
function lane({ slots, waiting, full }: { slots: number; waiting: number; full: string }) {
  const limit = pLimit(slots);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount >= slots + waiting) throw new AppError('limited', full);
    return limit(work);
  };
}
