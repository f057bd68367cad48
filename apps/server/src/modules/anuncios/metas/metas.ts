import { MAIOR_QUANTIDADE, type Publicacao } from '@prumo/contract/publicacao.ts';

export interface GrupoDaMeta {
  id: string;
  /** The units that a person wants this group to show in the mode `cotas`. Null when the rule divides them. */
  cota: number | null;
  /** The quantity of a group that we cannot change. Null for every other group. */
  fixo: number | null;
}

/**
 * Says how many units each stock group has to show: the listings that share one quantity at a marketplace. In the mode
 * `cotas` the groups divide what is there less the units held back, so that no sale exceeds the stock. In the other modes
 * every group shows all of it, and two sales at the same time can exceed the stock.
 *
 * When the units do not suffice, the chosen cotas are cut in proportion, groups without one get nothing, and what is left of
 * a division goes to earlier groups. A group that we cannot change keeps what it shows, and in the mode `cotas` the others
 * get less.
 */
export function metasOf(
  disponivel: number,
  { modo, retidas }: Publicacao,
  grupos: readonly GrupoDaMeta[],
): ReadonlyMap<string, number> {
  const metas = new Map(grupos.flatMap(({ id, fixo }) => (fixo === null ? [] : [[id, fixo]])));
  const free = grupos.filter(({ fixo }) => fixo === null);
  if (modo !== 'cotas') {
    for (const { id } of free) metas.set(id, within(disponivel - retidas));
    return metas;
  }
  const taken = [...metas.values()].reduce((sum, units) => sum + units, 0);
  const units = Math.max(0, disponivel - retidas - taken);
  const wanted = free.reduce((sum, { cota }) => sum + (cota ?? 0), 0);
  const chosen = free.filter(({ cota }) => cota !== null);
  const shares = divide(
    Math.min(units, wanted),
    chosen.map(({ cota }) => cota ?? 0),
  );
  for (const [n, { id }] of chosen.entries()) metas.set(id, within(shares[n] ?? 0));
  const others = free.filter(({ cota }) => cota === null);
  const rest = divide(
    Math.max(0, units - wanted),
    others.map(() => 1),
  );
  for (const [n, { id }] of others.entries()) metas.set(id, within(rest[n] ?? 0));
  return metas;
}

/** Divides units by weights. What is left after whole shares goes to the largest remainders, earlier ones first. */
function divide(units: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum === 0) return weights.map(() => 0);
  const shares = weights.map((weight) => Math.floor((units * weight) / sum));
  const left = units - shares.reduce((all, share) => all + share, 0);
  const remainder = (n: number) => (units * (weights[n] ?? 0)) % sum;
  const order = weights
    .map((_, n) => n)
    .sort((one, other) => remainder(other) - remainder(one) || one - other);
  for (const n of order.slice(0, left)) shares[n] = (shares[n] ?? 0) + 1;
  return shares;
}

const within = (units: number) => Math.min(MAIOR_QUANTIDADE, Math.max(0, units));
