import * as z from 'zod/mini';
import { instant, recordEndpoints } from './endpoint.ts';
import { orNull, requiredText, stored, text } from './text.ts';

export const CategoriaInput = z.strictObject({
  nome: requiredText(100, 'Nome é obrigatório'),
  descricao: orNull(text(2000)),
  /** Null for a principal. A parent must be a principal, never a subcategoria. */
  parent_id: z.nullable(z.uuid()),
});
export type CategoriaInput = z.infer<typeof CategoriaInput>;

export const Categoria = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  ...stored(CategoriaInput.shape),
  versao: z.int(),
  created_at: instant(),
});
export type Categoria = z.infer<typeof Categoria>;

const Subcategoria = z.object({
  id: z.uuid(),
  nome: z.string(),
  /** Only in the tree (`arvore`), which shows the one and needs the other to move a subcategoria. */
  descricao: z.optional(z.nullable(z.string())),
  versao: z.optional(z.int()),
});

/** The server stops counting the subcategorias of a categoria at this number. */
export const MAX_SUBCATEGORIAS = 1000;
/** The maximum number of subcategorias in a row of the list. It equals the maximum page of a list. */
export const SUBCATEGORIAS_LISTADAS = 100;
/** The maximum number of subcategorias below a principal of the tree, whose page writes each of them as a line. */
export const SUBCATEGORIAS_NA_ARVORE = 20;

export const CategoriaListada = z.object({
  ...Categoria.shape,
  parent_nome: z.nullable(z.string()),
  /** `MAX_SUBCATEGORIAS + 1` means that there are more than the server counted. */
  total_subcategorias: z.int(),
  /** The first hundred subcategorias, in the tree the first twenty, sorted by nome. `parent_id` pages through all. */
  subcategorias: z.array(Subcategoria),
});
export type CategoriaListada = z.infer<typeof CategoriaListada>;

export const categorias = recordEndpoints('/api/categorias', {
  tag: 'categorias',
  right: 'alterar_produtos',
  input: CategoriaInput,
  row: Categoria,
  listed: CategoriaListada,
  filters: {
    /** Lists the subcategorias of this categoria. */
    parent_id: z.optional(z.uuid()),
    /** Lists only principals, which can be a parent. */
    principal: z.optional(z.literal('true')),
    /** Lists the principals as a tree: their subcategorias also have descricao and versao. */
    arvore: z.optional(z.literal('true')),
  },
  sort: ['nome', 'created_at'],
});
