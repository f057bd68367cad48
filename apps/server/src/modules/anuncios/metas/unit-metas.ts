import type { Publicacao } from '@prumo/contract/publicacao.ts';
import { unitsOf } from '#modules/anuncios/situacao.ts';
import type { Unidade } from '#modules/anuncios/unidades.queries.ts';
import type { Disponivel } from './disponivel.ts';
import { gruposOf } from './grupos.ts';
import { metasOf } from './metas.ts';

/** A unit with the stock from which its sales are drawn. Null without a produto, or while its conta is not connected. */
export interface UnidadeMedida {
  unit: Unidade;
  disponivel: Disponivel | null;
}

export interface UnitMeta {
  unit: Unidade;
  /** What the unit has to show. Null if nothing of the shop stands against it. */
  esperado: number | null;
  /** Whether the quantity is written to this unit. One unit stands for its whole grupo. */
  envia: boolean;
  /**
   * In the mode `cotas`, the units with the same number divide one stock. Null for a unit that gets no part, and in the
   * other modes.
   */
  divide: number | null;
}

/** What shares one quantity at the marketplace, and the stock that it may show. */
interface Grupo {
  numero: number;
  cota: number | null;
  disponivel: Disponivel;
}

/**
 * Says what the units of one produto have to show. Full has a stock of its own, and an ended or vanished anuncio sells
 * nothing again, so these have no `esperado`. The product sends nothing to an anuncio that the seller or the marketplace
 * paused. Such an anuncio shows nothing, so in the mode `cotas` it gets no part, and its `esperado` is what it would show
 * as the only one.
 */
export function unitMetasOf(measured: readonly UnidadeMedida[], publicacao: Publicacao): UnitMeta[] {
  const numeros = gruposOf(measured.map(({ unit }) => unit));
  const metas = metasOfGrupos(gruposIn(measured, numeros), publicacao);
  const carriers = carriersOf(measured, numeros);
  return measured.map(({ unit, disponivel }, n) => {
    if (!disponivel || !isCompared(unit)) return { unit, esperado: null, envia: false, divide: null };
    const meta = metas.get(numeros[n] ?? n);
    if (meta) return { unit, esperado: meta.units, envia: carriers.has(n), divide: meta.divide };
    const alone = metasOf(wholeUnitsOf(disponivel), publicacao, [{ id: '', cota: unit.cota, fixo: null }]);
    return { unit, esperado: alone.get('') ?? 0, envia: false, divide: null };
  });
}

const isCompared = ({ is_full, estado, sumiu_em }: Unidade) =>
  !is_full && estado !== 'encerrado' && sumiu_em === null;

/** Whether the product may change what the unit shows. A pause for lack of stock has no `pausado_por`. */
const isOurs = ({ unit, disponivel }: UnidadeMedida) =>
  disponivel !== null && isCompared(unit) && unit.pausado_por === null;

const wholeUnitsOf = ({ total }: Disponivel) => Number(unitsOf(total));

function gruposIn(measured: readonly UnidadeMedida[], numeros: readonly number[]): Grupo[] {
  const grupos = new Map<number, Grupo>();
  for (const [n, each] of measured.entries()) {
    const { unit, disponivel } = each;
    if (!disponivel || !isOurs(each)) continue;
    const numero = numeros[n] ?? n;
    const known = grupos.get(numero);
    grupos.set(numero, {
      numero,
      cota: known?.cota ?? unit.cota,
      disponivel: known ? together([known.disponivel, disponivel]) : disponivel,
    });
  }
  return [...grupos.values()];
}

/** One unit of each grupo: the first that is for sale, and otherwise the first. */
function carriersOf(measured: readonly UnidadeMedida[], numeros: readonly number[]): ReadonlySet<number> {
  const carriers = new Map<number, number>();
  for (const [n, each] of measured.entries()) {
    if (!isOurs(each)) continue;
    const numero = numeros[n] ?? n;
    const known = carriers.get(numero);
    const isBetter =
      known === undefined || (measured[known]?.unit.estado !== 'ativo' && each.unit.estado === 'ativo');
    if (isBetter) carriers.set(numero, n);
  }
  return new Set(carriers.values());
}

interface GrupoMeta {
  units: number;
  divide: number | null;
}

function metasOfGrupos(grupos: readonly Grupo[], publicacao: Publicacao): ReadonlyMap<number, GrupoMeta> {
  const isDivided = publicacao.modo === 'cotas';
  const shares = isDivided ? sharingOf(grupos) : grupos.map((grupo) => [grupo]);
  return new Map(
    shares.flatMap((share, n) => {
      const units = wholeUnitsOf(together(share.map(({ disponivel }) => disponivel)));
      const metas = metasOf(
        units,
        publicacao,
        share.map(({ numero, cota }) => ({ id: String(numero), cota, fixo: null })),
      );
      return share.map(({ numero }): [number, GrupoMeta] => [
        numero,
        { units: metas.get(String(numero)) ?? 0, divide: isDivided ? n : null },
      ]);
    }),
  );
}

/** Joins the grupos that draw from a common deposito, because they sell the same units. */
function sharingOf(grupos: readonly Grupo[]): Grupo[][] {
  const shares: Grupo[][] = [];
  for (const grupo of grupos) {
    const touched = shares.filter((share) =>
      share.some((each) => haveCommon(each.disponivel, grupo.disponivel)),
    );
    const joined = [...touched.flat(), grupo];
    for (const share of touched) shares.splice(shares.indexOf(share), 1);
    shares.push(joined);
  }
  return shares.map((share) => share.toSorted((one, other) => one.numero - other.numero));
}

const haveCommon = (one: Disponivel, other: Disponivel) =>
  one.depositos.some((id) => other.depositos.includes(id));

/**
 * What several grupos can show together: the least that one of them has. Each sale then finds its unit, whatever
 * depositos the grupos share.
 */
const together = (all: readonly Disponivel[]): Disponivel => ({
  total: all.map(({ total }) => total).toSorted((one, other) => Number(one - other))[0] ?? 0n,
  depositos: [...new Set(all.flatMap(({ depositos }) => depositos))],
});
