import { type MargemNaLista, margem } from '@prumo/contract/margem.ts';
import { useQueries } from '@tanstack/react-query';
import { queryOf } from '#lib/api.ts';
import { useMay } from '#lib/session/may.tsx';

/** The maximum number of parcels that one read covers. It is the page of the list. */
const PAGE = 50;

export type Margens = ReadonlyMap<string, MargemNaLista>;

/** What is left of the parcels of a list, in percent. Empty for people who may not see costs, and until it is read. */
export function useMargens(ids: readonly string[]): Margens {
  const may = useMay(margem.get);
  const pages = Array.from({ length: may ? Math.ceil(ids.length / PAGE) : 0 }, (_, n) =>
    ids.slice(n * PAGE, (n + 1) * PAGE).join(','),
  );
  return useQueries({
    queries: pages.map((page) => ({ ...queryOf(margem.list, { query: { ids: page } }), staleTime: 0 })),
    combine: (read) =>
      new Map(read.flatMap(({ data }) => data?.itens ?? []).map((each) => [each.id, each] as const)),
  });
}
