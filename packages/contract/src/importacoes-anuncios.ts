import * as z from 'zod/mini';
import { uuid } from './endpoint.ts';
import { text } from './text.ts';

/** The anuncios that an importacao reads, by their status on the marketplace. */
export const ESTADOS_DE_ANUNCIO = ['ativos', 'pausados', 'encerrados'] as const;
export const EstadoDeAnuncio = z.enum(ESTADOS_DE_ANUNCIO);
export type EstadoDeAnuncio = z.infer<typeof EstadoDeAnuncio>;

/** The planned action: `criar` a produto, `ligar` to an existing produto, or `ignorar` the anuncio. */
export const AcaoDeAnuncio = z.enum(['criar', 'ligar', 'ignorar']);
export type AcaoDeAnuncio = z.infer<typeof AcaoDeAnuncio>;

/**
 * The outcome of an anuncio. `igual`: an earlier importacao imported the anuncio, and it has not changed
 * since.
 */
export const ResultadoDeAnuncio = z.enum([
  'pendente',
  'criado',
  'ligado',
  'atualizado',
  'igual',
  'ignorado',
  'recusado',
]);
export type ResultadoDeAnuncio = z.infer<typeof ResultadoDeAnuncio>;

/**
 * The certainty of a match. The import applies a match of `alta` unless a person rejects it. It applies the
 * others only once a person confirms them.
 */
export const Confianca = z.enum(['alta', 'media', 'baixa']);
export type Confianca = z.infer<typeof Confianca>;

/**
 * The evidence for the match. `anuncio`: an earlier importacao imported the anuncio, or it is the twin of
 * another anuncio.
 */
export const MotivoDeLigacao = z.enum(['anuncio', 'sku', 'gtin', 'codigo']);
export type MotivoDeLigacao = z.infer<typeof MotivoDeLigacao>;

/** One row of the preview: an anuncio, or one variation of it. */
export const AnuncioProposto = z.object({
  anuncio_id: z.string(),
  /** Empty for an anuncio without variations. */
  variacao_id: z.string(),
  titulo: z.string(),
  /** For example `Preto / G`. Empty for an anuncio without variations. */
  variacao: z.string(),
  /** A word for the person: `ativo` when it is simply for sale. */
  estado: z.string(),
  miniatura: z.nullable(z.string()),
  sku: z.string(),
  /** False when the anuncio has no SKU of its own. `sku` then holds the id of the anuncio. */
  sku_proprio: z.boolean(),
  marca: z.nullable(z.string()),
  codigos: z.array(z.string()),
  preco: z.string(),
  quantidade: z.string(),
  /** Whether the marketplace stores and ships this stock (Mercado Livre Full). */
  full: z.boolean(),
  fotos: z.int(),
  acao: AcaoDeAnuncio,
  /** The produto to link, or the one already linked. */
  produto: z.nullable(z.object({ id: z.uuid(), nome: z.string(), sku: z.string() })),
  confianca: z.nullable(Confianca),
  por: z.nullable(MotivoDeLigacao),
  /** Whether a person has decided the action for this anuncio. */
  conferido: z.boolean(),
  /** Empty fields of `produto` that the import fills. */
  preenche: z.array(z.enum(['cod_referencia', 'fotos', 'preco_venda'])),
  resultado: ResultadoDeAnuncio,
  /** The reason why the anuncio cannot be imported, or why it was not, as a message. */
  motivo: z.nullable(z.string()),
});
export type AnuncioProposto = z.infer<typeof AnuncioProposto>;

/** Filters for the list of anuncios. `conferir`: matches that a person must confirm. */
export const GRUPOS_DE_ANUNCIOS = [
  'todos',
  'criar',
  'ligar',
  'conferir',
  'ignorar',
  'recusados',
  'feitos',
] as const;
export const GrupoDeAnuncios = z.enum(GRUPOS_DE_ANUNCIOS);
export type GrupoDeAnuncios = z.infer<typeof GrupoDeAnuncios>;

/**
 * A marketplace categoria of the anuncios and the categoria it maps to. When `categoria_id` is null, the
 * import creates a categoria with the same name.
 */
export const CategoriaDeAnuncio = z.object({
  categoria_ml_id: z.string(),
  nome: z.string(),
  /** For example `Acessórios para Veículos > Peças > Freios`. */
  caminho: z.string(),
  anuncios: z.int(),
  categoria_id: z.nullable(z.uuid()),
  categoria_nome: z.nullable(z.string()),
});
export type CategoriaDeAnuncio = z.infer<typeof CategoriaDeAnuncio>;

/** Applies to the named anuncios or to the whole group. The caller sends exactly one of the two. */
export const DecisaoDeAnuncios = z.strictObject({
  anuncios: z.optional(
    z.array(z.strictObject({ anuncio_id: text(40), variacao_id: text(40) })).check(z.maxLength(100)),
  ),
  grupo: z.optional(GrupoDeAnuncios),
  acao: AcaoDeAnuncio,
  /** Links one anuncio to a produto other than the proposed one. */
  produto_id: z.optional(uuid('Escolha o produto')),
});
export type DecisaoDeAnuncios = z.infer<typeof DecisaoDeAnuncios>;
