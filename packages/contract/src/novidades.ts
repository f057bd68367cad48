import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import type { Direito } from './papeis.ts';

/**
 * The tables whose changes are announced, and the right to read them. A person without the right hears nothing of a
 * table. `movimentos_estoque` names the produtos whose stock changed, and `pedidos` and `anuncios` name the contas.
 */
export const DIREITO_DA_TABELA = {
  marcas: 'consultar',
  categorias: 'consultar',
  fornecedores: 'consultar',
  clientes: 'consultar',
  vendedores: 'consultar',
  depositos: 'consultar',
  produtos: 'consultar',
  produto_deposito: 'consultar',
  movimentos_estoque: 'consultar',
  pedidos: 'consultar',
  pedidos_fila: 'consultar',
  vendas_balcao: 'consultar',
  anuncios: 'consultar',
  mercado_livre_config: 'consultar',
  importacoes: 'consultar',
  empresas: 'consultar',
  membros: 'consultar',
  convites: 'gerir_equipe',
} as const satisfies Record<string, Direito>;

export type TabelaAnunciada = keyof typeof DIREITO_DA_TABELA;
const TABELAS = Object.keys(DIREITO_DA_TABELA) as [TabelaAnunciada, ...TabelaAnunciada[]];

export const Novidade = z.object({
  tabela: z.enum(TABELAS),
  /** The changed records. Null when there are too many to name. */
  ids: z.nullable(z.array(z.string())),
});
export type Novidade = z.infer<typeof Novidade>;

/** One event of the stream. Its `id` in the stream is `posicao`. */
export const Boletim = z.object({
  /** The position up to which the reader knows everything. */
  posicao: z.string(),
  novidades: z.array(Novidade),
  /** Whether the reader may have missed changes, and must read everything on its screen again. */
  recomece: z.boolean(),
});
export type Boletim = z.infer<typeof Boletim>;

/** The longest time for which a reader without a `posicao` may ask, in seconds. */
export const IDADE_MAXIMA = 120;

/**
 * What changed in the empresa since a position. With `accept: text/event-stream` the answer stays open and sends each
 * change within a second. `last-event-id` is the `posicao` of the last event. A reader without one names the age of its
 * data in seconds (`idade`).
 */
export const novidades = {
  read: endpoint({
    method: 'GET',
    url: '/api/novidades',
    config: { auth: 'session', tenant: true, cost: 'read', right: 'consultar' },
    schema: {
      summary: 'Diz o que mudou na empresa; com accept: text/event-stream, continua dizendo',
      tags: ['novidades'],
      querystring: z.object({
        idade: z._default(
          z.coerce.number('Este valor não é válido.').check(z.int(), z.gte(0), z.lte(86_400)),
          0,
        ),
      }),
      response: { 200: Boletim },
    },
  }),
};
