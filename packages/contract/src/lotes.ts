import * as z from 'zod/mini';
import { byId, endpoint, instant, uuid } from './endpoint.ts';
import { quantidade } from './movimentos.ts';
import { type Direito, fieldOf } from './papeis.ts';
import { produtosFilters } from './produtos.ts';
import { Reajuste } from './reajuste.ts';
import { text } from './text.ts';

/** The most produtos that one lote changes. */
export const MAX_PRODUTOS_DO_LOTE = 100_000;
/** The most ids that a request names, chosen or left out. A larger choice is a filter. */
export const MAX_IDS_DA_SELECAO = 5000;

const ids = () =>
  z.array(uuid()).check(z.maxLength(MAX_IDS_DA_SELECAO, 'Escolha menos produtos, ou todos os de um filtro.'));

/** The filters of the list of produtos, with its search. */
const Filtro = z.strictObject({ ...produtosFilters, busca: z.optional(text(100)) });

/** The produtos that a person has chosen: these ones, or all of a filter except some. An empty filter means all. */
export const selecaoSchema = z.union([
  z.strictObject({ ids: ids().check(z.minLength(1, 'Escolha ao menos um produto.')) }),
  z.strictObject({ filtro: Filtro, exceto: ids() }),
]);
export type Selecao = z.infer<typeof selecaoSchema>;

/** The change that a lote makes to each of its produtos. */
export const Mudanca = z.discriminatedUnion('tipo', [
  z.strictObject({ tipo: z.literal('preco'), reajuste: Reajuste }),
  /** Needs the right to see costs. */
  z.strictObject({ tipo: z.literal('custo'), reajuste: Reajuste }),
  z.strictObject({ tipo: z.literal('marca'), marca_id: uuid('Escolha a marca') }),
  z.strictObject({ tipo: z.literal('categoria'), categoria_id: uuid('Escolha a categoria') }),
  z.strictObject({ tipo: z.literal('fornecedor'), fornecedor_id: uuid('Escolha o fornecedor') }),
  /** Of the produtos that are in this deposito. Null returns to the usual minimum. */
  z.strictObject({
    tipo: z.literal('minimo'),
    deposito_id: uuid('Escolha o depósito'),
    minimo: z.nullable(quantidade()),
  }),
  z.strictObject({ tipo: z.literal('excluir') }),
  /** Brings deleted produtos back. Its selection names their ids. */
  z.strictObject({ tipo: z.literal('restaurar') }),
]);
export type Mudanca = z.infer<typeof Mudanca>;

export const TIPOS_DE_LOTE = [
  'preco',
  'custo',
  'marca',
  'categoria',
  'fornecedor',
  'minimo',
  'excluir',
  'restaurar',
  'desfazer',
] as const;
export type TipoDeLote = (typeof TIPOS_DE_LOTE)[number];

/** The rights that a change needs. The triggers of the changed tables demand the same ones from a person. */
export const DIREITOS_DA_MUDANCA: Readonly<Record<Mudanca['tipo'], readonly Direito[]>> = {
  preco: ['alterar_produtos'],
  custo: ['alterar_produtos', 'ver_custo'],
  marca: ['alterar_produtos'],
  categoria: ['alterar_produtos'],
  fornecedor: ['alterar_produtos'],
  minimo: ['alterar_produtos', 'movimentar_estoque'],
  excluir: ['alterar_produtos', 'movimentar_estoque'],
  restaurar: ['alterar_produtos', 'movimentar_estoque'],
};

/**
 * `preparando`: the worker finds the produtos of the filter. `fazendo`: it changes them. `cancelado`: a person stopped
 * it, and the produtos before that are changed. `falhou`: `aviso` says what to do.
 */
export const SituacaoDeLote = z.enum(['preparando', 'fazendo', 'concluido', 'cancelado', 'falhou']);
export type SituacaoDeLote = z.infer<typeof SituacaoDeLote>;

/** The same change of many produtos, which a job makes and one undo reverts. Its id is the `lote` of the history. */
export const LoteDeProdutos = z.object({
  id: z.uuid(),
  tipo: z.enum(TIPOS_DE_LOTE),
  /** For `desfazer`, the tipo of the undone lote. */
  tipo_desfeito: z.nullable(z.enum(TIPOS_DE_LOTE)),
  situacao: SituacaoDeLote,
  /** The produtos found so far. Final once the lote is no longer `preparando`. */
  total: z.int(),
  /** The produtos handled so far: changed, refused, and those that already were as wanted. */
  feitos: z.int(),
  alterados: z.int(),
  recusados: z.int(),
  aviso: z.nullable(z.string()),
  pedido_por: z.nullable(z.string()),
  /** Whether an undo of this lote was asked for. */
  desfeito: z.boolean(),
  created_at: instant(),
  terminado_em: z.nullable(instant()),
});
export type LoteDeProdutos = z.infer<typeof LoteDeProdutos>;

/** A produto that a lote left unchanged. `nome` and `sku` are null when no record of it is left. */
export const RecusaDoLote = z.object({
  produto_id: z.uuid(),
  nome: z.nullable(z.string()),
  sku: z.nullable(z.string()),
  motivo: z.string(),
});
export type RecusaDoLote = z.infer<typeof RecusaDoLote>;

/** The most refused produtos that one answer names. */
export const RECUSAS_POR_PAGINA = 200;

/** The columns of the file, in its order. */
export const COLUNAS_DO_ARQUIVO = {
  sku: 'Código (SKU)',
  cod_referencia: 'Cód. Referência',
  nome: 'Nome',
  marca: 'Marca',
  categoria: 'Categoria',
  fornecedor: 'Fornecedor',
  estoque: 'Estoque',
  preco_venda: 'Preço de venda',
  custo_unitario: 'Custo unitário',
  created_at: 'Cadastrado em',
} as const;
export type ColunaDoArquivo = keyof typeof COLUNAS_DO_ARQUIVO;
export const NOMES_DAS_COLUNAS = Object.keys(COLUNAS_DO_ARQUIVO) as [ColunaDoArquivo, ...ColunaDoArquivo[]];

/** One of the first produtos of a selection, as it is before the change. */
export const Amostra = z.object({
  id: z.uuid(),
  nome: z.string(),
  sku: z.string(),
  preco_venda: z.string(),
  custo_unitario: fieldOf('ver_custo', z.string()),
  marca_nome: z.string(),
  categoria_nome: z.string(),
  fornecedor_nome: z.string(),
});
export type Amostra = z.infer<typeof Amostra>;

const tags = ['lotes'];
const read = { auth: 'session', tenant: true, cost: 'read', right: 'consultar' } as const;
const write = { auth: 'session', tenant: true, cost: 'write', right: 'alterar_produtos' } as const;

export const lotes = {
  /** Returns the ten newest lotes whose rights the person has. */
  list: endpoint({
    method: 'GET',
    url: '/api/lotes',
    config: read,
    schema: {
      summary: 'Lista as últimas alterações em massa',
      tags,
      response: { 200: z.object({ itens: z.array(LoteDeProdutos) }) },
    },
  }),
  create: endpoint({
    method: 'POST',
    url: '/api/lotes',
    config: write,
    schema: {
      summary: 'Começa a mesma alteração em muitos produtos',
      tags,
      body: z.strictObject({ selecao: selecaoSchema, mudanca: Mudanca }).check(
        z.refine(({ selecao, mudanca }) => mudanca.tipo !== 'restaurar' || 'ids' in selecao, {
          path: ['selecao'],
          error: 'Escolha na lixeira os produtos a restaurar.',
        }),
      ),
      response: { 201: LoteDeProdutos },
    },
  }),
  get: endpoint({
    method: 'GET',
    url: '/api/lotes/:id',
    config: read,
    schema: { summary: 'Lê o andamento de um lote', tags, params: byId, response: { 200: LoteDeProdutos } },
  }),
  recusas: endpoint({
    method: 'GET',
    url: '/api/lotes/:id/recusas',
    config: read,
    schema: {
      summary: 'Lista os produtos que o lote não alterou, e por quê',
      tags,
      params: byId,
      response: { 200: z.object({ itens: z.array(RecusaDoLote), total: z.int() }) },
    },
  }),
  /** Stops a lote under way. What it has changed stays, and can be undone. */
  cancel: endpoint({
    method: 'POST',
    url: '/api/lotes/:id/cancelar',
    config: write,
    schema: { summary: 'Para um lote', tags, params: byId, response: { 200: LoteDeProdutos } },
  }),
  /** Starts another lote that reverts this one. It leaves out the produtos that were changed since. */
  undo: endpoint({
    method: 'POST',
    url: '/api/lotes/:id/desfazer',
    config: write,
    schema: {
      summary: 'Desfaz um lote, exceto os produtos alterados depois',
      tags,
      params: byId,
      response: { 201: LoteDeProdutos },
    },
  }),
  /** Reads the first produtos of a selection. The selection is a body, because it may name thousands of ids. */
  sample: endpoint({
    method: 'POST',
    url: '/api/lotes/amostra',
    config: write,
    schema: {
      summary: 'Mostra os primeiros produtos de uma escolha',
      tags,
      body: z.strictObject({ selecao: selecaoSchema }),
      response: { 200: z.object({ itens: z.array(Amostra) }) },
    },
  }),
  /** Sends the chosen produtos as a CSV. */
  file: endpoint({
    method: 'POST',
    url: '/api/lotes/arquivo',
    config: { ...read, cost: 'heavy' },
    schema: {
      summary: 'Baixa os produtos escolhidos em CSV',
      tags,
      body: z.strictObject({
        selecao: selecaoSchema,
        colunas: z.array(z.enum(NOMES_DAS_COLUNAS)).check(z.minLength(1, 'Escolha ao menos uma coluna.')),
      }),
      response: { 200: z.string() },
    },
  }),
};
