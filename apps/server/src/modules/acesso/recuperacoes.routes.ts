import { recuperacoes } from '@prumo/contract/acesso.ts';
import type { Database } from '#platform/db.ts';
import type { App } from '#platform/http.ts';
import { hashToken } from '#platform/tokens.ts';
import { type Acesso, originOf } from './acesso.ts';
import { dropLinks, findLink, insertEmail, spendLink, whyUseless } from './emails.queries.ts';
import { enter, placeOf } from './entry.ts';
import { recordEvent } from './events.ts';
import { emailBuckets, linkBuckets } from './limits.ts';
import { uselessLink } from './refusals.ts';
import { refuseCommon } from './refuse-common.ts';
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
      // The same work for every address; whether it has an account is the worker's to find out.
      const data = placeOf(origin);
      const emailId = await insertEmail(db, { kind: 'recuperacao', address: email, userId: null, data });
      await acesso.sendEmail(emailId);
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
      const link = await findLink(db, tokenHash, 'recuperacao');
      const account = link && (await findAccount(db, link.user_id, origin.deviceHash));
      if (!account) throw uselessLink(await whyUseless(db, tokenHash));
      await refuseCommon(senha, { email: account.email, full_name: account.name });
      const hash = await passwords.hash(senha, 'known');
      const { userId } = account;
      const notice = await db.transaction(async (tx) => {
        await lockAccount(tx, userId);
        if (!(await spendLink(tx, tokenHash, ['recuperacao']))) return null;
        await setPassword(tx, userId, hash);
        // The link proves the mailbox. Whoever was inside, by a password, a Google account or a link of their own, is
        // out, and no browser is known.
        await verifyUser(tx, userId);
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
