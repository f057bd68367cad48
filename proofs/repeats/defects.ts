import type { Edit } from '../kit/edits.ts';

/** A defect of `prove:repeats --planted`, and the figure that must miss its bar. */
interface Defect {
  edits: readonly Edit[];
  by: RegExp;
}

const IDEMPOTENCY = 'platform/http/idempotency/idempotency.ts';
const DOORS = 'platform/http/doors.ts';

export const DEFECTS = {
  /** The key is not compared with the request, so another body gets the answer to the first one. */
  'body-not-compared': {
    edits: [{ file: IDEMPOTENCY, from: 'if (!key.isHash(earlier.request_hash))', to: 'if (false)' }],
    by: /another body/,
  },
  /** The key commits after the change, in a transaction of its own. */
  'key-in-another-transaction': {
    edits: [
      {
        file: DOORS,
        from: 'request.write = (work) => change((tx) => writeOnce(tx, { request, reply, keys }, work));',
        to: `request.write = async (work) => {
      const key = idempotencyKeyOf(request, keys);
      const earlier = key && (await change((tx) => earlierAnswer(tx, key, reply)));
      if (earlier) return earlier.answer as never;
      const result = await change(work);
      if (key) await change((tx) => once(tx, key, async () => result, reply));
      return result;
    };`,
      },
    ],
    by: /outside the transaction|differ between/,
  },
  /** A repeated request runs its change again. */
  'key-ignored': {
    edits: [{ file: IDEMPOTENCY, from: 'if (!isClaimed) {', to: 'if (!isClaimed && Math.random() < 0) {' }],
    by: /outside the transaction|no answer names/,
  },
} as const satisfies Record<string, Defect>;
