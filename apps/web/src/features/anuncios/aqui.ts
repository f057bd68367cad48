import type { UnidadeDeAnuncio } from '@prumo/contract/anuncios.ts';

/** The number here that the whole bloco shares. Undefined when a rule gives one of its units another one. */
export function aquiOf({
  unidades,
}: {
  unidades: readonly Pick<UnidadeDeAnuncio, 'aqui'>[];
}): string | undefined {
  const [first, ...rest] = unidades.flatMap(({ aqui }) => aqui ?? []);
  return rest.every((each) => each === first) ? first : undefined;
}
