/** How a unit `i` is called among those of its seller. */
export const keyOf = (i: string) => `${i}.anuncio_id || '/' || ${i}.variacao_id`;

/** Which one that is, of `mesmo_produto` of a unit `i`. */
export const isFirstOf = (first: string, i: string) =>
  `${first}.anuncio_id = split_part(${i}.mesmo_produto, '/', 1)
   and ${first}.variacao_id = split_part(${i}.mesmo_produto, '/', 2)`;

/**
 * Whether it is not certain that a unit `i` is one produto with the first of its group: it is only while that is to be
 * linked. Otherwise it is the first of its own.
 */
export const isPerhaps = (i: string) =>
  `(${i}.confianca in ('media', 'baixa') and ${i}.mesmo_produto <> ${keyOf(i)}) is true`;
