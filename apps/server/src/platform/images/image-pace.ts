/**
 * Remembers which empresas sent images that cost much CPU time. It holds no clock, so that a test can compare
 * it with a model.
 *
 * An empresa is slow for a minute after an expensive image, and for ten minutes after an image whose process
 * was killed. `images.ts` decodes the images of slow empresas in the separate background process.
 */
export interface ImagePace {
  isSlow(empresaId: string, nowMs: number): boolean;
  /** Whether the empresa is not slow and sent a cheap image within the last minute. */
  isFast(empresaId: string, nowMs: number): boolean;
  /**
   * Records an image by the CPU time it took, or as `killed` when it exceeded its budget of time or memory.
   */
  note(empresaId: string, cost: number | 'killed', nowMs: number): void;
}

/**
 * An image that takes more CPU time than this is slow. It is several times what a photo of 12 million pixels
 * takes.
 */
export const SLOW_CPU_MS = 1_000;
export const SLOW_FOR_MS = 60_000;
export const KILLED_FOR_MS = 600_000;
export const FAST_FOR_MS = 60_000;
const MOST_KNOWN = 10_000;

export function openImagePace(): ImagePace {
  const slowUntil = new Map<string, number>();
  const fastUntil = new Map<string, number>();
  const isSlow = (empresaId: string, now: number) => (slowUntil.get(empresaId) ?? 0) > now;
  return {
    isSlow,
    isFast: (empresaId, now) => (fastUntil.get(empresaId) ?? 0) > now && !isSlow(empresaId, now),
    note(empresaId, cost, now) {
      if (cost !== 'killed' && cost <= SLOW_CPU_MS) {
        fastUntil.delete(empresaId);
        fastUntil.set(empresaId, now + FAST_FOR_MS);
        if (fastUntil.size > MOST_KNOWN) forgetSome(fastUntil, now);
        return;
      }
      const until = now + (cost === 'killed' ? KILLED_FOR_MS : SLOW_FOR_MS);
      const known = slowUntil.get(empresaId) ?? 0;
      // Deleting the key first keeps the map in the order of the last note.
      slowUntil.delete(empresaId);
      slowUntil.set(empresaId, Math.max(until, known));
      if (slowUntil.size > MOST_KNOWN) forgetSome(slowUntil, now);
    },
  };
}

/** Deletes expired entries, then the oldest ones, until MOST_KNOWN remain. */
function forgetSome(noted: Map<string, number>, now: number): void {
  for (const [empresaId, until] of noted) if (until <= now) noted.delete(empresaId);
  for (const empresaId of noted.keys()) {
    if (noted.size <= MOST_KNOWN) return;
    noted.delete(empresaId);
  }
}
