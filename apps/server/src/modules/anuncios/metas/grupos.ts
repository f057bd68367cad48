import { unitKey } from '#modules/marketplace/listings.ts';

interface Gemeo {
  marketplace: string;
  seller_id: string;
  anuncio_id: string;
  variacao_id: string;
  produto_fisico: string | null;
  gemeos: readonly string[];
}

/**
 * Numbers the groups of units that share one quantity at the marketplace: the twins of one physical product. The result
 * has the number of each unit, in their order.
 */
export function gruposOf(units: readonly Gemeo[]): number[] {
  const grupos = units.map((_, n) => n);
  /** The first unit with a name. Units with a common name are twins. */
  const firsts = new Map<string, number>();
  units.forEach((unit, n) => {
    for (const name of namesOf(unit)) {
      const first = firsts.get(name) ?? n;
      firsts.set(name, first);
      join(grupos, grupos[n] ?? n, grupos[first] ?? first);
    }
  });
  return grupos;
}

function join(grupos: number[], one: number, other: number): void {
  if (one === other) return;
  const into = Math.min(one, other);
  for (const [n, grupo] of grupos.entries()) if (grupo === one || grupo === other) grupos[n] = into;
}

function namesOf({ marketplace, seller_id, anuncio_id, variacao_id, produto_fisico, gemeos }: Gemeo) {
  const own = [unitKey(anuncio_id, variacao_id), ...gemeos].map((key) => `unit ${key}`);
  return [...own, ...(produto_fisico === null ? [] : [`physical ${produto_fisico}`])].map(
    (name) => `${marketplace} ${seller_id} ${name}`,
  );
}
