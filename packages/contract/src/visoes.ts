import * as z from 'zod/mini';
import { byId, endpoint } from './endpoint.ts';
import { requiredText } from './text.ts';

/** The lists that have views. */
export const LISTAS = [
  'produtos',
  'inventario',
  'marcas',
  'categorias',
  'fornecedores',
  'clientes',
  'vendedores',
  'depositos',
] as const;
export const Lista = z.enum(LISTAS, 'Esta lista não existe.');
export type Lista = z.infer<typeof Lista>;

/**
 * The lists of titulares. Their views keep no `busca`, because a name or a CPF in it would outlive the erasure of the
 * titular.
 */
export const LISTAS_DE_PESSOAS: readonly Lista[] = ['fornecedores', 'clientes', 'vendedores'];

export const DENSIDADES = ['confortavel', 'compacta'] as const;

/** How a list is shown. The columns are in their order; `largura` is null for the width of the list itself. */
export const Exibicao = z.strictObject({
  densidade: z.enum(DENSIDADES),
  /** Whether rows show the second, muted line of their cells. */
  segunda_linha: z.boolean(),
  colunas: z
    .array(
      z.strictObject({
        nome: z.string().check(z.minLength(1), z.maxLength(60)),
        visivel: z.boolean(),
        largura: z.nullable(z.int().check(z.gte(1), z.lte(2000))),
      }),
    )
    .check(z.maxLength(40)),
});
export type Exibicao = z.infer<typeof Exibicao>;

/** The most visoes that one person has of one list. */
export const MAX_VISOES = 20;

/**
 * The filters and the order of a visao, by their names in the address of the list. The list drops what it does not
 * understand, as it does with an old link.
 */
const Endereco = z
  .record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(100)))
  .check(z.refine((endereco) => Object.keys(endereco).length <= 20, 'Use até 20 filtros.'));

const fields = {
  nome: requiredText(40, 'Dê um nome à aba'),
  /** Whether everybody in the empresa sees the visao. Only its owner changes it. */
  compartilhada: z.boolean(),
  endereco: Endereco,
  exibicao: Exibicao,
};

/** A saved view of a list, which the screen shows as a tab. */
export const Visao = z.object({
  id: z.uuid(),
  ...fields,
  /** Whether the signed-in person made it. */
  minha: z.boolean(),
});
export type Visao = z.infer<typeof Visao>;

const read = { auth: 'session', tenant: true, cost: 'read', right: 'consultar' } as const;
const write = { auth: 'session', tenant: true, cost: 'write', right: 'consultar' } as const;
const tags = ['visoes'];

export const visoes = {
  list: endpoint({
    method: 'GET',
    url: '/api/visoes',
    config: read,
    schema: {
      summary: 'Lista as abas da pessoa e as compartilhadas, e como a pessoa vê a lista sem aba',
      tags,
      querystring: z.object({ lista: Lista }),
      response: { 200: z.object({ itens: z.array(Visao), exibicao: z.nullable(Exibicao) }) },
    },
  }),
  create: endpoint({
    method: 'POST',
    url: '/api/visoes',
    config: write,
    schema: {
      summary: 'Guarda uma aba',
      tags,
      body: z.strictObject({ lista: Lista, ...fields }),
      response: { 201: Visao },
    },
  }),
  update: endpoint({
    method: 'PUT',
    url: '/api/visoes/:id',
    config: write,
    schema: {
      summary: 'Muda uma aba da própria pessoa',
      tags,
      params: byId,
      body: z.strictObject(fields),
      response: { 200: Visao },
    },
  }),
  remove: endpoint({
    method: 'DELETE',
    url: '/api/visoes/:id',
    config: write,
    schema: {
      summary: 'Exclui uma aba da própria pessoa',
      tags,
      params: byId,
      response: { 204: z.null() },
    },
  }),
  /** Null returns to the standard of the list. */
  show: endpoint({
    method: 'PUT',
    url: '/api/visoes/exibicao',
    config: write,
    schema: {
      summary: 'Guarda como a pessoa vê a lista sem aba',
      tags,
      body: z.strictObject({ lista: Lista, exibicao: z.nullable(Exibicao) }),
      response: { 204: z.null() },
    },
  }),
};
