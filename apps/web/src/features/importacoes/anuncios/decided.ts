import type { AcaoDeAnuncio, AnuncioProposto } from '@prumo/contract/importacoes-anuncios.ts';

export type Produto = NonNullable<AnuncioProposto['produto']>;

/**
 * The optimistic state of a decided anuncio until its list is fetched again. It keeps the proposed produto, because the
 * person may choose it again. Undefined when only the server knows the proposal.
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
