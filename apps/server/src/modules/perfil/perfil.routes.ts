import type { TipoDeEvento } from '@prumo/contract/eventos.ts';
import { type Perfil, perfil } from '@prumo/contract/perfil.ts';
import type { FastifyRequest } from 'fastify';
import type { Acesso } from '#modules/acesso/acesso.ts';
import { renewToken } from '#modules/acesso/confirm.ts';
import { dropLinks, insertEmail } from '#modules/acesso/emails/emails.queries.ts';
import { placeOf } from '#modules/acesso/entry.ts';
import { recordEvent } from '#modules/acesso/events.queries.ts';
import { beginGoogle, type Google } from '#modules/acesso/google/google.ts';
import { confirmBuckets, emailBuckets } from '#modules/acesso/limits.ts';
import { changeAccount } from '#modules/acesso/locks.ts';
import { originOf } from '#modules/acesso/origin.ts';
import { emailTaken } from '#modules/acesso/refusals.ts';
import { refuseGuessable } from '#modules/acesso/senhas/refuse-guessable.ts';
import { endSessions, forgetDevices } from '#modules/acesso/sessions.queries.ts';
import { findAccount, findAccountByEmail, setPassword, unlinkGoogle } from '#modules/acesso/users.queries.ts';
import type { IdentityQuery } from '#platform/db/identity-db.ts';
import { AppError, confirmIdentity, found } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import type { Sessions } from '#platform/http/session/session.ts';
import { dropNewEmail, selectPerfil, setGoogleAuth, updateNome } from './perfil.queries.ts';

export interface PerfilParts extends Acesso {
  google: Google;
  sessions: Sessions;
}

const ONLY_WAY_IN = 'Crie uma senha antes: o Google é a sua única forma de entrar.';

export function perfilRoutes(app: App, acesso: PerfilParts): void {
  const { db, limits, passwords, google } = acesso;

  const read = async (userId: string): Promise<Perfil> => ({
    ...found(await selectPerfil(db, userId), 'Este perfil não existe.'),
    google_disponivel: google !== null,
  });

  app.route({ ...perfil.get, handler: ({ caller }) => read(caller.userId) });

  app.route({
    ...perfil.setPreferencias,
    handler: async (request) => {
      const { userId, hasPassword } = request.caller;
      const { google_auth_enabled } = request.body;
      if (!google_auth_enabled && !hasPassword) throw new AppError('conflict', ONLY_WAY_IN);
      const notice = await changeAccount(db, request, async (tx) => {
        await setGoogleAuth(tx, userId, google_auth_enabled);
        if (google_auth_enabled) return recordWithNotice(tx, request, 'google_permitido');
        await record(tx, request, 'google_recusado');
        return null;
      });
      if (notice) await acesso.sendEmail(notice);
      return read(userId);
    },
  });

  app.route({
    ...perfil.setNome,
    handler: async (request) => {
      const { userId } = request.caller;
      await changeAccount(db, request, async (tx) => {
        await updateNome(tx, userId, request.body.full_name);
        await record(tx, request, 'nome_alterado');
      });
      return read(userId);
    },
  });

  app.route({
    ...perfil.setSenha,
    handler: async (request, reply) => {
      const { caller, body } = request;
      const { userId, sessionId } = caller;
      // The old password is enough proof for an account that has a password and no second factor.
      if (!caller.isFresh && (caller.hasSecondFactor || !caller.hasPassword)) throw confirmIdentity();
      const account = found(await findAccount(db, userId, null), 'Esta conta não existe.');
      if (account.passwordHash) {
        await limits.take(confirmBuckets(sessionId));
        if (!(await passwords.verify(account.passwordHash, body.senha_atual ?? '', 'known'))) {
          await record(db, request, 'confirmacao_recusada');
          throw new AppError('invalid', 'Senha atual incorreta', {
            campos: { senha_atual: 'Senha atual incorreta' },
          });
        }
        await limits.giveBack(confirmBuckets(sessionId));
      }
      await refuseGuessable(acesso, body.senha, { email: account.email, full_name: account.name });
      const hash = await passwords.hash(body.senha, 'known');
      const notice = await changeAccount(db, request, async (tx, { passwordHash }) => {
        // When the password has changed since it was verified, the person must prove their identity again.
        if (passwordHash !== account.passwordHash) throw confirmIdentity();
        await setPassword(tx, userId, hash);
        await endSessions(tx, userId, sessionId);
        await dropLinks(tx, userId);
        await forgetDevices(tx, userId, originOf(request).deviceHash);
        return recordWithNotice(tx, request, 'senha_alterada');
      });
      await renewToken(acesso, { request, reply, sessions: acesso.sessions }, { confirmed: false });
      await acesso.sendEmail(notice);
      return null;
    },
  });

  app.route({
    ...perfil.setEmail,
    handler: async (request) => {
      const { email: address } = request.body;
      const { userId, sessionId } = request.caller;
      await limits.take(emailBuckets('novo_email', { address: request.ip, email: address }));
      if (await findAccountByEmail(db, address, null)) throw emailTaken();
      const emails = await changeAccount(db, request, async (tx) => {
        await dropNewEmail(tx, userId);
        return [
          await insertEmail(tx, { kind: 'novo_email', address, userId, data: { sessionId } }),
          await recordWithNotice(tx, request, 'novo_email_pedido'),
        ];
      });
      for (const id of emails) await acesso.sendEmail(id);
      return null;
    },
  });

  app.route({
    ...perfil.linkGoogle,
    handler: ({ caller }, reply) =>
      beginGoogle(acesso, reply, { purpose: 'vincular', sessionId: caller.sessionId, returnTo: '/perfil' }),
  });

  app.route({
    ...perfil.unlinkGoogle,
    handler: async (request) => {
      const { userId, hasPassword } = request.caller;
      if (!hasPassword) throw new AppError('conflict', ONLY_WAY_IN);
      const notice = await changeAccount(db, request, async (tx) =>
        (await unlinkGoogle(tx, userId)) ? recordWithNotice(tx, request, 'google_desvinculado') : null,
      );
      if (notice) await acesso.sendEmail(notice);
      return null;
    },
  });
}

/** Records an event of the account on behalf of its signed-in owner. */
export const record = (tx: IdentityQuery, request: FastifyRequest, kind: TipoDeEvento) =>
  recordEvent(
    tx,
    { kind, userId: request.caller.userId, sessionId: request.caller.sessionId },
    originOf(request),
  );

/**
 * Records an event and inserts a notice, so that the owner learns of the change even if a stranger made it.
 */
export async function recordWithNotice(
  tx: IdentityQuery,
  request: FastifyRequest,
  tipo: TipoDeEvento,
): Promise<string> {
  await record(tx, request, tipo);
  const { userId, email } = request.caller;
  const data = { tipo, ...placeOf(originOf(request)) };
  return insertEmail(tx, { kind: 'aviso', address: email, userId, data });
}
