import { INICIO_A_CADA_MS, inicio } from '@prumo/contract/inicio.ts';
import { queryOf } from '#lib/api.ts';

/**
 * A pendencia must appear and close within a minute of its cause, so the visible page asks every half minute, and
 * when the person returns to it. A hidden page asks nothing.
 */
export const inicioQuery = { ...queryOf(inicio.get), staleTime: 0, refetchInterval: INICIO_A_CADA_MS };

export const vendasQuery = { ...queryOf(inicio.vendas), staleTime: 0, refetchInterval: 60_000 };

export const atividadeQuery = { ...queryOf(inicio.atividade), staleTime: 0, refetchInterval: 60_000 };
