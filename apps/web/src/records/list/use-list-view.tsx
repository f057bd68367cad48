import type { Lista, Visao } from '@prumo/contract/visoes.ts';
import type { Column } from '#ui/table/column.ts';
import { arrange, type Layout, PLAIN } from '#ui/table/layout.ts';
import { ExibirButton } from './exibir/exibir-button.tsx';
import type { ListSearch } from './list-search.ts';
import { useExibicao } from './visoes/use-exibicao.ts';
import { useVisoes } from './visoes/use-visoes.ts';
import { VisoesTabs } from './visoes/visoes-tabs.tsx';

interface ListViewOptions<Row, Sort extends string, Search extends ListSearch> {
  lista: Lista;
  columns: readonly Column<Row, Sort>[];
  search: Search;
  go: (change: Search) => void;
  /** Reads an address, as the route of the list does. */
  read: (raw: Record<string, unknown>) => Search;
  /** The word for the whole list, and the name of its own order. */
  words: { all: string; order: string };
  /** The number of all records, if it is known. */
  total: number | undefined;
  standard?: Layout;
}

/**
 * The way a person sees a list: its saved views as tabs, the button Exibir, and the columns, widths and density for the
 * table (ADR 0074).
 */
export function useListView<Row, Sort extends string, Search extends ListSearch>(
  options: ListViewOptions<Row, Sort, Search>,
) {
  const { lista, columns, search, go, read, words, total, standard = PLAIN } = options;
  const visoes = useVisoes(lista);
  const aba = visoes.itens.find(({ id }) => id === search.aba);
  const { layout, change, reset, forget } = useExibicao(lista, aba, standard);
  const shown = { lista, search, layout, columns };

  function showVisao(visao: Visao | undefined) {
    forget();
    go({ ...read({ ...visao?.endereco, aba: visao?.id }), limite: search.limite });
  }

  /** Saves what the screen shows, under a new name or into the current visao. */
  async function save(nome: string | undefined): Promise<boolean> {
    if (nome === undefined) return aba !== undefined && visoes.save(aba, shown);
    const made = await visoes.create(nome, shown);
    if (made) showVisao(made);
    return made !== undefined;
  }

  return {
    save,
    tabs: (
      <VisoesTabs
        visoes={visoes}
        aba={aba}
        shown={shown}
        all={words.all}
        total={total}
        onGo={showVisao}
        onSave={save}
      />
    ),
    exibir: (
      <ExibirButton
        layout={layout}
        columns={columns}
        order={words.order}
        ordem={search.ordem}
        onOrdem={(ordem) => go({ ...search, ordem: read({ ordem }).ordem, cursor: undefined })}
        onChange={change}
        onReset={reset}
        place={aba ? 'Vale para esta aba' : 'Vale só para você'}
      />
    ),
    table: {
      layout,
      onResize: (nome: string, largura: number | null) =>
        change({
          colunas: arrange(columns, layout.colunas).map((each) =>
            each.nome === nome ? { ...each, largura } : each,
          ),
        }),
    },
  };
}

interface Listed {
  page: { total: number | null } | undefined;
  stale: boolean;
}

/** The number of all records of a list. It is known while the list shows them all. */
export const totalOf = ({ page, stale }: Listed, isNarrowed: boolean): number | undefined =>
  stale || isNarrowed ? undefined : (page?.total ?? undefined);
