import * as z from 'zod/mini';
import { byId, endpoint, instant, pageOf, uuid } from './endpoint.ts';
import {
  AnuncioProposto,
  CategoriaDeAnuncio,
  DecisaoDeAnuncios,
  EstadoDeAnuncio,
  GrupoDeAnuncios,
} from './importacoes-anuncios.ts';
import { text } from './text.ts';

/**
 * `lendo`: the worker reads the anuncios. `pronta`: the anuncios wait for a person's decisions. `importando`:
 * the state until every anuncio has its outcome; photos may follow later. `interrompida`: the marketplace
 * refuses access, and `aviso` tells the person what to do.
 */
export const SituacaoImportacao = z.enum([
  'lendo',
  'pronta',
  'importando',
  'pausada',
  'interrompida',
  'cancelada',
  'concluida',
]);
export type SituacaoImportacao = z.infer<typeof SituacaoImportacao>;

export const NovaImportacao = z.strictObject({
  conta_id: uuid('Esta conta não existe.'),
  estados: z
    .array(EstadoDeAnuncio)
    .check(z.minLength(1, 'Escolha ao menos um tipo de anúncio.'), z.maxLength(3)),
});
export type NovaImportacao = z.infer<typeof NovaImportacao>;

/**
 * The counts of an importacao. `anuncios` counts the anuncios of the conta. The others count each variation,
 * or the anuncio itself where it has none.
 */
export const ContagemDeImportacao = z.object({
  anuncios: z.int(),
  lidos: z.int(),
  itens: z.int(),
  criar: z.int(),
  ligar: z.int(),
  conferir: z.int(),
  ignorar: z.int(),
  recusados: z.int(),
  feitos: z.int(),
  criados: z.int(),
  ligados: z.int(),
  atualizados: z.int(),
  iguais: z.int(),
  full: z.int(),
  fotos: z.int(),
  fotos_feitas: z.int(),
  fotos_recusadas: z.int(),
});
export type ContagemDeImportacao = z.infer<typeof ContagemDeImportacao>;

export const InicioDeImportacao = z.strictObject({
  deposito_id: uuid('Escolha o depósito que recebe o estoque'),
  fornecedor_id: uuid('Fornecedor é obrigatório'),
  /** Whether to import the stock in the marketplace's own warehouse (Full) too, which is not in the shop. */
  estoque_full: z.boolean(),
});
export type InicioDeImportacao = z.infer<typeof InicioDeImportacao>;

export const Importacao = z.object({
  id: z.uuid(),
  conta_id: z.uuid(),
  situacao: SituacaoImportacao,
  estados: z.array(EstadoDeAnuncio),
  contagem: ContagemDeImportacao,
  /** The choices that a person made at the start. They are null before the start. */
  deposito_id: z.nullable(z.uuid()),
  deposito_nome: z.nullable(z.string()),
  fornecedor_id: z.nullable(z.uuid()),
  fornecedor_nome: z.nullable(z.string()),
  estoque_full: z.boolean(),
  /** A message about the obstacle that blocks the importacao. */
  aviso: z.nullable(z.string()),
  created_at: instant(),
  iniciada_em: z.nullable(instant()),
  concluida_em: z.nullable(instant()),
});
export type Importacao = z.infer<typeof Importacao>;

const tags = ['importacoes'];
const read = { auth: 'session', tenant: true, cost: 'read', right: 'consultar' } as const;
const write = { auth: 'session', tenant: true, cost: 'write', right: 'integrar' } as const;
const one = { params: byId, response: { 200: Importacao } };

export const importacoes = {
  /** Returns at most twenty importacoes, newest first. */
  list: endpoint({
    method: 'GET',
    url: '/api/importacoes',
    config: read,
    schema: {
      summary: 'Lista as últimas importações de uma conta',
      tags,
      querystring: z.object({ conta_id: uuid('Esta conta não existe.') }),
      response: { 200: z.object({ itens: z.array(Importacao) }) },
    },
  }),
  /** Answers 409 while another importacao of the conta is under way. */
  create: endpoint({
    method: 'POST',
    url: '/api/importacoes',
    config: write,
    schema: {
      summary: 'Lê os anúncios de uma conta para importar',
      tags,
      body: NovaImportacao,
      response: { 201: Importacao },
    },
  }),
  get: endpoint({
    method: 'GET',
    url: '/api/importacoes/:id',
    config: read,
    schema: { summary: 'Lê uma importação', tags, ...one },
  }),
  anuncios: endpoint({
    method: 'GET',
    url: '/api/importacoes/:id/anuncios',
    config: { ...read, searchable: true },
    schema: {
      summary: 'Lista os anúncios de uma importação, com o que será feito de cada um',
      tags,
      params: byId,
      querystring: z.object({
        grupo: z._default(GrupoDeAnuncios, 'todos'),
        busca: z.optional(text(100)),
        cursor: z.optional(z.string().check(z.maxLength(200))),
      }),
      response: { 200: pageOf(AnuncioProposto) },
    },
  }),
  decide: endpoint({
    method: 'PUT',
    url: '/api/importacoes/:id/anuncios',
    config: write,
    schema: {
      summary: 'Muda o que será feito de anúncios',
      tags,
      params: byId,
      body: DecisaoDeAnuncios,
      response: { 200: Importacao },
    },
  }),
  categorias: endpoint({
    method: 'GET',
    url: '/api/importacoes/:id/categorias',
    config: read,
    schema: {
      summary: 'Lista as categorias dos anúncios e o que são aqui',
      tags,
      params: byId,
      response: { 200: z.object({ itens: z.array(CategoriaDeAnuncio) }) },
    },
  }),
  mapCategoria: endpoint({
    method: 'PUT',
    url: '/api/importacoes/:id/categorias',
    config: write,
    schema: {
      summary: 'Muda o que uma categoria do marketplace é aqui',
      tags,
      params: byId,
      body: z.strictObject({
        categoria_ml_id: text(40),
        categoria_id: z.nullable(uuid('Categoria é obrigatória')),
      }),
      response: { 200: CategoriaDeAnuncio },
    },
  }),
  start: endpoint({
    method: 'POST',
    url: '/api/importacoes/:id/iniciar',
    config: write,
    schema: { summary: 'Começa a importar', tags, body: InicioDeImportacao, ...one },
  }),
  pause: endpoint({
    method: 'POST',
    url: '/api/importacoes/:id/pausar',
    config: write,
    schema: { summary: 'Pausa uma importação', tags, ...one },
  }),
  resume: endpoint({
    method: 'POST',
    url: '/api/importacoes/:id/retomar',
    config: write,
    schema: { summary: 'Retoma uma importação', tags, ...one },
  }),
  /** Cancels the importacao. The produtos already imported stay. */
  cancel: endpoint({
    method: 'POST',
    url: '/api/importacoes/:id/cancelar',
    config: write,
    schema: { summary: 'Cancela uma importação', tags, ...one },
  }),
  /** Returns a CSV with one line per anuncio, its outcome and the reason. */
  result: endpoint({
    method: 'GET',
    url: '/api/importacoes/:id/resultado',
    config: { ...read, cost: 'heavy' },
    schema: {
      summary: 'Baixa o resultado de uma importação',
      tags,
      params: byId,
      response: { 200: z.string() },
    },
  }),
};
