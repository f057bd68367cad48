/** The key (`unitKey`) of a unit `i` among those of its seller. */
export const unitKeyOf = (i: string) => `${i}.anuncio_id || ' ' || ${i}.variacao_id`;

/** The condition that `first` is the unit named by `mesmo_produto` of a unit `i`. */
export const isFirstOf = (first: string, i: string) =>
  `${first}.anuncio_id = split_part(${i}.mesmo_produto, ' ', 1)
   and ${first}.variacao_id = split_part(${i}.mesmo_produto, ' ', 2)`;

/**
 * The condition that a unit `i` may be, but is not certainly, one produto with the first unit of its group.
 * It belongs to that group only while its action is `ligar`. Otherwise it is the first unit of its own group.
 */
export const isPerhaps = (i: string) =>
  `(${i}.confianca in ('media', 'baixa') and ${i}.mesmo_produto <> ${unitKeyOf(i)}) is true`;
