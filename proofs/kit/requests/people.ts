import type pg from 'pg';
import {
  aPerson,
  aSession,
  cookieOf,
  givePassword,
  giveSecondFactor,
  hashPassword,
  type Person,
} from '../../../apps/server/src/testing/people.ts';

/** The password of every person, and of every valid body that needs one. */
export const GOOD_PASSWORD = 'Prumo-9173-fuzz';

/** A signed-in person who sends requests. In `Actor | null`, null is an anonymous client. */
export interface Actor extends Person {
  cookie: string;
}

const hashed = hashPassword(GOOD_PASSWORD);

export async function anActor(
  admin: pg.Pool,
  options: { empresaId?: string; twoStep: boolean },
): Promise<Actor> {
  const person = await aPerson(admin, 'Ana Souza', options.empresaId);
  await givePassword(admin, person.userId, await hashed);
  if (options.twoStep) await giveSecondFactor(admin, person.userId);
  return { ...person, cookie: cookieOf(await aSession(admin, person)) };
}

/** Signs in again after a request that ended the session. */
export async function signInAgain(admin: pg.Pool, actor: Actor): Promise<void> {
  actor.cookie = cookieOf(await aSession(admin, actor));
}

/**
 * Restores the recent confirmation of the sessions and two-step verification, which a valid request may have
 * ended.
 */
export async function keepReady(
  admin: pg.Pool,
  { member, plain }: { member: Actor; plain: Actor },
): Promise<void> {
  await admin.query('update auth.sessions set confirmed_at = now() where user_id in ($1, $2)', [
    member.userId,
    plain.userId,
  ]);
  const { rowCount } = await admin.query(
    "select from auth.factors where user_id = $1 and status = 'verified'",
    [member.userId],
  );
  if (!rowCount) await giveSecondFactor(admin, member.userId);
}
