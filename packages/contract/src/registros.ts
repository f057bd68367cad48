import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { text } from './text.ts';

/** The registers (cadastros) whose records have a name by which people look for them. */
export const CADASTROS = [
  'marcas',
  'categorias',
  'clientes',
  'fornecedores',
  'vendedores',
  'depositos',
] as const;
export type Cadastro = (typeof CADASTROS)[number];

/** The maximum number of records of one register in an answer. Its own list shows the others. */
export const POR_CADASTRO = 4;

/** A record of any register, as the search over all of them finds it. */
export const Registro = z.object({
  cadastro: z.enum(CADASTROS),
  id: z.uuid(),
  nome: z.string(),
  /** Tells two records of one name apart: the parent of a categoria, or the city. */
  detalhe: z.nullable(z.string()),
});
export type Registro = z.infer<typeof Registro>;

export const registros = {
  /** Finds what the search of each list finds, in the order of the registers and then by name. */
  list: endpoint({
    method: 'GET',
    url: '/api/registros',
    config: { auth: 'session', tenant: true, cost: 'search', right: 'consultar' },
    schema: {
      summary: 'Acha registros em todos os cadastros de uma vez',
      tags: ['registros'],
      querystring: z.object({ busca: text(100) }),
      response: { 200: z.object({ itens: z.array(Registro) }) },
    },
  }),
};
