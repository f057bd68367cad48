import * as z from 'zod';
import type { IdentityDb } from '#platform/identity-db.ts';
import { defineJob, handle, type Jobs } from '#platform/jobs.ts';
import { sendEmail } from './emails.job.ts';
import { findForgotten } from './emails.queries.ts';

/** Sends what a killed process left unsent, and removes what has run out. */
export const sweepIdentity = defineJob({
  name: 'acesso.varrer',
  data: z.object({}),
  cron: '*/5 * * * *',
});

/** What goes, and when. An account nobody confirmed within a week frees its address for who owns it. */
const RUN_OUT = {
  sessions: 'expires_at < now()',
  challenges: 'expires_at < now()',
  oauth_flows: 'expires_at < now()',
  limits: "updated_at < now() - interval '1 day'",
  devices: "last_used_at < now() - interval '1 year'",
  emails: "created_at < now() - interval '30 days'",
  factors: "status = 'unverified' and created_at < now() - interval '1 day'",
  users: "not email_verified and created_at < now() - interval '7 days'",
};
/** Few enough for the time a statement has; the rest goes next time. */
const AT_ONCE = 10_000;

export const sweepIdentityHandler = ({ db, jobs }: { db: IdentityDb; jobs: Pick<Jobs, 'enqueueGlobal'> }) =>
  handle(sweepIdentity, async () => {
    for (const id of await findForgotten(db)) await jobs.enqueueGlobal(sendEmail, { id });
    for (const [table, isOver] of Object.entries(RUN_OUT))
      await db.query(
        `delete from auth.${table} where ctid = any (array(
           select ctid from auth.${table} where ${isOver} limit ${AT_ONCE}))`,
      );
    await db.query('select auth.forget_events()');
  });
