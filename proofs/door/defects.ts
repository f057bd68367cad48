import type { Edit } from '../kit/edits.ts';

/** A defect of `prove:door --planted`: edits of the code that opens and ends tenant transactions. */
interface Defect {
  edits: readonly Edit[];
}

const RUNNER = 'platform/db/runner.ts';
const NEVER_CLOSED = { file: RUNNER, from: '    isClosed = true;\n', to: '' };
const NOT_WAITED = { file: RUNNER, from: '    await underWay;\n', to: '' };
const UNSENT_STAY = {
  file: RUNNER,
  from: '    for (const { answer } of asked.splice(0)) answer.reject(new TransactionEnded());\n',
  to: '',
};

export const DEFECTS = {
  /**
   * The defect this proof was written for. The runner sends a statement that was queued during the
   * transaction after it has released the connection.
   */
  'late-batch': { edits: [NEVER_CLOSED, UNSENT_STAY, NOT_WAITED] },
  /** The runner sends a statement that was queued after the transaction ended. */
  'asked-after-end': { edits: [NEVER_CLOSED] },
  /** The connection returns to the pool while its transaction is open or failed. */
  'no-rollback': {
    edits: [
      {
        file: RUNNER,
        from: "      if (isReady && client.getTransactionStatus() !== 'I') await send([ROLLBACK], []).catch(() => {});\n",
        to: '',
      },
      {
        file: RUNNER,
        from: "client.release(isBroken || !isReady || client.getTransactionStatus() !== 'I')",
        to: 'client.release(isBroken)',
      },
    ],
  },
  /**
   * A read sets the empresa only for its first statement, so a later statement of the same callback runs
   * without one.
   */
  'door-once-per-read': {
    edits: [{ file: RUNNER, from: "isOpened = opens === 'once';", to: 'isOpened = true;' }],
  },
  /** A transaction sets the empresa of the previous transaction. */
  'opened-for-the-last-one': {
    edits: [
      {
        file: 'platform/db/db.ts',
        from: 'const opening = [door(access, null, budget)];',
        to: 'const opening = [door((globalThis as any).last ?? access, null, budget)]; (globalThis as any).last = access;',
      },
    ],
  },
} satisfies Record<string, Defect>;
