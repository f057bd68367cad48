import { useEffect } from 'react';
import { useSelection } from '#records/selection/use-selection.ts';
import { filterOf, type ProdutosPlace } from './produtos-search.ts';

/** The picked produtos of the list. The address may ask for all of its filter when the screen opens. */
export function useSelecao({ search, go }: ProdutosPlace, page: readonly { id: string }[]) {
  // The selection changes from here on, and a reload must not bring the first one back.
  useEffect(() => {
    if (search.selecao) go({ selecao: undefined }, { replace: true });
  }, [search.selecao, go]);
  return useSelection({
    filtro: filterOf(search),
    page: page.map(({ id }) => id),
    opensWithAll: search.selecao === 'todos',
  });
}
