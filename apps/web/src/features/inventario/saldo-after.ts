import type { Tipo } from '@prumo/contract/movimentos.ts';
import { sumOf } from '#lib/decimal.ts';

/** What a deposito would have after a movimento of this size; below zero where there is not enough. */
export function saldoAfter(tipo: Tipo, saldo: string, quantidade: string): string {
  if (tipo === 'ajuste') return sumOf([quantidade]);
  return sumOf([saldo, tipo === 'entrada' ? quantidade : `-${quantidade}`]);
}
