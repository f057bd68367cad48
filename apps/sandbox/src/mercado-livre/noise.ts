/**
 * A 32-bit hash of a seed and two coordinates. Generated data needs no storage, because the same input gives
 * it again.
 */
export function noise(seed: number, index: number, salt: number): number {
  let mixed = stir((seed ^ Math.imul(salt + 1, 0x9e3779b1)) | 0);
  mixed = stir(mixed ^ Math.imul(index + 1, 0x85ebca6b));
  return mixed >>> 0;
}

function stir(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return mixed ^ (mixed >>> 15);
}

/** A number from 0 to below 1. */
export const chance = (seed: number, index: number, salt: number) => noise(seed, index, salt) / 2 ** 32;

export function pick<T>(from: readonly T[], number: number): T {
  const picked = from[number % from.length];
  if (picked === undefined) throw new Error('the list to pick from is empty');
  return picked;
}
