import type { AcaoDeAnuncio, AnuncioProposto } from '@prumo/contract/anuncios.ts';

export type Produto = NonNullable<AnuncioProposto['produto']>;

/**
 * An anuncio as it reads once it is decided, until its list is read anew. The proposed produto stays with it: a
 * person may come back to it. Undefined where only the server knows which one that is.
 */
export function decidedAs(
  anuncio: AnuncioProposto,
  acao: AcaoDeAnuncio,
  chosen?: Produto,
): AnuncioProposto | undefined {
  if (chosen)
    return { ...anuncio, acao, conferido: true, produto: chosen, por: null, confianca: null, preenche: [] };
  if (acao === 'ligar' && anuncio.acao !== 'ligar' && !anuncio.produto) return undefined;
  return { ...anuncio, acao, conferido: true };
}
