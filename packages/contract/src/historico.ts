import * as z from 'zod/mini';
import { endpoint, instant, Lote } from './endpoint.ts';

/** The registers whose history people can read. */
const TABELAS = [
  'marcas',
  'categorias',
  'clientes',
  'fornecedores',
  'vendedores',
  'depositos',
  'produtos',
] as const;

/** One change of a record: who made it, when, and the old and new value of each field. */
export const Alteracao = z.object({
  id: z.uuid(),
  lote: z.uuid(),
  operacao: z.enum(['criou', 'alterou', 'excluiu']),
  quem: z.nullable(z.string()),
  created_at: instant(),
  mudancas: z.array(z.object({ campo: z.string(), antes: z.unknown(), depois: z.unknown() })),
});
export type Alteracao = z.infer<typeof Alteracao>;

export const historico = {
  /** Returns the changes, newest first. */
  list: endpoint({
    method: 'GET',
    url: '/api/historico',
    config: { auth: 'session', tenant: true, cost: 'read', right: 'consultar' },
    schema: {
      summary: 'Lista as alterações de um registro',
      tags: ['historico'],
      querystring: z.object({
        tabela: z.enum(TABELAS),
        registro_id: z.uuid(),
        cursor: z.optional(z.uuid()),
      }),
      response: { 200: z.object({ itens: z.array(Alteracao), proximo: z.nullable(z.uuid()) }) },
    },
  }),
  /** Reverts a lote as a new lote. Refuses with an explanation when a record has changed since. */
  undo: endpoint({
    method: 'POST',
    url: '/api/historico/:lote/desfazer',
    config: { auth: 'session', tenant: true, cost: 'write', right: 'consultar' },
    schema: {
      summary: 'Desfaz um lote de alterações',
      tags: ['historico'],
      params: Lote,
      /**
       * The record to restore, when many of them were deleted in one lote. Any other lote of one transaction is undone as
       * a whole.
       */
      querystring: z.object({ registro_id: z.optional(z.uuid()) }),
      /** `em_andamento` says that a job undoes a bulk change after the answer. */
      response: { 200: z.object({ ...Lote.shape, em_andamento: z.optional(z.boolean()) }) },
    },
  }),
};
