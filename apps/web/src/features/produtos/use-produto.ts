import { type ProdutoListado, produtos } from '@prumo/contract/produtos.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#lib/api.ts';

/** The produto of a dialog. After a reload or from a link it may not be on the page of the list, and is loaded. */
export function useProduto(id: string, listed: ProdutoListado | undefined) {
  const { data, error, refetch } = useQuery({
    ...queryOf(produtos.get, { params: { id } }),
    enabled: listed === undefined,
  });
  return { produto: listed ?? data, error: listed ? null : error, refetch };
}
