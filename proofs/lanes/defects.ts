import type { Edit } from '../kit/edits.ts';

const JOBS = 'platform/jobs/jobs.ts';
const EMAILS = 'modules/acesso/emails/emails.job.ts';
const LIMITS = 'modules/acesso/limits.ts';

/** The defects of `prove:lanes --planted`. `by` matches the figure that must miss its bar. */
export const DEFECTS = {
  /** All e-mails share one queue, and the worker pauses after each job. */
  'first-in-first-out': {
    edits: [
      { file: EMAILS, from: 'asker && !asker.isSigningUp ? sendStrangersEmail : sendEmail', to: 'sendEmail' },
      { file: EMAILS, from: 'asker && groupOf(asker.address)', to: 'undefined' },
      { file: JOBS, from: '        goOn(name);\n', to: '' },
    ],
    by: /sign-up/,
  },
  /** One network may occupy every worker. */
  'no-group-limit': {
    edits: [
      {
        file: JOBS,
        from: 'localGroupConcurrency: perEmpresa ?? policy.perEmpresa',
        to: 'localGroupConcurrency: Math.ceil((atOnce ?? policy.atOnce) / batch)',
      },
    ],
    by: /another network/,
  },
  /** The limits count only the /64 of an address, not its /56 and its /48. */
  'strangers-not-limited': {
    edits: [{ file: LIMITS, from: 'networksOf(address).map(', to: 'networksOf(address).slice(0, 1).map(' }],
    by: /accepted/,
  },
  /** Every save enqueues a job of its own, even if one of the same empresa is waiting. */
  'jobs-not-collapsed': {
    edits: [{ file: 'modules/arquivos/arquivos.job.ts', from: '  coversEmpresa: true,\n', to: '' }],
    by: /jobs/,
  },
} satisfies Record<string, { edits: readonly Edit[]; by: RegExp }>;
