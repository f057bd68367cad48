import { categorias } from '@prumo/contract/categorias.ts';
import type { Importacao } from '@prumo/contract/importacoes.ts';
import { inventario } from '@prumo/contract/inventario.ts';
import { marcas } from '@prumo/contract/marcas.ts';
import { produtos } from '@prumo/contract/produtos.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isOpen } from './importacao-query.ts';

const WRITTEN = [produtos, inventario, marcas, categorias].map(({ list }) => list.schema.tags[0]);

/**
 * The ids of the importacoes that ran at their last poll. Once their screen is closed, no poll reports what
 * they write.
 */
const atWork = new Set<string>();

/** While an importacao runs, cached catalogue data is always stale, so every screen fetches it again. */
export function holdCatalogue(queryClient: QueryClient, importacao: Importacao) {
  if (isOpen(importacao) && importacao.iniciada_em !== null) atWork.add(importacao.id);
  else atWork.delete(importacao.id);
  for (const tag of WRITTEN) queryClient.setQueryDefaults([tag], atWork.size > 0 ? { staleTime: 0 } : {});
}

/**
 * Marks catalogue queries as stale, because the importacao changes the catalogue. The next screen fetches them again.
 */
export function useFreshCatalogue(importacao: Importacao | undefined) {
  const queryClient = useQueryClient();
  const { situacao, contagem } = importacao ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: they trigger the effect but are not used in it
  useEffect(() => {
    if (!importacao) return;
    holdCatalogue(queryClient, importacao);
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => WRITTEN.some((tag) => tag === queryKey[0]),
      refetchType: 'none',
    });
  }, [queryClient, importacao?.id, situacao, contagem?.feitos, contagem?.fotos_feitas]);
}
