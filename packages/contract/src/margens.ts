import * as z from 'zod/mini';
import { endpoint, instant, uuid } from './endpoint.ts';

/** The most days of one period. */
export const MAX_DIAS_DA_MARGEM = 366;

/** The most pedidos that one answer adds up. A longer period gets no figure, because a part of a sum looks like a sum. */
export const MAX_PEDIDOS_DA_MARGEM = 20_000;

/** What a row of the list adds up. */
export const GRUPOS_DA_MARGEM = ['pedido', 'produto', 'anuncio'] as const;
export type GrupoDaMargem = (typeof GRUPOS_DA_MARGEM)[number];

export const ORDENS_DA_MARGEM = [
  'margem',
  '-margem',
  'receita',
  '-receita',
  'percentual',
  '-percentual',
] as const;
export type OrdemDaMargem = (typeof ORDENS_DA_MARGEM)[number];

/** The value of `produto` for what was sold through anuncios that are linked to no produto. */
export const SEM_PRODUTO = 'nenhum';

/**
 * Sums over pedidos, or over their parts that belong to one produto or anuncio. A cost is positive and a credit negative.
 * `margem` is `venda` less everything else.
 */
export const Somas = z.object({
  pedidos: z.int(),
  unidades: z.int(),
  venda: z.string(),
  estornado: z.string(),
  /** The fee of the marketplace, with its fixed part. */
  comissao: z.string(),
  frete: z.string(),
  /** Other charges of the marketplace. */
  outra: z.string(),
  imposto: z.string(),
  mercadoria: z.string(),
  margem: z.string(),
  /** The margin in percent of the sales without refunds, with one place. Null without a sale. */
  percentual: z.nullable(z.string()),
  /** Whether the marketplace has not charged everything yet, or goods have not left. */
  estimada: z.boolean(),
  /**
   * The pedidos of which a cost is not known: of goods, of the freight, and the rate of the tax. If one of them is not zero,
   * the margin is the most that can be left.
   */
  sem_custo: z.int(),
  sem_frete: z.int(),
  sem_imposto: z.int(),
});
export type Somas = z.infer<typeof Somas>;

export const LinhaDaMargemDoPeriodo = z.extend(Somas, {
  /** Names the row: the value of `produto` or `anuncio` that lists its pedidos. */
  chave: z.string(),
  /** The name of the produto, or the title of the anuncio. Null when neither is known. */
  nome: z.nullable(z.string()),
  /** The SKU of a produto. */
  sku: z.nullable(z.string()),
  /** The number of the pedido or of the anuncio. */
  numero: z.nullable(z.string()),
  /** The name of the conta. Null for a produto, and when the conta is no longer connected. */
  conta: z.nullable(z.string()),
  /** Only of a row that is one pedido. */
  pedido: z.nullable(
    z.object({
      criado_em: instant(),
      /** It was called off, or other pedidos replace it. */
      is_cancelado: z.boolean(),
      itens: z.int(),
      /** The parcel that `GET /api/pedidos/:id/margem` explains. Null for what the marketplace stores and sends itself. */
      pacote_id: z.nullable(z.uuid()),
    }),
  ),
});
export type LinhaDaMargemDoPeriodo = z.infer<typeof LinhaDaMargemDoPeriodo>;

const DAY_MS = 86_400_000;
const daysBetween = (de: string, ate: string) => (Date.parse(ate) - Date.parse(de)) / DAY_MS;
const dia = () => z.iso.date('Informe uma data válida.');

const filtros = {
  /** Days in America/Sao_Paulo, both included. */
  de: dia(),
  ate: dia(),
  conta_id: z.optional(uuid('Esta conta não existe.')),
  /** Only the parts of pedidos with this produto: its id, or `SEM_PRODUTO`. */
  produto: z.optional(z.string().check(z.maxLength(100))),
  /** Only the parts of pedidos with this anuncio: the `chave` of its row. */
  anuncio: z.optional(z.string().check(z.maxLength(300))),
};

interface Periodo {
  de: string;
  ate: string;
}
const inOrder = z.refine<Periodo>(({ de, ate }) => de <= ate, {
  path: ['ate'],
  error: 'A data final vem antes da inicial. Troque as datas.',
});
const notTooLong = z.refine<Periodo>(({ de, ate }) => daysBetween(de, ate) < MAX_DIAS_DA_MARGEM, {
  path: ['ate'],
  error: `Escolha um período de até ${MAX_DIAS_DA_MARGEM} dias.`,
});

const tags = ['margens'];
/** Only a person who may see costs gets an answer, as with the margin of one pedido. */
const config = { auth: 'session', tenant: true, cost: 'summary', right: 'ver_custo' } as const;

export const margens = {
  summary: endpoint({
    method: 'GET',
    url: '/api/margem',
    config,
    schema: {
      summary: 'Soma quanto sobra das vendas dos marketplaces em um período',
      tags,
      querystring: z.object(filtros).check(inOrder, notTooLong),
      response: {
        200: z.object({
          /** Null when the period has more pedidos than one answer adds up. */
          somas: z.nullable(Somas),
          /** The name of the produto or the title of the anuncio that the query asks for. Null without one. */
          nome: z.nullable(z.string()),
          /** Since when the sales of the contas have costs. Null when no conta has any. */
          desde: z.nullable(instant()),
          /** The connected contas whose sales have costs. */
          contas: z.array(z.object({ id: z.uuid(), nome: z.nullable(z.string()) })),
        }),
      },
    },
  }),
  list: endpoint({
    method: 'GET',
    url: '/api/margem/linhas',
    config,
    schema: {
      summary: 'Lista quanto sobra de cada pedido, produto ou anúncio em um período',
      tags,
      querystring: z
        .object({
          ...filtros,
          grupo: z.enum(GRUPOS_DA_MARGEM, 'Este agrupamento não existe.'),
          ordem: z._default(z.enum(ORDENS_DA_MARGEM, 'Esta ordenação não existe.'), '-margem'),
          cursor: z.optional(z.string().check(z.maxLength(1000))),
          limite: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
        })
        .check(inOrder, notTooLong),
      response: {
        200: z.object({ itens: z.array(LinhaDaMargemDoPeriodo), proximo: z.nullable(z.string()) }),
      },
    },
  }),
};
