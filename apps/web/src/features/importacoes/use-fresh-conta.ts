import { contas } from '@prumo/contract/contas.ts';
import type { Importacao } from '@prumo/contract/importacoes.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

export const readContasAnew = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: [contas.list.schema.tags[0]] });

/** What interrupts an import may be the access to the conta: its other screens are to say so too. */
export function useFreshConta(importacao: Importacao | undefined) {
  const queryClient = useQueryClient();
  const isInterrupted = importacao?.situacao === 'interrompida';
  useEffect(() => {
    if (isInterrupted) void readContasAnew(queryClient);
  }, [queryClient, isInterrupted]);
}
