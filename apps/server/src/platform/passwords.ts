import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from './errors.ts';

/** argon2id, 19 MiB, 2 passes: about 18 ms of one core. */
const HASHING = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT = `$argon2id$v=19$m=${HASHING.memoryCost},t=${HASHING.timeCost},p=${HASHING.parallelism}$`;

/** Strangers wait for each other; who is known passes them by; records people keep are in nobody's way. */
export type Lane = 'known' | 'stranger' | 'record';

export interface Passwords {
  hash(password: string, lane: Lane): Promise<string>;
  /** Without a stored hash it takes as long and is false: nobody learns from the time whether there is an account. */
  verify(stored: string | null | undefined, password: string, lane: Lane): Promise<boolean>;
  /** The same code gives the same hash under one salt, so that one hashing finds it among many. */
  hashCode(code: string, salt: string): Promise<string>;
  /** Made with weaker settings than today's. */
  isOutdated(stored: string): boolean;
}

const TOO_MANY_SIGN_INS = 'Muitas entradas ao mesmo tempo. Tente de novo em alguns segundos.';
const TOO_MANY_RECORDS = 'Muitos cadastros ao mesmo tempo. Tente de novo em alguns segundos.';

/** Hashing is bounded, so that a flood of guesses leaves the processor to the people at work. */
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

/** Runs at most `slots` at a time, lets a few wait, and refuses the rest at once. */
function lane({ slots, waiting, full }: { slots: number; waiting: number; full: string }) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= slots) {
      if (queue.length >= waiting) throw new AppError('limited', full);
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      // The place is handed over, not given back: nobody slips in between.
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
