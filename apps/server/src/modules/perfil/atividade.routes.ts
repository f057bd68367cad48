import { eventos, sessoesAbertas, TipoDeEvento } from '@prumo/contract/perfil.ts';
import { deviceName } from '#modules/acesso/device-name.ts';
import { endSessions } from '#modules/acesso/sessions.queries.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#platform/http.ts';
import { endOwnSession, selectEvents, selectSessions } from './perfil.queries.ts';
import { type PerfilParts, record } from './perfil.routes.ts';

const PAGE = 20;

/** Where the account is open, and what happened to it. */
export function atividadeRoutes(app: App, { db }: PerfilParts): void {
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
      await db.transaction(async (tx) => {
        if (!(await endOwnSession(tx, request.caller.userId, id)))
          throw new AppError('not_found', 'Esta sessão já foi encerrada.');
        await record(tx, request, 'sessao_encerrada');
      });
      return null;
    },
  });

  app.route({
    ...sessoesAbertas.removeOthers,
    handler: async (request) => {
      const { userId, sessionId } = request.caller;
      const encerradas = await db.transaction(async (tx) => {
        await record(tx, request, 'sessoes_encerradas');
        return endSessions(tx, userId, sessionId);
      });
      return { encerradas };
    },
  });

  app.route({
    ...eventos.list,
    handler: async ({ caller, query }) => {
      const rows = await selectEvents(db, caller.userId, query.cursor, PAGE + 1);
      const itens = rows.slice(0, PAGE).map(({ id, tipo, em, user_agent, endereco, meio }) => ({
        id,
        tipo: TipoDeEvento.parse(tipo),
        em: em.toISOString(),
        dispositivo: user_agent === null ? null : deviceName(user_agent),
        endereco,
        meio,
      }));
      return { itens, proximo: rows.length > PAGE ? (itens.at(-1)?.id ?? null) : null };
    },
  });
}
