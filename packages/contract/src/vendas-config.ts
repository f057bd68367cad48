import * as z from 'zod/mini';
import { byId, endpoint, instant, uuid } from './endpoint.ts';

/** When the goods of a sale leave the saldo: with the printed label, or with the dispatch. */
export const SAIDAS = ['etiqueta', 'despacho'] as const;

const depositos = () =>
  z.array(uuid('Escolha o depósito')).check(
    z.maxLength(50, 'Escolha até 50 depósitos.'),
    z.refine((ids) => new Set(ids).size === ids.length, 'Depósito já adicionado'),
  );

export const VendasConfigInput = z.strictObject({
  /** Sales made since then are reserved. Null: none. */
  reserva_desde: z.nullable(z.iso.datetime({ offset: true, error: 'Informe uma data válida.' })),
  saida_em: z.enum(SAIDAS, 'Escolha quando a peça sai do estoque.'),
  /** From where sales are drawn, the first choice first. Empty: from where the produto is. */
  depositos: depositos(),
  /** 0 before the first save. */
  versao: z.int(),
});
export type VendasConfigInput = z.infer<typeof VendasConfigInput>;

/** How the sales of a conta reach the stock. */
export const VendasConfig = z.object({
  reserva_desde: z.nullable(instant()),
  saida_em: z.enum(SAIDAS),
  depositos: z.array(z.uuid()),
  versao: z.int(),
  /** Null before the first save. */
  atualizado_em: z.nullable(instant()),
});
export type VendasConfig = z.infer<typeof VendasConfig>;

/** How many days back the first sales may lie. Older parcels have left, and reading them would cost calls. */
export const MOST_DAYS_BACK = 30;

/** What the sales since a day are, as far as the product knows them before it reads their parcels. */
export const PreviaDeVendas = z.object({
  /** The paid pedidos whose goods the shop stores. */
  pedidos: z.int(),
  unidades: z.int(),
  /** Those of the pedidos whose anuncio has no produto here. They reserve nothing. */
  sem_produto: z.int(),
  /** Whether there are more pedidos than were counted. The numbers are then the least that there are. */
  mais: z.boolean(),
});
export type PreviaDeVendas = z.infer<typeof PreviaDeVendas>;

/** The depositos of one anuncio, in place of those of its conta. Empty: those of the conta. */
export const VendasAnuncio = z.object({ anuncio_id: z.string(), depositos: z.array(z.uuid()) });
export type VendasAnuncio = z.infer<typeof VendasAnuncio>;

const tags = ['vendas'];
const read = { auth: 'session', tenant: true, cost: 'read', right: 'consultar' } as const;
const write = { auth: 'session', tenant: true, cost: 'write', right: 'integrar' } as const;
const byAnuncio = z.object({ ...byId.shape, anuncio_id: z.string().check(z.minLength(1), z.maxLength(100)) });

export const vendasConfig = {
  get: endpoint({
    method: 'GET',
    url: '/api/contas/:id/vendas',
    config: read,
    schema: {
      summary: 'Lê como as vendas de uma conta chegam ao estoque',
      tags,
      params: byId,
      response: { 200: VendasConfig },
    },
  }),
  set: endpoint({
    method: 'PUT',
    url: '/api/contas/:id/vendas',
    config: write,
    schema: {
      summary: 'Muda como as vendas de uma conta chegam ao estoque',
      tags,
      params: byId,
      body: VendasConfigInput,
      response: { 200: VendasConfig },
    },
  }),
  previa: endpoint({
    method: 'GET',
    url: '/api/contas/:id/vendas/previa',
    config: { ...read, cost: 'summary' },
    schema: {
      summary: 'Conta as vendas que entrariam no estoque a partir de um dia',
      tags,
      params: byId,
      /** Without a start, it counts the days that a start may lie back. */
      querystring: z.object({ desde: z.optional(instant()) }),
      response: { 200: PreviaDeVendas },
    },
  }),
  getAnuncio: endpoint({
    method: 'GET',
    url: '/api/contas/:id/vendas/anuncios/:anuncio_id',
    config: read,
    schema: {
      summary: 'Lê de que depósitos sai um anúncio',
      tags,
      params: byAnuncio,
      response: { 200: VendasAnuncio },
    },
  }),
  setAnuncio: endpoint({
    method: 'PUT',
    url: '/api/contas/:id/vendas/anuncios/:anuncio_id',
    config: write,
    schema: {
      summary: 'Muda de que depósitos sai um anúncio',
      tags,
      params: byAnuncio,
      body: z.strictObject({ depositos: depositos() }),
      response: { 200: VendasAnuncio },
    },
  }),
};
