import * as z from 'zod/mini';
import { byId, endpoint, instant, uuid } from './endpoint.ts';
import { MarketplaceSlug } from './marketplaces.ts';
import { Publicacao } from './publicacao.ts';
import { text } from './text.ts';

/** The tabs of the screen. An anuncio may be in several of them. */
export const ABAS_DE_ANUNCIOS = ['todos', 'diferenca', 'pausados', 'full', 'sem_produto'] as const;
export const AbaDeAnuncios = z.enum(ABAS_DE_ANUNCIOS, 'Esta aba não existe.');
export type AbaDeAnuncios = z.infer<typeof AbaDeAnuncios>;

/** `nao_comparado`: no number of the shop stands against the one of the marketplace. */
export const SITUACOES_DE_ANUNCIO = ['em_dia', 'diferenca', 'nao_comparado'] as const;
export type SituacaoDeAnuncio = (typeof SITUACOES_DE_ANUNCIO)[number];

/** Why an anuncio shows another quantity than it has to. `vendas_nao_lidas`: the marketplace told of sales that are not read yet. */
export const MOTIVOS_DE_DIFERENCA = [
  'oferece_a_mais',
  'oferece_a_menos',
  'vendas_nao_lidas',
  'pausado_por_voce',
  'pausado_pelo_marketplace',
] as const;
export type MotivoDeDiferenca = (typeof MOTIVOS_DE_DIFERENCA)[number];

/** What has a quantity of its own at the marketplace: an anuncio without variations, or one variation. */
export const UnidadeDeAnuncio = z.object({
  conta_id: z.uuid(),
  anuncio_id: z.string(),
  /** Empty for an anuncio without variations. */
  variacao_id: z.string(),
  titulo: z.string(),
  variacao: z.string(),
  /** The seller's SKU at the marketplace. */
  sku: z.string(),
  /** A word for the person: `ativo` when it is simply for sale. */
  estado: z.string(),
  preco: z.string(),
  /** Whether the marketplace stores and ships this stock. */
  full: z.boolean(),
  /** What buyers can buy now. */
  publicado: z.string(),
  /** The disponível of the depositos from which its sales are drawn, in whole units. Null without a produto. */
  aqui: z.nullable(z.string()),
  /** What it has to show in the mode of its produto. Null if nothing of the shop stands against it. */
  esperado: z.nullable(z.string()),
  /** What a person wants it to show in the mode `cotas`. Null when the rule divides the units. */
  cota: z.nullable(z.int()),
  situacao: z.enum(SITUACOES_DE_ANUNCIO),
  motivo: z.nullable(z.enum(MOTIVOS_DE_DIFERENCA)),
  /** Since when it differs for this reason. Null while the worker has not noted it. */
  desde: z.nullable(instant()),
  /** The units of a bloco with the same number share one quantity at the marketplace. */
  grupo: z.int(),
  /** In the mode `cotas`, the units of a bloco with the same number divide one stock. Null for one that gets no part. */
  divide: z.nullable(z.int()),
});
export type UnidadeDeAnuncio = z.infer<typeof UnidadeDeAnuncio>;

/** A produto with its units, or one unit without a produto. */
export const BlocoDeAnuncios = z.object({
  produto: z.nullable(
    z.object({
      id: z.uuid(),
      nome: z.string(),
      sku: z.string(),
      foto: z.nullable(z.string()),
      saldo: z.string(),
      reservado: z.string(),
      publicacao: Publicacao,
    }),
  ),
  /** A small picture at the marketplace, for a unit without a produto. */
  miniatura: z.nullable(z.string()),
  unidades: z.array(UnidadeDeAnuncio),
  /** Whether the produto has more units than these. */
  mais: z.boolean(),
});
export type BlocoDeAnuncios = z.infer<typeof BlocoDeAnuncios>;

/**
 * The reading of all anuncios of a conta. `nunca`: none was made yet. `parada`: a person has to do what `aviso` says.
 * `aviso` of a running one says why it waits.
 */
export const SITUACOES_DE_LEITURA = ['nunca', 'lendo', 'lida', 'parada'] as const;
export const LeituraDeAnuncios = z.object({
  situacao: z.enum(SITUACOES_DE_LEITURA),
  /** When the last whole reading ended. */
  lida_em: z.nullable(instant()),
  encontrados: z.int(),
  lidos: z.int(),
  aviso: z.nullable(z.string()),
});
export type LeituraDeAnuncios = z.infer<typeof LeituraDeAnuncios>;

export const ContaComAnuncios = z.object({
  id: z.uuid(),
  marketplace: MarketplaceSlug,
  apelido: z.nullable(z.string()),
  anuncios: z.int(),
  /** Whether there are more than `anuncios`. */
  mais: z.boolean(),
  /** The quantities that would be sent to it, with whether there are more than `total`. Nothing is sent. */
  mudancas: z.object({ total: z.int(), mais: z.boolean() }),
  leitura: LeituraDeAnuncios,
});
export type ContaComAnuncios = z.infer<typeof ContaComAnuncios>;

export const ResumoDeAnuncios = z.object({
  abas: z.array(z.object({ aba: AbaDeAnuncios, total: z.int(), mais: z.boolean() })),
  contas: z.array(ContaComAnuncios),
});
export type ResumoDeAnuncios = z.infer<typeof ResumoDeAnuncios>;

export const LigacaoDeAnuncio = z.strictObject({
  variacao_id: text(100),
  /** Null cuts the link. */
  produto_id: z.nullable(uuid('Escolha o produto.')),
  /** The produto that the person saw, so that two people do not overwrite each other. */
  antes: z.nullable(uuid()),
});
export type LigacaoDeAnuncio = z.infer<typeof LigacaoDeAnuncio>;

const tags = ['anuncios'];
const read = { auth: 'session', tenant: true, cost: 'read', right: 'consultar' } as const;
const write = { auth: 'session', tenant: true, cost: 'write', right: 'integrar' } as const;

export const anuncios = {
  /** Newest produto first, then what has no produto. A page may be short, or empty, and have a next one (ADR 0042). */
  list: endpoint({
    method: 'GET',
    url: '/api/anuncios',
    config: { ...read, searchable: true },
    schema: {
      summary: 'Lista os anúncios das contas conectadas, por produto',
      tags,
      querystring: z.object({
        aba: z._default(AbaDeAnuncios, 'todos'),
        /** Words of the name of a produto, a SKU, or the id of an anuncio. */
        busca: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Busque por até 100 caracteres.'))),
        conta_id: z.optional(uuid()),
        cursor: z.optional(z.string().check(z.maxLength(500))),
        limite: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(50)), 30),
      }),
      response: {
        200: z.object({
          itens: z.array(BlocoDeAnuncios),
          proximo: z.nullable(z.string()),
          /** Whether more may match than the server read for this search. */
          parcial: z.boolean(),
        }),
      },
    },
  }),
  summary: endpoint({
    method: 'GET',
    url: '/api/anuncios/resumo',
    config: read,
    schema: {
      summary: 'Conta os anúncios de cada aba e diz quando as contas foram lidas',
      tags,
      response: { 200: ResumoDeAnuncios },
    },
  }),
  /** Links an anuncio to a produto, changes the link, or cuts it. What sales have reserved stays where it is. */
  link: endpoint({
    method: 'PUT',
    url: '/api/anuncios/:conta_id/:anuncio_id/produto',
    config: write,
    schema: {
      summary: 'Liga um anúncio a um produto, troca ou desfaz a ligação',
      tags,
      params: z.object({
        conta_id: uuid('Esta conta não existe.'),
        anuncio_id: z.string().check(z.minLength(1), z.maxLength(100)),
      }),
      body: LigacaoDeAnuncio,
      response: { 200: z.object({ produto_id: z.nullable(z.uuid()) }) },
    },
  }),
  /** A request during a reading changes nothing and answers that reading. */
  readAgain: endpoint({
    method: 'POST',
    url: '/api/contas/:id/anuncios/leitura',
    config: write,
    schema: {
      summary: 'Lê de novo todos os anúncios de uma conta',
      tags,
      params: byId,
      response: { 200: LeituraDeAnuncios },
    },
  }),
};
