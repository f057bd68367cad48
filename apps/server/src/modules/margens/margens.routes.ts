import { margens, SEM_PRODUTO } from '@prumo/contract/margens.ts';
import type { App } from '#platform/http/http.ts';
import { selectContas, selectLinhas, selectNome, selectSomas } from './margens.queries.ts';
import { cursorOf, positionOf } from './posicao.ts';

export function margensRoutes(app: App): void {
  app.route({
    ...margens.summary,
    handler: (req) =>
      req.read(async (tx) => {
        const [somas, nome, contas] = await Promise.all([
          selectSomas(tx, req.query),
          selectNome(tx, req.query),
          selectContas(tx),
        ]);
        const starts = contas.flatMap(({ desde }) => desde ?? []).sort();
        return {
          ...{ somas, nome, desde: starts[0] ?? null },
          contas: contas.flatMap(({ id, nome }) => (id === null ? [] : [{ id, nome }])),
        };
      }),
  });

  app.route({
    ...margens.list,
    handler: (req) =>
      req.read(async (tx) => {
        const { cursor, limite, ...rest } = req.query;
        const rows = await selectLinhas(tx, { ...rest, depois: positionOf(cursor), limit: limite + 1 });
        const page = rows.slice(0, limite);
        const last = page.at(-1);
        return {
          // The key of what belongs to no produto is the value of the filter that lists its pedidos.
          itens: page.map(({ valor: _valor, ...linha }) => ({ ...linha, chave: linha.chave || SEM_PRODUTO })),
          proximo: rows.length > limite && last ? cursorOf(last) : null,
        };
      }),
  });
}
