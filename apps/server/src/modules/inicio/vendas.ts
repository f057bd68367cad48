import { fromUnits, toUnits } from '@prumo/contract/exact-decimal.ts';
import type { Soma, VendasDoInicio } from '@prumo/contract/inicio.ts';
import type { Lidos, Parte } from './vendas.queries.ts';

type Dia = Soma & { dia: string };

/** The days of the chart, and of the period before it. */
const DIAS = 30;
const SEMANA = 7;

/**
 * The sales as the screen compares them: like with like. A part of today is compared with the same part of an earlier
 * day, and a period whose pedidos are not all here is not compared at all.
 */
export function vendasOf(
  { hoje, completo_desde, ...lidos }: Lidos,
  kept: readonly Dia[],
  partes: readonly Parte[],
): VendasDoInicio {
  if (completo_desde === null) return { ...lidos, vendas: null };
  const isHere = (daysAgo: number) => Date.parse(completo_desde) <= Date.parse(startOf(hoje, daysAgo));
  // The synchronisation reads backwards from the present, so the pedidos of today come first.
  if (!isHere(0)) return { ...lidos, vendas: null };
  const dias = daysUntil(hoje, 0, kept);
  const antes = daysUntil(hoje, DIAS, kept);
  const parteOf = (daysAgo: number): Soma => {
    const found = partes.find(({ dias_atras }) => dias_atras === daysAgo);
    return { total: found?.total ?? '0.00', pedidos: found?.pedidos ?? 0 };
  };
  const hasBefore = isHere(2 * DIAS - 1);
  const { total = '0.00', pedidos = 0 } = dias.at(-1) ?? {};
  return {
    ...lidos,
    vendas: {
      hoje: { total, pedidos },
      semana_passada: isHere(SEMANA) ? parteOf(SEMANA) : null,
      periodo: somaOf(dias),
      periodo_antes: hasBefore ? somaOf([...antes.slice(0, -1), parteOf(DIAS)]) : null,
      dias,
      dias_antes: hasBefore ? antes : [],
      completo: isHere(DIAS - 1),
    },
  };
}

/** Thirty days, of which the last one is `daysAgo` days before today. Days without pedidos are zero. */
function daysUntil(hoje: string, daysAgo: number, kept: readonly Dia[]): Dia[] {
  const known = new Map(kept.map((each) => [each.dia, each]));
  return Array.from({ length: DIAS }, (_, n) => {
    const dia = dayBefore(hoje, daysAgo + DIAS - 1 - n);
    return known.get(dia) ?? { dia, total: '0.00', pedidos: 0 };
  });
}

function somaOf(parts: readonly Soma[]): Soma {
  const cents = parts.reduce((sum, { total }) => sum + toUnits(total, 2), 0n);
  return { total: fromUnits(cents, 2), pedidos: parts.reduce((sum, { pedidos }) => sum + pedidos, 0) };
}

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

/** Midnight in São Paulo, which has had no summer time since 2019. */
const startOf = (hoje: string, daysAgo: number) => `${dayBefore(hoje, daysAgo)}T00:00:00-03:00`;
