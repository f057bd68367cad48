import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Returns a function that checks in constant time whether the last segment of the callback address is a
 * secret.
 */
export function openSecrets(secrets: readonly string[]): (segment: string) => boolean {
  const known = secrets.map(digest);
  return (segment) => {
    const given = digest(segment);
    // Compares every secret, so that the time does not reveal which one matches.
    return known.map((each) => timingSafeEqual(each, given)).includes(true);
  };
}

/** `timingSafeEqual` needs values of equal length, which digests have. */
const digest = (text: string) => createHash('sha256').update(text).digest();
