import type { MotivoDeDiferenca, SituacaoDeAnuncio } from '@prumo/contract/anuncios.ts';

/** What decides the situacao of a unit. */
export interface Comparado {
  /** What it has to show. Null if nothing of the shop stands against it. */
  esperado: number | null;
  /** The quantity at the marketplace, in whole units. */
  quantidade: bigint;
  estado: string;
  pausado_por: string | null;
}

/** A reason that the numbers alone show. */
export type Diferenca = Exclude<MotivoDeDiferenca, 'vendas_nao_lidas'>;

/** Whole units of an amount in hundredths, rounded down. */
export const unitsOf = (hundredths: bigint): bigint =>
  hundredths / 100n - (hundredths < 0n && hundredths % 100n !== 0n ? 1n : 0n);

/** What buyers can buy now. A paused anuncio keeps its quantity and sells nothing. */
export const publicadoOf = ({ estado, quantidade }: Pick<Comparado, 'estado' | 'quantidade'>): bigint =>
  estado === 'ativo' ? quantidade : 0n;

/** Decides whether a unit shows what it has to show. */
export function situacaoOf(unit: Comparado): { situacao: SituacaoDeAnuncio; motivo: Diferenca | null } {
  const { esperado, pausado_por } = unit;
  if (esperado === null) return { situacao: 'nao_comparado', motivo: null };
  const publicado = publicadoOf(unit);
  if (publicado === BigInt(esperado)) return { situacao: 'em_dia', motivo: null };
  return { situacao: 'diferenca', motivo: publicado > esperado ? 'oferece_a_mais' : lessOf(pausado_por) };
}

function lessOf(pausadoPor: string | null): Diferenca {
  if (pausadoPor === 'vendedor') return 'pausado_por_voce';
  return pausadoPor === 'marketplace' ? 'pausado_pelo_marketplace' : 'oferece_a_menos';
}
