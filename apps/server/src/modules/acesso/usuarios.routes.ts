import { confirmacoes, usuarios } from '@prumo/contract/acesso.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#platform/http.ts';
import { idempotencyIdOf } from '#platform/idempotency.ts';
import type { IdentityQuery } from '#platform/identity-db.ts';
import { hashToken } from '#platform/tokens.ts';
import { type Acesso, type Origin, originOf } from './acesso.ts';
import { dropLinks, insertEmail, spendLink, type UsedLink, whyUseless } from './emails.queries.ts';
import { placeOf } from './entry.ts';
import { recordEvent } from './events.ts';
import { emailBuckets, linkBuckets, signUpBuckets } from './limits.ts';
import { emailTaken, uselessLink } from './refusals.ts';
import { refuseCommon } from './refuse-common.ts';
import { endSessions } from './sessions.queries.ts';
import {
  changeEmail,
  findAccountByEmail,
  insertUser,
  lockAccount,
  setPassword,
  verifyUser,
  wasMadeBy,
} from './users.queries.ts';

export function usuariosRoutes(app: App, acesso: Acesso & { publicUrl: string }): void {
  const { db, limits, passwords, publicUrl } = acesso;

  app.route({
    ...usuarios.create,
    handler: async (request) => {
      const { body } = request;
      // The link in the e-mail goes to our own address, whatever the caller asks for.
      if (new URL(body.retorno).origin !== new URL(publicUrl).origin)
        throw new AppError('invalid', 'O endereço de retorno não é deste site. Recarregue a página.');
      const origin = originOf(request);
      const signUpKey = idempotencyIdOf(request);
      await limits.take(signUpBuckets(origin.address));
      await refuseCommon(body.senha, body);
      if (await findAccountByEmail(db, body.email, null)) {
        if (signUpKey && (await wasMadeBy(db, body.email, signUpKey))) return { email: body.email };
        throw emailTaken();
      }
      const hash = await passwords.hash(body.senha, 'stranger');
      const emailId = await db.transaction(async (tx) => {
        const user = { name: body.full_name, email: body.email, isVerified: false, signUpKey };
        const userId = await insertUser(tx, user);
        if (!userId) return null;
        await setPassword(tx, userId, hash);
        await recordEvent(tx, { kind: 'conta_criada', userId, method: 'senha' }, origin);
        return insertEmail(tx, { kind: 'confirmacao', address: body.email, userId });
      });
      // Of two at the same moment the second comes here.
      if (!emailId && signUpKey && (await wasMadeBy(db, body.email, signUpKey))) return { email: body.email };
      if (!emailId) throw emailTaken();
      await acesso.sendEmail(emailId);
      return { email: body.email };
    },
  });

  app.route({
    ...confirmacoes.create,
    handler: async (request) => {
      const origin = originOf(request);
      await limits.take(linkBuckets(origin.address));
      const tokenHash = hashToken(request.body.token);
      const used = await db.transaction(async (tx) => {
        const link = await spendLink(tx, tokenHash, ['confirmacao', 'novo_email']);
        return link && { ...link, notice: await confirm(tx, link, origin) };
      });
      if (!used) throw uselessLink(await whyUseless(db, tokenHash));
      if (used.notice) await acesso.sendEmail(used.notice);
      const tipo = used.kind === 'novo_email' ? ('novo_email' as const) : ('cadastro' as const);
      return { tipo, email: used.address };
    },
  });

  app.route({
    ...confirmacoes.resend,
    handler: async (request) => {
      const { email } = request.body;
      await limits.take(emailBuckets('confirmacao', { address: request.ip, email }));
      // The same work for every address; whether it has an account to confirm is the worker's to find out.
      await acesso.sendEmail(await insertEmail(db, { kind: 'confirmacao', address: email, userId: null }));
      return null;
    },
  });
}

/** What the link was for; the id of a notice to the address that loses the account, if one does. */
async function confirm(tx: IdentityQuery, link: UsedLink, origin: Origin): Promise<string | null> {
  const userId = link.user_id;
  if (link.kind === 'confirmacao') {
    await verifyUser(tx, userId);
    await recordEvent(tx, { kind: 'email_confirmado', userId }, origin);
    return null;
  }
  await lockAccount(tx, userId);
  const before = await changeEmail(tx, userId, link.address);
  if (!before) throw emailTaken();
  // A link sent to the old address must not open the account any more; who asked for the change stays at work.
  await dropLinks(tx, userId);
  await endSessions(tx, userId, link.data.sessionId);
  await recordEvent(tx, { kind: 'email_alterado', userId }, origin);
  return insertEmail(tx, {
    kind: 'aviso',
    address: before,
    userId,
    data: { tipo: 'email_alterado', ...placeOf(origin) },
  });
}
