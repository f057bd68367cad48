import * as z from 'zod';
import { sendEmail, sendStrangersEmail } from '#modules/acesso/emails/emails.job.ts';
import { findForgotten } from '#modules/acesso/emails/emails.queries.ts';
import type { IdentityDb } from '#platform/db/identity-db.ts';
import { defineJob, handle, type Jobs } from '#platform/jobs/jobs.ts';
import { deleteExpired, forgetEvents } from './sweep.queries.ts';

/** Enqueues e-mails whose process was killed before it enqueued them, and deletes expired rows. */
export const sweepIdentity = defineJob({
  name: 'acesso.varrer',
  data: z.object({}),
  lane: 'upkeep',
  cron: '*/5 * * * *',
});

export const sweepIdentityHandler = ({ db, jobs }: { db: IdentityDb; jobs: Pick<Jobs, 'enqueueGlobal'> }) =>
  handle(sweepIdentity, async () => {
    for (const { id, user_id } of await findForgotten(db))
      await jobs.enqueueGlobal(user_id === null ? sendStrangersEmail : sendEmail, { id });
    await deleteExpired(db);
    await forgetEvents(db);
  });
