import { sessoesAbertas } from '@prumo/contract/sessoes-abertas.ts';
import { deviceName } from '#modules/acesso/device-name.ts';
import { dropLinks, dropLinksOf } from '#modules/acesso/emails/emails.queries.ts';
import { changeAccount } from '#modules/acesso/locks.ts';
import { endSessions } from '#modules/acesso/sessions.queries.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import { endOwnSession, selectSessions } from './perfil.queries.ts';
import { type PerfilParts, record } from './perfil.routes.ts';

export function sessoesAbertasRoutes(app: App, { db }: PerfilParts): void {
  app.route({
    ...sessoesAbertas.list,
    handler: async ({ caller }) => {
      const rows = await selectSessions(db, caller.userId);
      return {
        itens: rows.map(({ id, user_agent, endereco, criada_em, usada_em }) => ({
          id,
          dispositivo: deviceName(user_agent),
          endereco,
          criada_em: criada_em.toISOString(),
          usada_em: usada_em.toISOString(),
          atual: id === caller.sessionId,
        })),
      };
    },
  });

  app.route({
    ...sessoesAbertas.remove,
    handler: async (request) => {
      const { id } = request.params;
      await changeAccount(db, request, async (tx) => {
        if (!(await endOwnSession(tx, request.caller.userId, id)))
          throw new AppError('not_found', 'Esta sessão já foi encerrada.');
        await dropLinksOf(tx, request.caller.userId, id);
        await record(tx, request, 'sessao_encerrada');
      });
      return null;
    },
  });

  app.route({
    ...sessoesAbertas.removeOthers,
    handler: async (request) => {
      const { userId, sessionId } = request.caller;
      const encerradas = await changeAccount(db, request, async (tx) => {
        await record(tx, request, 'sessoes_encerradas');
        await dropLinks(tx, userId);
        return endSessions(tx, userId, sessionId);
      });
      return { encerradas };
    },
  });
}
