import { inicio } from '@prumo/contract/inicio.ts';
import { readPage } from '#modules/atividades/read-page.ts';
import { type Explanations, found } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import { maySeeAll, selectEscritas } from './atividade.queries.ts';
import { LIDAS, linhasOf } from './atividade.ts';
import { comecoOf } from './comeco.ts';
import { FONTES } from './fontes/fontes.ts';
import { insertOculto, selectComeco, selectEstoque, selectFatos } from './inicio.queries.ts';
import { pendenciasOf } from './pendencias.ts';
import { selectDias, selectLidos, selectPartes } from './vendas.queries.ts';
import { vendasOf } from './vendas.ts';

const GONE = 'Esta empresa não existe mais.';

export const inicioExplanations: Explanations = { comecos_ocultos_empresa_fkey: { message: GONE } };

export function inicioRoutes(app: App): void {
  app.route({
    ...inicio.get,
    handler: (req) =>
      req.read(async (tx) => {
        const [estoque, comeco, ...fatos] = await Promise.all([
          selectEstoque(tx),
          selectComeco(tx),
          ...FONTES.map((fonte) => selectFatos(tx, fonte, req.sessionHash)),
        ]);
        const now = Date.now();
        const read = FONTES.map((fonte, n) => ({ fonte, fatos: fatos[n] ?? [] }));
        return {
          pendencias: pendenciasOf(read, now),
          estoque,
          comeco: comecoOf(found(comeco, GONE), now),
        };
      }),
  });

  app.route({
    ...inicio.vendas,
    handler: (req) =>
      req.read(async (tx) =>
        vendasOf(...(await Promise.all([selectLidos(tx), selectDias(tx), selectPartes(tx)]))),
      ),
  });

  app.route({
    ...inicio.atividade,
    handler: (req) =>
      req.read(async (tx) => {
        const de_todos = await maySeeAll(tx);
        const { itens } = await readPage(tx, de_todos ? {} : { pessoa: tx.userId }, LIDAS);
        const escritas = await selectEscritas(
          tx,
          itens.map(({ id }) => id),
        );
        return { de_todos, itens: linhasOf(itens, escritas, tx.userId) };
      }),
  });

  app.route({
    ...inicio.hide,
    handler: async (req, reply) => {
      await req.write(async (tx) => {
        await insertOculto(tx);
        return null;
      });
      return reply.code(204).send(null);
    },
  });
}
