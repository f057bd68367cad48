import { recuperacoes } from '@prumo/contract/acesso.ts';
import {
  dropLinks,
  findLink,
  insertEmail,
  spendLink,
  whyUseless,
} from '#modules/acesso/emails/emails.queries.ts';
import { removeFactors } from '#modules/acesso/second-factor/factors.queries.ts';
import { refuseGuessable } from '#modules/acesso/senhas/refuse-guessable.ts';
import type { Database } from '#platform/db/db.ts';
import type { App } from '#platform/http/http.ts';
import { hashToken } from '#platform/secrets/tokens.ts';
import type { Acesso } from './acesso.ts';
import { enter, placeOf } from './entry.ts';
import { recordEvent } from './events.queries.ts';
import { emailBuckets, linkBuckets } from './limits.ts';
import { originOf } from './origin.ts';
import { uselessLink } from './refusals.ts';
import { endSessions, forgetDevices } from './sessions.queries.ts';
import {
  findAccount,
  findAccountByEmail,
  lockAccount,
  setPassword,
  unlinkGoogle,
  verifyUser,
} from './users.queries.ts';

export function recuperacoesRoutes(app: App, acesso: Acesso & { sessionsDb: Database }): void {
  const { db, limits, passwords, sessionsDb } = acesso;

  app.route({
    ...recuperacoes.create,
    handler: async (request) => {
      const { email } = request.body;
      const origin = originOf(request);
      const account = await findAccountByEmail(db, email, origin.deviceHash);
      const knownDevice = account?.isKnownDevice ? origin.deviceHash : null;
      await limits.take(emailBuckets('recuperacao', { ...origin, email, knownDevice }));
      // From here on the steps are the same with and without an account. Only a browser that the account
      // knows differs, because its e-mail goes to another queue. The worker looks up the account when it
      // sends the e-mail.
      const data = placeOf(origin);
      const emailId = await insertEmail(db, { kind: 'recuperacao', address: email, userId: null, data });
      await acesso.sendEmail(emailId, knownDevice ? undefined : origin);
      return null;
    },
  });

  app.route({
    ...recuperacoes.finish,
    handler: async (request, reply) => {
      const { token, senha } = request.body;
      const origin = originOf(request);
      const tokenHash = hashToken(token);
      await limits.take(linkBuckets(origin.address));
      const link = await findLink(db, tokenHash, ['recuperacao']);
      const account = link && (await findAccount(db, link.user_id, origin.deviceHash));
      if (!account) throw uselessLink(await whyUseless(db, tokenHash));
      await refuseGuessable(acesso, senha, { email: account.email, full_name: account.name });
      const hash = await passwords.hash(senha, 'known');
      const { userId } = account;
      const notice = await db.transaction(async (tx) => {
        const locked = await lockAccount(tx, userId);
        if (!(await spendLink(tx, tokenHash, ['recuperacao']))) return null;
        await setPassword(tx, userId, hash);
        // The link proves access to the mailbox. Every session, Google link and pending e-mail link ends, and
        // every known browser is forgotten, because a stranger may hold any of them.
        await verifyUser(tx, userId);
        // In an unconfirmed account a stranger may have set everything, so its second factor is removed. A
        // confirmed account keeps its second factor, because access to the mailbox alone must not open the
        // account.
        if (!locked?.isVerified) await removeFactors(tx, userId);
        if (await unlinkGoogle(tx, userId))
          await recordEvent(tx, { kind: 'google_desvinculado', userId }, origin);
        await dropLinks(tx, userId);
        await endSessions(tx, userId);
        await forgetDevices(tx, userId);
        await recordEvent(tx, { kind: 'senha_recuperada', userId }, origin);
        return insertEmail(tx, {
          kind: 'aviso',
          address: account.email,
          userId,
          data: { tipo: 'senha_recuperada', ...placeOf(origin) },
        });
      });
      if (!notice) throw uselessLink('usado');
      await acesso.sendEmail(notice);
      return enter(
        acesso,
        { request, reply, sessionsDb },
        { userId, method: 'recuperacao', holds: (_, { passwordHash }) => passwordHash === hash },
      );
    },
  });
}
