import * as z from 'zod/mini';
import { byId, endpoint, uuid } from './endpoint.ts';
import { text } from './text.ts';

/** How the anuncios of a produto share its stock. */
export const MODOS_DE_PUBLICACAO = ['compartilhado', 'com_seguranca', 'cotas'] as const;
export type ModoDePublicacao = (typeof MODOS_DE_PUBLICACAO)[number];

/** The largest quantity that an anuncio can show. */
export const MAIOR_QUANTIDADE = 99_999;

const quantity = () =>
  z
    .int('Informe um número inteiro.')
    .check(
      z.gte(0, 'Informe zero ou mais.'),
      z.lte(MAIOR_QUANTIDADE, 'Um anúncio mostra no máximo 99.999 unidades.'),
    );

export interface Publicacao {
  modo: ModoDePublicacao;
  /** The units that no anuncio shows: the _folga_ of `com_seguranca`, the _colchão_ of `cotas`. */
  retidas: number;
}

export const Publicacao: z.ZodMiniType<Publicacao> = z.discriminatedUnion(
  'modo',
  [
    z.strictObject({
      modo: z.enum(['com_seguranca', 'cotas']),
      retidas: quantity().check(z.gte(1, 'Guarde pelo menos uma unidade.')),
    }),
    z.strictObject({
      modo: z.literal('compartilhado'),
      retidas: z.literal(0, 'No modo Compartilhado os anúncios mostram tudo.'),
    }),
  ],
  'Escolha como os anúncios mostram o estoque.',
);

/** What applies to a produto until a person chooses. */
export const SEM_ESCOLHA: Publicacao = { modo: 'compartilhado', retidas: 0 };

export const EscolhaDePublicacao = z.strictObject({
  publicacao: Publicacao,
  /** What the person saw, so that two people do not overwrite each other. */
  antes: Publicacao,
});
export type EscolhaDePublicacao = z.infer<typeof EscolhaDePublicacao>;

/** The units that one anuncio has to show in the mode `cotas`. Null: the rule divides what is left. */
export const CotaDeAnuncio = z.strictObject({
  variacao_id: text(100),
  cota: z.nullable(quantity()),
  antes: z.nullable(z.int()),
});
export type CotaDeAnuncio = z.infer<typeof CotaDeAnuncio>;

/** What a change does to an anuncio, the riskiest kind first. The marketplace pauses an anuncio that reaches zero. */
export const TIPOS_DE_MUDANCA = ['zera', 'diminui', 'aumenta'] as const;
export const TipoDeMudanca = z.enum(TIPOS_DE_MUDANCA, 'Este filtro não existe.');
export type TipoDeMudanca = z.infer<typeof TipoDeMudanca>;

/** A quantity that would be sent to a marketplace. Nothing is sent. */
export const MudancaSimulada = z.object({
  anuncio_id: z.string(),
  variacao_id: z.string(),
  titulo: z.string(),
  variacao: z.string(),
  produto: z.object({
    id: z.uuid(),
    nome: z.string(),
    sku: z.string(),
    foto: z.nullable(z.string()),
    saldo: z.string(),
    reservado: z.string(),
    publicacao: Publicacao,
  }),
  tipo: TipoDeMudanca,
  /** What a person wants it to show in the mode `cotas`. */
  cota: z.nullable(z.int()),
  /** The disponível of the depositos from which its sales are drawn, in whole units. */
  aqui: z.string(),
  publicado: z.string(),
  enviaria: z.string(),
});
export type MudancaSimulada = z.infer<typeof MudancaSimulada>;

export const SimulacaoDeEnvio = z.object({
  /** Each kind, with whether there are more than `total`. */
  tipos: z.array(z.object({ tipo: TipoDeMudanca, total: z.int(), mais: z.boolean() })),
  /** The changes of more than `MUDANCA_GRANDE` units among those that were counted. */
  grandes: z.int(),
  /** The riskiest first: by kind, and in a kind the largest first. */
  itens: z.array(MudancaSimulada),
  proximo: z.nullable(z.string()),
});
export type SimulacaoDeEnvio = z.infer<typeof SimulacaoDeEnvio>;

/** A change of more units than this is named before it could be sent. */
export const MUDANCA_GRANDE = 50;

const tags = ['publicacao'];
const read = { auth: 'session', tenant: true, cost: 'read', right: 'consultar' } as const;
const write = { auth: 'session', tenant: true, cost: 'write', right: 'integrar' } as const;

export const publicacao = {
  /** Chooses how the anuncios of a produto share its stock. Nothing is sent to a marketplace. */
  choose: endpoint({
    method: 'PUT',
    url: '/api/produtos/:id/publicacao',
    config: write,
    schema: {
      summary: 'Escolhe como os anúncios de um produto mostram o estoque',
      tags,
      params: byId,
      body: EscolhaDePublicacao,
      response: { 200: Publicacao },
    },
  }),
  /** Sets the cota of an anuncio, and of its twins, which share one quantity with it. */
  setCota: endpoint({
    method: 'PUT',
    url: '/api/anuncios/:conta_id/:anuncio_id/cota',
    config: write,
    schema: {
      summary: 'Define quantas unidades um anúncio mostra no modo Cotas',
      tags,
      params: z.object({
        conta_id: uuid('Esta conta não existe.'),
        anuncio_id: z.string().check(z.minLength(1), z.maxLength(100)),
      }),
      body: CotaDeAnuncio,
      response: { 200: z.object({ cota: z.nullable(z.int()) }) },
    },
  }),
  simulate: endpoint({
    method: 'GET',
    url: '/api/contas/:id/simulacao',
    config: { ...read, searchable: true },
    schema: {
      summary: 'Lista o que o Prumo enviaria aos anúncios de uma conta, sem enviar',
      tags,
      params: byId,
      querystring: z.object({
        tipo: z.optional(TipoDeMudanca),
        cursor: z.optional(z.string().check(z.maxLength(500))),
        limite: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(50)), 30),
      }),
      response: { 200: SimulacaoDeEnvio },
    },
  }),
  file: endpoint({
    method: 'GET',
    url: '/api/contas/:id/simulacao/arquivo',
    config: { ...read, cost: 'heavy' },
    schema: {
      summary: 'Baixa em CSV o que o Prumo enviaria aos anúncios de uma conta',
      tags,
      params: byId,
      response: { 200: z.string() },
    },
  }),
};
