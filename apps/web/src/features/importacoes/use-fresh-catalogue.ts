import { categorias } from '@prumo/contract/categorias.ts';
import type { Importacao } from '@prumo/contract/importacoes.ts';
import { inventario } from '@prumo/contract/inventario.ts';
import { marcas } from '@prumo/contract/marcas.ts';
import { produtos } from '@prumo/contract/produtos.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isOpen } from './importacao-query.ts';

const WRITTEN = [produtos, inventario, marcas, categorias].map(({ list }) => list.schema.tags[0]);

/** Those last seen at work: once their screen is left, nobody hears what they write. */
const atWork = new Set<string>();

/** While an import is at work what is read of the catalogue holds for no time, wherever it is shown. */
export function holdCatalogue(queryClient: QueryClient, importacao: Importacao) {
  if (isOpen(importacao) && importacao.iniciada_em !== null) atWork.add(importacao.id);
  else atWork.delete(importacao.id);
  for (const tag of WRITTEN) queryClient.setQueryDefaults([tag], atWork.size > 0 ? { staleTime: 0 } : {});
}

/** What was read of the catalogue before is read anew where it is shown next, because the import changes it. */
export function useFreshCatalogue(importacao: Importacao | undefined) {
  const queryClient = useQueryClient();
  const { situacao, contagem } = importacao ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are the occasion, not an input
  useEffect(() => {
    if (!importacao) return;
    holdCatalogue(queryClient, importacao);
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => WRITTEN.some((tag) => tag === queryKey[0]),
      refetchType: 'none',
    });
  }, [queryClient, importacao?.id, situacao, contagem?.feitos, contagem?.fotos_feitas]);
}
