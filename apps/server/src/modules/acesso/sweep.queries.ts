import type { IdentityQuery } from '#platform/db/identity-db.ts';

/**
 * The condition under which a row of each table is deleted. An unconfirmed account is deleted after a week,
 * which frees its address.
 */
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
/**
 * The maximum number of rows per delete, so that it stays within the statement timeout. The next run deletes
 * the rest.
 */
const AT_ONCE = 10_000;

export async function deleteExpired(db: IdentityQuery): Promise<void> {
  for (const [table, isOver] of Object.entries(RUN_OUT))
    await db.query(
      `delete from auth.${table} where ctid = any (array(
         select ctid from auth.${table} where ${isOver} limit ${AT_ONCE}))`,
    );
}

export const forgetEvents = (db: IdentityQuery) => db.query('select auth.forget_events()');
