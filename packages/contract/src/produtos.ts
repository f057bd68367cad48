import * as z from 'zod/mini';
import { decimal } from './decimal.ts';
import { endpoint, instant, recordEndpoints, uuid } from './endpoint.ts';
import { quantidade, Saldo } from './movimentos.ts';
import { requiredText, stored, text } from './text.ts';

const preco = (message: string) => decimal({ places: 2, max: 9_999_999_999.99, message });

/** A scanner or a person may type the same code twice; capitals make no other code. */
export const isSameCodigo = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const areDistinct = (codigos: readonly string[]) =>
  codigos.every((codigo, index) => !codigos.slice(0, index).some((earlier) => isSameCodigo(codigo, earlier)));

export const MAX_FOTOS = 30;

/** The quantity of a produto in a deposito, as a form has it. */
export const SaldoInput = z.strictObject({
  deposito_id: uuid('Escolha o depósito'),
  /** Null takes the produto out of the deposito: one that is merely missing may be one the form never saw. */
  quantidade: z.nullable(quantidade()),
  /** What the form had read, null for a deposito just added. Saving writes the difference, and refuses when it has changed since. */
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
  custo_unitario: preco('Custo unitário deve ser maior ou igual a 0'),
  preco_venda: preco('Preço de venda deve ser maior ou igual a 0'),
  /** In the order they are shown. */
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

/** The columns of a produto: what is left of it in the trash. */
export const ProdutoExcluido = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  ...stored(fields),
  cod_referencia: z.array(z.string()),
  fotos: z.array(z.string()),
  /** The sum over its depositos. */
  estoque_inicial: z.string(),
  versao: z.int(),
  created_at: instant(),
});
export type ProdutoExcluido = z.infer<typeof ProdutoExcluido>;

const nomes = { categoria_nome: z.string(), marca_nome: z.string(), fornecedor_nome: z.string() };

export const ProdutoListado = z.object({ ...ProdutoExcluido.shape, ...nomes });
export type ProdutoListado = z.infer<typeof ProdutoListado>;

export const Produto = z.object({ ...ProdutoListado.shape, depositos: z.array(Saldo) });
export type Produto = z.infer<typeof Produto>;

const contains = z.optional(text(100));

/** What the list can be narrowed to. A text is looked for anywhere in its field, whatever the case and the accents. */
export const produtosFilters = {
  sku: contains,
  cod_referencia: contains,
  nome: contains,
  marca: contains,
  categoria: contains,
  marca_id: z.optional(z.uuid()),
  categoria_id: z.optional(z.uuid()),
  fornecedor_id: z.optional(z.uuid()),
};

/** The cards. With a filter all but `total` are about what passes it. */
export const ProdutosResumo = z.object({
  total: z.int(),
  filtrados: z.nullable(z.int()),
  valor_estoque: z.string(),
  sem_estoque: z.int(),
  baixo_estoque: z.int(),
  categorias: z.int(),
  marcas: z.int(),
  /** Per produto, rounded to a whole number. */
  estoque_medio: z.string(),
});
export type ProdutosResumo = z.infer<typeof ProdutosResumo>;

/** A produto as the counter finds it. */
export const ProdutoEncontrado = z.object({
  id: z.uuid(),
  nome: z.string(),
  sku: z.string(),
  marca_nome: z.string(),
  foto: z.nullable(z.string()),
  estoque_inicial: z.string(),
  preco_venda: z.string(),
  /** The code that is exactly what was typed, separators and case aside. */
  codigo: z.nullable(z.string()),
});
export type ProdutoEncontrado = z.infer<typeof ProdutoEncontrado>;

const busca = z.optional(text(100));
const read = { auth: 'session', tenant: true, cost: 'read' } as const;
const tags = ['produtos'];

export const produtos = {
  ...recordEndpoints('/api/produtos', {
    tag: 'produtos',
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
    config: read,
    schema: {
      summary: 'Resume o catálogo, ou o que passa pelos filtros',
      tags,
      querystring: z.object({ ...produtosFilters, busca }),
      response: { 200: ProdutosResumo },
    },
  }),
  balcao: endpoint({
    method: 'GET',
    url: '/api/produtos/balcao',
    config: read,
    schema: {
      summary: 'Acha produtos por código, SKU, nome ou marca; o código exato vem primeiro',
      tags,
      querystring: z.object({ busca: text(100) }),
      response: { 200: z.object({ itens: z.array(ProdutoEncontrado) }) },
    },
  }),
};
