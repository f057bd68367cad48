import { categorias } from '@prumo/contract/categorias.ts';
import type { Importacao } from '@prumo/contract/importacoes.ts';
import { inventario } from '@prumo/contract/inventario.ts';
import { marcas } from '@prumo/contract/marcas.ts';
import { produtos } from '@prumo/contract/produtos.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

const WRITTEN = [produtos, inventario, marcas, categorias].map(({ list }) => list.schema.tags[0]);

/** What was read of the catalogue before is read anew where it is shown next, because the import changes it. */
export function useFreshCatalogue({ contagem: { feitos, fotos_feitas } }: Importacao) {
  const queryClient = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are the occasion, not an input
  useEffect(() => {
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => WRITTEN.some((tag) => tag === queryKey[0]),
      refetchType: 'none',
    });
  }, [queryClient, feitos, fotos_feitas]);
}
