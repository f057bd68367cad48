import { dropLinks, insertEmail } from '#modules/acesso/emails/emails.queries.ts';
import { recordEvent } from '#modules/acesso/events.queries.ts';
import { removeFactors } from '#modules/acesso/second-factor/factors.queries.ts';
import { endSessions, forgetDevices } from '#modules/acesso/sessions.queries.ts';
import { findAccountByEmail, lockAccount } from '#modules/acesso/users.queries.ts';
import { readConfig } from '#platform/config.ts';
import { openIdentityDb } from '#platform/db/identity-db.ts';

/**
 * Turns two-step sign-in off for a person who lost the phone and the backup codes. The operator runs it after
 * verifying the person's identity by other means (docs/operations.md). The account still needs its password,
 * and its owner gets an e-mail about the reset.
 */
const [email] = process.argv.slice(2);
if (!email) throw new Error('usage: main.reset-two-step <email>');
const place = { address: 'quem administra o Prumo', userAgent: null };

const db = openIdentityDb({ url: readConfig().AUTH_DATABASE_URL, onError: (error) => console.error(error) });
const account = await findAccountByEmail(db, email.trim().toLowerCase(), null);
if (!account?.hasSecondFactor) throw new Error('There is no account with two-step sign-in at this address.');
const { userId } = account;
await db.transaction(async (tx) => {
  await lockAccount(tx, userId);
  await removeFactors(tx, userId);
  await endSessions(tx, userId);
  await dropLinks(tx, userId);
  await forgetDevices(tx, userId);
  await recordEvent(tx, { kind: 'dois_fatores_redefinido', userId }, place);
  // This command enqueues no job. The worker's sweep finds the unsent row within a few minutes.
  await insertEmail(tx, {
    kind: 'aviso',
    address: account.email,
    userId,
    data: { tipo: 'dois_fatores_redefinido', ...place },
  });
});
await db.close();
console.log('Two-step sign-in is off and every session has ended. The owner is told by e-mail.');
