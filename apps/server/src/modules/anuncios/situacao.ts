import type { MotivoDeDiferenca, SituacaoDeAnuncio } from '@prumo/contract/anuncios.ts';

/** What decides the situacao of a unit. */
export interface Comparado {
  /** The disponível of its depositos in hundredths. Null without a produto. */
  disponivel: bigint | null;
  /** The quantity at the marketplace, in whole units. */
  quantidade: bigint;
  estado: string;
  pausado_por: string | null;
  is_full: boolean;
}

/** A reason that the numbers alone show. */
export type Diferenca = Exclude<MotivoDeDiferenca, 'vendas_nao_lidas'>;

/** Whole units of an amount in hundredths, rounded down. */
export const unitsOf = (hundredths: bigint): bigint =>
  hundredths / 100n - (hundredths < 0n && hundredths % 100n !== 0n ? 1n : 0n);

/** What buyers can buy now. A paused anuncio keeps its quantity and sells nothing. */
export const publicadoOf = ({ estado, quantidade }: Pick<Comparado, 'estado' | 'quantidade'>): bigint =>
  estado === 'ativo' ? quantidade : 0n;

const most = (one: bigint, other: bigint) => (one > other ? one : other);

/**
 * Decides whether a unit shows what the shop has. The stock of Full is not in the shop, and an ended anuncio sells
 * nothing again, so neither is compared.
 */
export function situacaoOf(unit: Comparado): { situacao: SituacaoDeAnuncio; motivo: Diferenca | null } {
  const { disponivel, estado, is_full, pausado_por } = unit;
  if (disponivel === null || is_full || estado === 'encerrado')
    return { situacao: 'nao_comparado', motivo: null };
  const aqui = most(unitsOf(disponivel), 0n);
  const publicado = publicadoOf(unit);
  if (publicado === aqui) return { situacao: 'em_dia', motivo: null };
  return { situacao: 'diferenca', motivo: publicado > aqui ? 'oferece_a_mais' : lessOf(pausado_por) };
}

function lessOf(pausadoPor: string | null): Diferenca {
  if (pausadoPor === 'vendedor') return 'pausado_por_voce';
  return pausadoPor === 'marketplace' ? 'pausado_pelo_marketplace' : 'oferece_a_menos';
}
