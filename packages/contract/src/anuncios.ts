import * as z from 'zod/mini';
import { uuid } from './endpoint.ts';
import { text } from './text.ts';

/** Which anuncios are read, by how the marketplace shows them. */
export const ESTADOS_DE_ANUNCIO = ['ativos', 'pausados', 'encerrados'] as const;
export const EstadoDeAnuncio = z.enum(ESTADOS_DE_ANUNCIO);
export type EstadoDeAnuncio = z.infer<typeof EstadoDeAnuncio>;

/** What is to be done with an anuncio: `criar` a produto, `ligar` it to one there is, or leave it out. */
export const AcaoDeAnuncio = z.enum(['criar', 'ligar', 'ignorar']);
export type AcaoDeAnuncio = z.infer<typeof AcaoDeAnuncio>;

/** `igual`: it was imported before, and nothing has changed since. */
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

/** How sure a match is: `alta` is done unless a person says otherwise, the others only when a person agrees. */
export const Confianca = z.enum(['alta', 'media', 'baixa']);
export type Confianca = z.infer<typeof Confianca>;

/** By what it was matched; `anuncio`: imported before, or the twin of another anuncio. */
export const MotivoDeLigacao = z.enum(['anuncio', 'sku', 'gtin', 'codigo']);
export type MotivoDeLigacao = z.infer<typeof MotivoDeLigacao>;

/** An anuncio of the preview, or one variation of it. */
export const AnuncioProposto = z.object({
  anuncio_id: z.string(),
  /** Empty for an anuncio without variations. */
  variacao_id: z.string(),
  titulo: z.string(),
  /** `Preto / G`; empty without variations. */
  variacao: z.string(),
  estado: z.string(),
  miniatura: z.nullable(z.string()),
  sku: z.string(),
  /** The anuncio has none: its id stands in. */
  sku_proprio: z.boolean(),
  marca: z.nullable(z.string()),
  codigos: z.array(z.string()),
  preco: z.string(),
  quantidade: z.string(),
  /** The marketplace keeps its stock. */
  full: z.boolean(),
  fotos: z.int(),
  acao: AcaoDeAnuncio,
  /** The produto it is to be linked to, or was. */
  produto: z.nullable(z.object({ id: z.uuid(), nome: z.string(), sku: z.string() })),
  confianca: z.nullable(Confianca),
  por: z.nullable(MotivoDeLigacao),
  /** A person has said what is to be done with it. */
  conferido: z.boolean(),
  /** Empty fields of that produto the import would fill. */
  preenche: z.array(z.enum(['cod_referencia', 'fotos', 'preco_venda'])),
  resultado: ResultadoDeAnuncio,
  /** A sentence: why it cannot be imported, or was not. */
  motivo: z.nullable(z.string()),
});
export type AnuncioProposto = z.infer<typeof AnuncioProposto>;

/** What the list of anuncios can be narrowed to. `conferir`: a match a person has to agree to. */
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

/** A categoria of the marketplace among the anuncios, and what it is here; null: one with its name is created. */
export const CategoriaDeAnuncio = z.object({
  categoria_ml_id: z.string(),
  nome: z.string(),
  /** `Acessórios para Veículos > Peças > Freios` */
  caminho: z.string(),
  anuncios: z.int(),
  categoria_id: z.nullable(z.uuid()),
  categoria_nome: z.nullable(z.string()),
});
export type CategoriaDeAnuncio = z.infer<typeof CategoriaDeAnuncio>;

/** About the named anuncios or, without them, all of the group: one of both is given. */
export const DecisaoDeAnuncios = z.strictObject({
  anuncios: z.optional(
    z.array(z.strictObject({ anuncio_id: text(40), variacao_id: text(40) })).check(z.maxLength(100)),
  ),
  grupo: z.optional(GrupoDeAnuncios),
  acao: AcaoDeAnuncio,
  /** To link one anuncio to another produto than the proposed one. */
  produto_id: z.optional(uuid('Escolha o produto')),
});
export type DecisaoDeAnuncios = z.infer<typeof DecisaoDeAnuncios>;
