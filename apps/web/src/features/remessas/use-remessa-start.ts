import { minhasEmpresas } from '@prumo/contract/minhas-empresas.ts';
import { remessas } from '@prumo/contract/remessas.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#lib/api.ts';
import { useSession } from '#lib/session/session.ts';
import type { RemessaStart } from './remessa.ts';
import { startsOf } from './starts.ts';

/** What the address names of a remessa. */
interface RemessaArgs {
  codigo: string;
  /** The id of the produto that leaves, and of the empresa that receives it. */
  produtoId: string;
  paraId: string;
}

/** Finds the remessa of an address, as the search of the code offers it. */
export function useRemessaStart({ codigo, produtoId, paraId }: RemessaArgs) {
  const here = useSession().session?.empresa;
  const mine = useQuery(queryOf(minhasEmpresas.list));
  // Not fetched again while the form is open, because the form is based on it.
  const found = useQuery({
    ...queryOf(remessas.estoque, { query: { codigo } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const itens = found.data?.itens ?? [];
  const own = itens.find(({ empresa }) => empresa.id === here?.id)?.produtos ?? [];
  const starts: (RemessaStart | undefined)[] = itens.flatMap(({ empresa, produtos }) =>
    produtos.flatMap((produto) => {
      if (!here || !mine.data || empresa.id === here.id) return [];
      const { toHere, fromHere } = startsOf({ here, own, empresa, produto, mine: mine.data.itens });
      return [toHere, fromHere];
    }),
  );
  return {
    start: starts.find((each) => each?.de.produto.id === produtoId && each.para.empresa.id === paraId),
    isPending: found.isPending || mine.isPending,
    error: found.error ?? mine.error,
    retry: () => {
      void found.refetch();
      void mine.refetch();
    },
  };
}
