import { confirmacoes, usuarios } from '@prumo/contract/acesso.ts';
import { insertEmail, whyUseless } from '#modules/acesso/emails/emails.queries.ts';
import { refuseGuessable } from '#modules/acesso/senhas/refuse-guessable.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import { idempotencyIdOf } from '#platform/http/idempotency/idempotency.ts';
import { hashToken } from '#platform/secrets/tokens.ts';
import type { Acesso } from './acesso.ts';
import { confirmByLink } from './confirm-address.ts';
import { nameBrowser } from './entry.ts';
import { recordEvent } from './events.queries.ts';
import { emailBuckets, linkBuckets, signUpBuckets } from './limits.ts';
import { originOf } from './origin.ts';
import { emailTaken, uselessLink } from './refusals.ts';
import { findAccountByEmail, insertUser, setPassword, wasMadeBy } from './users.queries.ts';

export function usuariosRoutes(app: App, acesso: Acesso & { publicUrl: string }): void {
  const { db, limits, passwords, publicUrl } = acesso;

  app.route({
    ...usuarios.create,
    handler: async (request, reply) => {
      const { body } = request;
      // The link in the e-mail leads to our own address, whatever address the caller sends.
      if (new URL(body.retorno).origin !== new URL(publicUrl).origin)
        throw new AppError('invalid', 'O endereço de retorno não é deste site. Recarregue a página.');
      const origin = originOf(request);
      const signUpKey = idempotencyIdOf(request);
      await limits.take(signUpBuckets(origin.address));
      await refuseGuessable(acesso, body.senha, body);
      if (await findAccountByEmail(db, body.email, null)) {
        if (signUpKey && (await wasMadeBy(db, body.email, signUpKey))) return { email: body.email };
        throw emailTaken();
      }
      const hash = await passwords.hash(body.senha, 'stranger');
      const deviceHash = nameBrowser(request, reply);
      const emailId = await db.transaction(async (tx) => {
        const user = { name: body.full_name, email: body.email, isVerified: false, signUpKey, deviceHash };
        const userId = await insertUser(tx, user);
        if (!userId) return null;
        await setPassword(tx, userId, hash);
        await recordEvent(tx, { kind: 'conta_criada', userId, method: 'senha' }, origin);
        return insertEmail(tx, { kind: 'confirmacao', address: body.email, userId });
      });
      // When a concurrent sign-up with the same e-mail succeeded first, this transaction inserted no account.
      if (!emailId && signUpKey && (await wasMadeBy(db, body.email, signUpKey))) return { email: body.email };
      if (!emailId) throw emailTaken();
      await acesso.sendEmail(emailId, { address: origin.address, isSigningUp: true });
      return { email: body.email };
    },
  });

  app.route({
    ...confirmacoes.create,
    handler: async (request) => {
      const origin = originOf(request);
      await limits.take(linkBuckets(origin.address));
      const tokenHash = hashToken(request.body.token);
      const link = await confirmByLink(db, request, tokenHash);
      if (!link) throw uselessLink(await whyUseless(db, tokenHash));
      if (link.notice) await acesso.sendEmail(link.notice);
      const tipo = link.kind === 'novo_email' ? ('novo_email' as const) : ('cadastro' as const);
      return { tipo, email: link.address, confirmado: link.isConfirmed };
    },
  });

  app.route({
    ...confirmacoes.resend,
    handler: async (request) => {
      const { email } = request.body;
      await limits.take(emailBuckets('confirmacao', { address: request.ip, email }));
      // The request does the same for every e-mail address. Only the worker decides whether there is an
      // account to confirm.
      const emailId = await insertEmail(db, { kind: 'confirmacao', address: email, userId: null });
      await acesso.sendEmail(emailId, { address: request.ip });
      return null;
    },
  });
}
