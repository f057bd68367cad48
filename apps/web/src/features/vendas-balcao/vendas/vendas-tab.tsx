import { FiltrosDeVendas, vendasBalcao } from '@prumo/contract/vendas-balcao.ts';
import { Receipt } from 'lucide-react';
import { call } from '#lib/api.ts';
import { usePages } from '#records/list/use-pages.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { Frame } from '#ui/table/frame.tsx';
import { BalcaoTable } from './balcao-table.tsx';
import { VendasFilters } from './vendas-filters.tsx';
import type { VendasSearch } from './vendas-search.ts';

interface VendasTabProps {
  search: VendasSearch;
  go: (change: VendasSearch) => void;
  onOpen: (id: string) => void;
}

/** The past sales, the last one first. */
export function VendasTab({ search, go, onOpen }: VendasTabProps) {
  const filtros = filtrosIn(search);
  const { itens, error, retry, more } = usePages(
    ['vendas-balcao', vendasBalcao.list.url, null, filtros],
    async ({ cursor, signal }) => {
      const query = { ...filtros, cursor: cursor && Number(cursor) };
      const page = await call(vendasBalcao.list, { query, signal });
      return { itens: page.itens, proximo: page.proximo === null ? null : String(page.proximo) };
    },
  );
  const isEmpty = itens?.length === 0;
  return (
    <>
      <VendasFilters search={filtros} go={go} />
      <Frame>
        {error && !itens && <FailureState message={error.message} onRetry={retry} />}
        {isEmpty && (
          <EmptyState icon={Receipt} role="status">
            {emptyText(Object.keys(filtros).length > 0, more !== undefined)}
          </EmptyState>
        )}
        <div className="min-h-0 grow overflow-y-auto">
          {!isEmpty && !(error && !itens) && <BalcaoTable itens={itens} onOpen={onOpen} />}
          {more && (
            <div className="flex justify-center p-3">
              <Button busy={more.busy} onClick={more.load}>
                Carregar mais
              </Button>
            </div>
          )}
        </div>
      </Frame>
    </>
  );
}

/** Drops what the contract does not know, so that an old or mistyped link still opens. */
function filtrosIn(search: VendasSearch): FiltrosDeVendas {
  const { shape } = FiltrosDeVendas;
  const entries = Object.entries(search).filter(
    ([name, value]) => value && name in shape && shape[name as keyof typeof shape].safeParse(value).success,
  );
  return FiltrosDeVendas.parse(Object.fromEntries(entries));
}

function emptyText(isFiltered: boolean, hasMore: boolean): string {
  if (hasMore) return 'Nenhuma entre as vendas mais novas. Carregue mais para procurar nas mais antigas.';
  return isFiltered
    ? 'Nenhuma venda com estes filtros. Limpe-os para ver todas.'
    : 'Nenhuma venda ainda. A primeira aparece aqui quando for concluída.';
}
