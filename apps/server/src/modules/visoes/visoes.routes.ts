import { MAX_VISOES, visoes } from '@prumo/contract/visoes.ts';
import { AppError, type Explanations, found } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import {
  clearExibicao,
  deleteVisao,
  insertVisao,
  selectExibicao,
  selectVisoes,
  setExibicao,
  updateVisao,
} from './visoes.queries.ts';

const GONE = 'Esta empresa não existe mais.';
const MISSING = 'Aba não encontrada. Ela pode ter sido excluída, ou é de outra pessoa.';
const TOO_LONG = 'Esta aba guarda filtros ou colunas demais. Tire alguns e salve de novo.';
const NO_LIST = 'Esta lista não tem abas.';

export const visoesExplanations: Explanations = {
  visoes_empresa_fkey: { message: GONE },
  visoes_lista_check: { message: NO_LIST },
  visoes_busca_check: {
    message: 'Uma aba desta lista não guarda a busca, que pode ter o nome de uma pessoa. Salve sem ela.',
  },
  visoes_nome_check: { field: 'nome', message: 'Use de 1 a 40 caracteres no nome.' },
  visoes_nome_key: { field: 'nome', message: 'Você já tem uma aba com este nome. Use outro.' },
  visoes_endereco_check: { message: TOO_LONG },
  visoes_exibicao_check: { message: TOO_LONG },
  exibicoes_empresa_fkey: { message: GONE },
  exibicoes_lista_check: { message: NO_LIST },
  exibicoes_exibicao_check: { message: TOO_LONG },
};

export function visoesRoutes(app: App): void {
  app.route({
    ...visoes.list,
    handler: (req) =>
      req.read(async (tx) => {
        const { lista } = req.query;
        const [itens, exibicao] = await Promise.all([selectVisoes(tx, lista), selectExibicao(tx, lista)]);
        return { itens, exibicao };
      }),
  });

  app.route({
    ...visoes.create,
    handler: (req) =>
      req.write(async (tx) => {
        const { lista, ...values } = req.body;
        const visao = await insertVisao(tx, lista, values);
        if (!visao)
          throw new AppError('conflict', `Você já tem ${MAX_VISOES} abas nesta lista. Exclua uma antes.`);
        return visao;
      }),
  });

  app.route({
    ...visoes.show,
    handler: async (req, reply) => {
      const { lista, exibicao } = req.body;
      await req.write(async (tx) => {
        await (exibicao ? setExibicao(tx, lista, exibicao) : clearExibicao(tx, lista));
        return null;
      });
      return reply.code(204).send(null);
    },
  });

  app.route({
    ...visoes.update,
    handler: (req) => req.write(async (tx) => found(await updateVisao(tx, req.params.id, req.body), MISSING)),
  });

  app.route({
    ...visoes.remove,
    handler: async (req, reply) => {
      await req.write(async (tx) => {
        found(await deleteVisao(tx, req.params.id), MISSING);
        return null;
      });
      return reply.code(204).send(null);
    },
  });
}
