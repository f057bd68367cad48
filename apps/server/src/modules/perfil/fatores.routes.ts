import { randomUUID } from 'node:crypto';
import { fatores } from '@prumo/contract/fatores.ts';
import { renewToken } from '#modules/acesso/confirm.ts';
import { dropLinks } from '#modules/acesso/emails/emails.queries.ts';
import { codeBuckets } from '#modules/acesso/limits.ts';
import { changeAccount } from '#modules/acesso/locks.ts';
import { wrongCode } from '#modules/acesso/refusals.ts';
import {
  activateFactor,
  findFactor,
  insertFactor,
  removeFactors,
} from '#modules/acesso/second-factor/factors.queries.ts';
import {
  enrolmentUri,
  newBackupCodes,
  newSecret,
  secretPlace,
  spendTotp,
} from '#modules/acesso/second-factor/second-factor.ts';
import { endSessions } from '#modules/acesso/sessions.queries.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import { type PerfilParts, recordWithNotice } from './perfil.routes.ts';

const alreadyOn = () => new AppError('conflict', 'A verificação em duas etapas já está ligada.');
const notFound = () => new AppError('not_found', 'Este autenticador não existe mais. Comece de novo.');

export function fatoresRoutes(app: App, acesso: PerfilParts): void {
  const { db, limits, vault, sessions } = acesso;

  app.route({
    ...fatores.create,
    handler: async (request) => {
      const { userId, email } = request.caller;
      const id = randomUUID();
      const segredo = newSecret();
      await changeAccount(db, request, async (tx, { hasSecondFactor }) => {
        if (hasSecondFactor) throw alreadyOn();
        await insertFactor(tx, { id, userId, secret: vault.seal(segredo, secretPlace(id)) });
      });
      return { id, segredo, uri: enrolmentUri(segredo, email) };
    },
  });

  app.route({
    ...fatores.verify,
    handler: async (request, reply) => {
      const { userId, sessionId, hasSecondFactor } = request.caller;
      const factor = { userId, status: 'unverified', id: request.params.id } as const;
      if (!(await findFactor(db, factor))) throw hasSecondFactor ? alreadyOn() : notFound();
      await limits.take(codeBuckets(userId, sessionId));
      const id = await spendTotp(acesso, factor, request.body.codigo.replaceAll(/\s/g, ''));
      if (!id) throw wrongCode();
      await limits.giveBack(codeBuckets(userId, sessionId));
      const { codes, store } = await newBackupCodes(acesso);
      const notice = await changeAccount(db, request, async (tx, account) => {
        if (account.hasSecondFactor) throw alreadyOn();
        if (!(await activateFactor(tx, id))) throw notFound();
        await store(tx, userId);
        // Ends the other sessions, which were opened without the second factor.
        await endSessions(tx, userId, sessionId);
        await dropLinks(tx, userId);
        return recordWithNotice(tx, request, 'dois_fatores_ligado');
      });
      await renewToken(acesso, { request, reply, sessions }, { confirmed: true });
      await acesso.sendEmail(notice);
      return { codigos: codes };
    },
  });

  app.route({
    ...fatores.remove,
    handler: async (request, reply) => {
      const { userId, sessionId } = request.caller;
      if (!(await findFactor(db, { userId, status: 'verified', id: request.params.id }))) throw notFound();
      const notice = await changeAccount(db, request, async (tx) => {
        if (!(await removeFactors(tx, userId))) return null;
        await endSessions(tx, userId, sessionId);
        await dropLinks(tx, userId);
        return recordWithNotice(tx, request, 'dois_fatores_desligado');
      });
      await renewToken(acesso, { request, reply, sessions }, { confirmed: false });
      if (notice) await acesso.sendEmail(notice);
      return null;
    },
  });

  app.route({
    ...fatores.renewCodigos,
    handler: async (request) => {
      const { userId, hasSecondFactor } = request.caller;
      if (!hasSecondFactor) throw new AppError('conflict', 'Ligue primeiro a verificação em duas etapas.');
      const { codes, store } = await newBackupCodes(acesso);
      const notice = await changeAccount(db, request, async (tx, account) => {
        if (!account.hasSecondFactor) throw notFound();
        await store(tx, userId);
        return recordWithNotice(tx, request, 'codigos_gerados');
      });
      await acesso.sendEmail(notice);
      return { codigos: codes };
    },
  });
}
