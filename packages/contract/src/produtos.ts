import * as z from 'zod/mini';
import { decimal } from './decimal.ts';
import { endpoint, instant, recordEndpoints, uuid } from './endpoint.ts';
import { disponibilidade, quantidade, Saldo } from './movimentos.ts';
import { fieldOf } from './papeis.ts';
import { requiredText, stored, text } from './text.ts';

const preco = (message: string) =>
  decimal({
    places: 2,
    max: 9_999_999_999.99,
    message,
    tooLarge: 'Informe um valor de até R$\u00a09.999.999.999,99.',
  });

/** Compares two codes without regard to case. A scanner or a person may enter the same code twice. */
export const isSameCodigo = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const areDistinct = (codigos: readonly string[]) =>
  codigos.every((codigo, index) => !codigos.slice(0, index).some((earlier) => isSameCodigo(codigo, earlier)));

export const MAX_FOTOS = 30;

/** The quantity of a produto in a deposito, as a form sends it. */
export const SaldoInput = z.strictObject({
  deposito_id: uuid('Escolha o depósito'),
  /**
   * The new quantity. Null removes the produto from the deposito. The server refuses a list that leaves out a
   * deposito of the produto, because the produto may have entered that deposito after the form was opened.
   */
  quantidade: z.nullable(quantidade()),
  /**
   * The quantity that the form read, or null for a deposito just added. Saving writes the difference. The
   * server refuses when the saldo has changed since.
   */
  quantidade_lida: z.nullable(quantidade()),
});
export type SaldoInput = z.infer<typeof SaldoInput>;

export const ProdutoInput = z.strictObject({
  nome: requiredText(200, 'Nome é obrigatório'),
  categoria_id: z.uuid('Categoria é obrigatória'),
  marca_id: z.uuid('Marca é obrigatória'),
  fornecedor_id: z.uuid('Fornecedor é obrigatório'),
  sku: requiredText(100, 'SKU é obrigatório'),
  cod_referencia: z
    .array(requiredText(100, 'Digite um código de referência'))
    .check(
      z.maxLength(200, 'Use até 200 códigos de referência.'),
      z.refine(areDistinct, 'Este código já foi adicionado'),
    ),
  custo_unitario: fieldOf('ver_custo', preco('Custo unitário deve ser maior ou igual a 0')),
  preco_venda: preco('Preço de venda deve ser maior ou igual a 0'),
  /** In display order. */
  fotos: z.array(z.url()).check(z.maxLength(MAX_FOTOS, `Use até ${MAX_FOTOS} fotos.`)),
  depositos: z.array(SaldoInput).check(
    z.maxLength(200, 'Use até 200 depósitos.'),
    z.refine(
      (saldos) => new Set(saldos.map(({ deposito_id }) => deposito_id)).size === saldos.length,
      'Depósito já adicionado',
    ),
  ),
});
export type ProdutoInput = z.infer<typeof ProdutoInput>;

const { depositos: _, cod_referencia, fotos, ...fields } = ProdutoInput.shape;

/** The columns of a produto. The trash keeps only these. */
export const ProdutoExcluido = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  ...stored(fields),
  cod_referencia: z.array(z.string()),
  fotos: z.array(z.string()),
  /** The sum of the stock over its depositos. */
  estoque_inicial: z.string(),
  versao: z.int(),
  created_at: instant(),
});
export type ProdutoExcluido = z.infer<typeof ProdutoExcluido>;

const nomes = { categoria_nome: z.string(), marca_nome: z.string(), fornecedor_nome: z.string() };

/** The sum of the minimums that people set for its depositos. Null if nobody set one. */
const minimo = z.nullable(z.string());

export const ProdutoListado = z.object({
  ...ProdutoExcluido.shape,
  ...nomes,
  minimo,
  ...disponibilidade,
});
export type ProdutoListado = z.infer<typeof ProdutoListado>;

export const Produto = z.object({ ...ProdutoListado.shape, depositos: z.array(Saldo) });
export type Produto = z.infer<typeof Produto>;

const contains = z.optional(text(100));

/** The filters of the list. Each text matches anywhere in its field, ignoring case and accents. */
export const produtosFilters = {
  sku: contains,
  cod_referencia: contains,
  nome: contains,
  marca: contains,
  categoria: contains,
  marca_id: z.optional(z.uuid()),
  categoria_id: z.optional(z.uuid()),
  fornecedor_id: z.optional(z.uuid()),
  /** `sem`: nothing. `baixo`: less than 10, as the card counts. `com`: anything. */
  estoque: z.optional(z.enum(['sem', 'baixo', 'com'])),
  foto: z.optional(z.enum(['com', 'sem'])),
  /** Whether an anuncio of a marketplace is linked to the produto. */
  anuncio: z.optional(z.enum(['com', 'sem'])),
  /** The importacao that created the produto. */
  importacao: z.optional(z.uuid()),
};

/**
 * The cards above the list. With a filter, every figure except `total` covers only the matching produtos.
 * `exato` is false when the query matches more rows than a page may read. `filtrados` is then a lower bound,
 * and unknown figures are null. `resumoExato` computes all figures.
 */
export const ProdutosResumo = z.object({
  exato: z.boolean(),
  total: z.int(),
  filtrados: z.nullable(z.int()),
  valor_estoque: fieldOf('ver_custo', z.nullable(z.string())),
  sem_estoque: z.nullable(z.int()),
  baixo_estoque: z.nullable(z.int()),
  categorias: z.nullable(z.int()),
  marcas: z.nullable(z.int()),
  /** The average stock per produto, rounded to a whole number. */
  estoque_medio: z.nullable(z.string()),
});
export type ProdutosResumo = z.infer<typeof ProdutosResumo>;

/** A produto as the counter search (busca de balcão) returns it. */
export const ProdutoEncontrado = z.object({
  id: z.uuid(),
  nome: z.string(),
  sku: z.string(),
  marca_nome: z.string(),
  foto: z.nullable(z.string()),
  estoque_inicial: z.string(),
  ...disponibilidade,
  preco_venda: z.string(),
  /** The code that equals the typed text, ignoring separators and case. */
  codigo: z.nullable(z.string()),
});
export type ProdutoEncontrado = z.infer<typeof ProdutoEncontrado>;

const busca = z.optional(text(100));
const read = { auth: 'session', tenant: true, cost: 'read', right: 'consultar' } as const;
const tags = ['produtos'];

export const produtos = {
  ...recordEndpoints('/api/produtos', {
    tag: 'produtos',
    right: 'alterar_produtos',
    input: ProdutoInput,
    row: Produto,
    listed: ProdutoListado,
    deleted: ProdutoExcluido,
    filters: produtosFilters,
    sort: ['nome', 'sku', 'preco_venda', 'created_at'],
  }),
  resumo: endpoint({
    method: 'GET',
    url: '/api/produtos/resumo',
    config: { ...read, cost: 'summary' },
    schema: {
      summary: 'Resume o catálogo, ou o que passa pelos filtros',
      tags,
      querystring: z.object({ ...produtosFilters, busca }),
      response: { 200: ProdutosResumo },
    },
  }),
  /** Reads every matching row without a limit. It runs only on a person's request, one at a time. */
  resumoExato: endpoint({
    method: 'GET',
    url: '/api/produtos/resumo/exato',
    config: { ...read, cost: 'heavy' },
    schema: {
      summary: 'Resume o que passa pelos filtros, sem limite de linhas',
      tags,
      querystring: z.object({ ...produtosFilters, busca }),
      response: { 200: ProdutosResumo },
    },
  }),
  balcao: endpoint({
    method: 'GET',
    url: '/api/produtos/balcao',
    config: { ...read, cost: 'search' },
    schema: {
      summary: 'Acha produtos por código, SKU, nome ou marca; o código exato vem primeiro',
      tags,
      querystring: z.object({ busca: text(100) }),
      response: { 200: z.object({ itens: z.array(ProdutoEncontrado) }) },
    },
  }),
};
