import { lotes } from '@prumo/contract/lotes.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { loteQuery, watchLote } from './watch-lote.ts';

/** Starts a lote that brings these deleted produtos back. Returns its id; its dialog shows the progress. */
export async function restoreProdutos(
  queryClient: QueryClient,
  ids: string[],
  idempotencyKey: string,
): Promise<string> {
  const body = { selecao: { ids }, mudanca: { tipo: 'restaurar' as const } };
  const lote = await call(lotes.create, { body, idempotencyKey });
  queryClient.setQueryData(loteQuery(lote.id).queryKey, lote);
  watchLote(queryClient, lote.id);
  return lote.id;
}
