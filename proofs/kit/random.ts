export type Random = () => number;

/**
 * A reproducible generator (mulberry32) of numbers from 0 to below 1. The same seed gives the same numbers.
 */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** As `randomOf`, but whole numbers from 0 to below a limit. */
export function belowOf(seed: number): (limit: number) => number {
  const random = randomOf(seed);
  return (limit) => Math.floor(random() * limit);
}

/** Random choices. The same seed gives the same choices. */
export interface Dice {
  chance(share: number): boolean;
  below(limit: number): number;
  pick<T>(from: readonly T[]): T;
  /** Chooses a value with a probability in proportion to its weight. */
  weighted<T>(from: readonly { value: T; weight: number }[]): T;
  uuid(): string;
}

export function diceOf(seed: number): Dice {
  const random = randomOf(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const hex = (length: number) => Array.from({ length }, () => below(16).toString(16)).join('');
  return {
    below,
    chance: (share) => random() < share,
    pick: (from) => from[below(from.length)] as (typeof from)[number],
    weighted(from) {
      let left = random() * from.reduce((sum, { weight }) => sum + weight, 0);
      for (const { value, weight } of from) {
        left -= weight;
        if (left < 0) return value;
      }
      throw new Error('no entry has a weight above zero');
    },
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  };
}
