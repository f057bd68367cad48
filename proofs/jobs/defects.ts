import type { Edit } from '../kit/edits.ts';

/** A defect of `prove:jobs --planted`, and the figure that must miss its bar. */
interface Defect {
  edits: readonly Edit[];
  by: RegExp;
}

export const DEFECTS = {
  /** The prices commit in a transaction of their own before the position of the lote, so a repeated job raises them twice. */
  'effect-outside-its-transaction': {
    edits: [
      {
        file: 'modules/lotes/advance.ts',
        from: '? await applyTo(tx, run, { held, parte, ids })',
        to: `? await run.db.write({ ...systemAccess(run.empresaId), userId: held.user_id, lote: run.id }, (own) =>
            applyTo(own, run, { held, parte, ids })).then(async (applied) => {
            await new Promise((resolve) => setTimeout(resolve, 700));
            return applied;
          })`,
      },
    ],
    by: /prices/,
  },
  /** The queue notes a job as completed before its effect, so the effect of a killed worker never happens. */
  'completed-before-its-effect': {
    edits: [
      {
        file: 'platform/jobs/jobs.ts',
        from: 'else await run(job.data as never);',
        to: 'else setTimeout(() => void run(job.data as never).catch(() => {}), 700);',
      },
    ],
    by: /forgotten/,
  },
  /** The worker sends the mail of a convite again on every run of its job, and the job runs twice. */
  'mail-sent-twice': {
    edits: [
      {
        file: 'modules/convites/convites.job.ts',
        from: '    await db.write(access, (tx) => setEnvio(tx, id, tokenHash,',
        to: `    await mail.send({ to: letter.email, ...(await convite({ ...letter, link })) });
    await db.write(access, (tx) => setEnvio(tx, id, tokenHash,`,
      },
    ],
    by: /second mails/,
  },
} as const satisfies Record<string, Defect>;
