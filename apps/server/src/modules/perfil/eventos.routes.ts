import { eventos, TipoDeEvento } from '@prumo/contract/eventos.ts';
import { deviceName } from '#modules/acesso/device-name.ts';
import type { App } from '#platform/http/http.ts';
import { selectEvents } from './perfil.queries.ts';
import type { PerfilParts } from './perfil.routes.ts';

const PAGE = 20;

export function eventosRoutes(app: App, { db }: PerfilParts): void {
  app.route({
    ...eventos.list,
    handler: async ({ caller, query }) => {
      const rows = await selectEvents(db, caller.userId, query.cursor, PAGE + 1);
      const page = rows.slice(0, PAGE);
      const itens = page.flatMap(({ id, tipo: kind, em, user_agent, endereco, meio }) => {
        // Omits an event kind of a newer release, so that the list still shows the others.
        const { data: tipo } = TipoDeEvento.safeParse(kind);
        const dispositivo = user_agent === null ? null : deviceName(user_agent);
        return tipo ? [{ id, tipo, em: em.toISOString(), dispositivo, endereco, meio }] : [];
      });
      return { itens, proximo: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null };
    },
  });
}
