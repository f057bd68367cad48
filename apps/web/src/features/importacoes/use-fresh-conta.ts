import { contas } from '@prumo/contract/contas.ts';
import type { Importacao } from '@prumo/contract/importacoes.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

export const readContasAnew = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: [contas.list.schema.tags[0]] });

/**
 * An importacao may be interrupted because the conta lost its access. The other screens of the conta must show that
 * too.
 */
export function useFreshConta(importacao: Importacao | undefined) {
  const queryClient = useQueryClient();
  const isInterrupted = importacao?.situacao === 'interrompida';
  useEffect(() => {
    if (isInterrupted) void readContasAnew(queryClient);
  }, [queryClient, isInterrupted]);
}
