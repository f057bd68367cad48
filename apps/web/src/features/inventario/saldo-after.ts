import type { Tipo } from '@prumo/contract/movimentos.ts';
import { sumOf } from '#lib/numbers/decimal.ts';

/**
 * The saldo of a deposito after this movimento; negative when there is not enough stock. Undefined while the
 * quantidade is not a number of zero or more.
 */
export function saldoAfter(tipo: Tipo, saldo: string, quantidade: string): string | undefined {
  if (quantidade.startsWith('-')) return undefined;
  if (tipo === 'ajuste') return sumOf([quantidade]);
  return sumOf([saldo, tipo === 'entrada' ? quantidade : `-${quantidade}`]);
}
