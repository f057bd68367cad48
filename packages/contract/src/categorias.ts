import * as z from 'zod/mini';
import { instant, recordEndpoints } from './endpoint.ts';
import { orNull, requiredText, stored, text } from './text.ts';

export const CategoriaInput = z.strictObject({
  nome: requiredText(100, 'Nome é obrigatório'),
  descricao: orNull(text(2000)),
  /** Null for a principal; otherwise a principal, never a subcategoria. */
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

const Subcategoria = z.object({ id: z.uuid(), nome: z.string() });

export const CategoriaListada = z.object({
  ...Categoria.shape,
  parent_nome: z.nullable(z.string()),
  total_subcategorias: z.int(),
  /** The first ten, by nome; all of them by `?parent_id=`. */
  subcategorias: z.array(Subcategoria),
});
export type CategoriaListada = z.infer<typeof CategoriaListada>;

export const categorias = recordEndpoints('/api/categorias', {
  tag: 'categorias',
  input: CategoriaInput,
  row: Categoria,
  listed: CategoriaListada,
  filters: {
    /** The subcategorias of this one. */
    parent_id: z.optional(z.uuid()),
    /** Those that can be the parent of another. */
    principal: z.optional(z.literal('true')),
  },
  sort: ['nome', 'created_at'],
});
