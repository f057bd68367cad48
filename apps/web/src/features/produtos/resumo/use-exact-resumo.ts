import { type ProdutosResumo, produtos } from '@prumo/contract/produtos.ts';
import { useMutation } from '@tanstack/react-query';
import type { ProdutosFilter } from '#features/produtos/produtos-search.ts';
import { call } from '#lib/api.ts';

interface Asked {
  filter: ProdutosFilter;
  /** The time at which the cards were loaded. */
  of: number;
}

/**
 * The exact figures of a filter, calculated on request. They are shown only beside the cards they were requested for:
 * cards loaded later, for example after a save, may differ.
 */
export function useExactResumo(filter: ProdutosFilter, of: number) {
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: async (asked: Asked): Promise<{ resumo: ProdutosResumo; at: string }> => ({
      resumo: await call(produtos.resumoExato, { query: asked.filter }),
      at: new Date().toISOString(),
    }),
  });
  const isThis = variables?.of === of && JSON.stringify(variables.filter) === JSON.stringify(filter);
  return {
    calculate: () => mutate({ filter, of }),
    busy: isThis && isPending,
    failure: isThis ? error : null,
    answer: isThis && !isPending ? data : undefined,
  };
}
