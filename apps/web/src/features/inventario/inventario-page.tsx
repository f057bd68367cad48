import { thumbnailOf } from '@prumo/contract/arquivos.ts';
import { type ItemInventario, inventario } from '@prumo/contract/inventario.ts';
import { Link } from '@tanstack/react-router';
import { Boxes } from 'lucide-react';
import { queryOf } from '#lib/api.ts';
import { type DialogPlace, useDialog } from '#lib/dialogs/use-dialog.ts';
import { later } from '#lib/loading/later.tsx';
import { formatDay } from '#lib/numbers/day.ts';
import { formatDateTime, formatQuantity } from '#lib/numbers/format.ts';
import { useKeptOrder } from '#records/list/kept-order.ts';
import { ListEmpty } from '#records/list/list-empty.tsx';
import { useList } from '#records/list/use-list.ts';
import { totalOf, useListView } from '#records/list/use-list-view.tsx';
import { WordsLimit } from '#records/list/words-limit.tsx';
import { Disponibilidade } from '#records/stock/disponibilidade.tsx';
import { Button } from '#ui/button.tsx';
import { Opening } from '#ui/dialog/opening.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { SearchInput } from '#ui/form/search-input.tsx';
import { Page } from '#ui/page.tsx';
import { Photo } from '#ui/photo/photo.tsx';
import { ACTIONS, type Column } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { SecondLine } from '#ui/table/second-line.tsx';
import { InventarioCards } from './inventario-cards.tsx';
import { InventarioFilters } from './inventario-filters.tsx';
import { type InventarioSearch, inventarioQuery, inventarioSearch } from './inventario-search.ts';
import { ItemMenu } from './item-menu.tsx';
import { MinimoCell } from './minimo-cell.tsx';
import { SituacaoBadge } from './situacao.tsx';
import { TIPO_WORDS } from './tipo.ts';

const MovimentoDialog = later(async () => (await import('./movimento-dialog.tsx')).MovimentoDialog);
const MovimentosDialog = later(async () => (await import('./movimentos-dialog.tsx')).MovimentosDialog);

interface InventarioPageProps {
  search: InventarioSearch;
  go: (change: InventarioSearch, options?: { replace: boolean }) => void;
}

export function InventarioPage({ search, go }: InventarioPageProps) {
  const { deposito_id, situacao, em } = search;
  const list = useKeptOrder(
    useList(
      // Stock changes by sales too, so every visit loads it again.
      { ...queryOf(inventario.list, { query: inventarioQuery(search) }), staleTime: 0 },
      { search, go },
    ),
  );
  const movimentar = useDialog('movimentar');
  const movimentacoes = useDialog('movimentacoes');
  const narrowed = deposito_id !== undefined || situacao !== undefined;
  // An empresa without stock has nothing to filter, so the filters are hidden.
  const hasStock =
    (list.page && list.page.itens.length > 0) || narrowed || Boolean(search.busca ?? search.cursor);

  const columns: Column<ItemInventario, 'quantidade' | 'ultima_movimentacao'>[] = [
    {
      header: 'Produto',
      shown: 'fixa',
      second: true,
      cell: (item) => <ProdutoCell item={item} isToday={!em} />,
    },
    {
      header: 'Depósito',
      width: 176,
      className: 'max-lg:hidden',
      cell: ({ deposito_nome, deposito_ativo }) => (
        <p className="truncate text-muted">
          {deposito_nome}
          {!deposito_ativo && ' (inativo)'}
        </p>
      ),
    },
    {
      header: 'Quantidade',
      label: em && `Quantidade em ${formatDay(em)}`,
      width: 128,
      className: em ? 'text-right max-md:w-28' : 'text-right max-md:w-24',
      // The server cannot sort by the quantity of another day.
      ...(!em && { sort: 'quantidade' as const }),
      cell: ({ quantidade, quantidade_em }) => (
        <span className="font-medium">{formatQuantity(em ? (quantidade_em ?? '0') : quantidade)}</span>
      ),
    },
    {
      header: 'Mínimo',
      width: 112,
      className: 'text-right max-md:w-17',
      cell: (item) => <MinimoCell item={item} />,
    },
    {
      header: 'Status',
      width: 128,
      className: 'max-md:hidden',
      cell: (item) =>
        em ? <span className="text-muted">-</span> : <SituacaoBadge situacao={item.situacao} />,
    },
    {
      header: 'Última Movimentação',
      width: 176,
      className: 'max-lg:hidden',
      sort: 'ultima_movimentacao',
      cell: ({ ultima_movimentacao }) => (
        <span className="text-muted">{ultima_movimentacao ? formatDateTime(ultima_movimentacao) : '-'}</span>
      ),
    },
  ];
  if (list.page?.itens.length) {
    columns.push({
      header: ACTIONS,
      width: 80,
      className: 'text-right max-md:w-15',
      cell: (item) => (
        <ItemMenu
          item={item}
          onMove={(tipo) => movimentar.open(item.produto_id, item.deposito_id, tipo)}
          onShowMovimentos={() => movimentacoes.open(item.produto_id)}
        />
      ),
    });
  }

  const view = useListView({
    lista: 'inventario',
    columns,
    search,
    go,
    read: inventarioSearch,
    words: { all: 'Todos', order: 'Movimentados por último' },
    total: totalOf(list, narrowed || Boolean(search.busca)),
  });

  return (
    <Page title="Inventário" tabs={view.tabs}>
      <InventarioCards />
      <div className="flex flex-wrap items-start gap-2 print:hidden">
        <div className="min-w-0 flex-1 md:flex-none">
          <SearchInput
            label="Buscar produtos no inventário..."
            wantsCodes
            value={search.busca ?? ''}
            onSearch={(busca) => go({ busca: busca || undefined, cursor: undefined }, { replace: true })}
          />
        </div>
        {hasStock && <InventarioFilters search={search} go={go} />}
        <div className="ml-auto">{view.exibir}</div>
        <WordsLimit busca={search.busca} />
      </div>
      <DataTable
        columns={columns}
        {...list}
        view={view.table}
        empty={
          narrowed && !search.busca && !search.cursor ? (
            <EmptyState
              icon={Boxes}
              action={
                <Button onClick={() => go({ deposito_id: undefined, situacao: undefined })}>
                  Limpar filtros
                </Button>
              }
            >
              Nenhum item com estes filtros
            </EmptyState>
          ) : (
            <ListEmpty icon={Boxes} sentence="Nenhum item no inventário" search={search} go={go} />
          )
        }
      />
      {movimentar.place && (
        <Opening title="Movimentar estoque" onClose={movimentar.place.close}>
          <Movimento args={movimentar.args} place={movimentar.place} />
        </Opening>
      )}
      {movimentacoes.place && (
        <Opening title="Movimentações" onClose={movimentacoes.place.close}>
          <MovimentosDialog produtoId={movimentacoes.args?.[0] ?? ''} place={movimentacoes.place} />
        </Opening>
      )}
    </Page>
  );
}

interface MovimentoProps {
  /** The ids of the produto and the deposito, and the tipo, as the address names them. */
  args: readonly string[] | undefined;
  place: DialogPlace;
}

function Movimento({ args: [produtoId = '', depositoId = '', tipo] = [], place }: MovimentoProps) {
  return (
    <MovimentoDialog
      produtoId={produtoId}
      depositoId={depositoId}
      tipo={TIPO_WORDS.find((each) => each.tipo === tipo)?.tipo ?? 'entrada'}
      place={place}
    />
  );
}

/** On narrow screens the cell also shows the hidden columns. */
function ProdutoCell({ item, isToday }: { item: ItemInventario; isToday: boolean }) {
  const { produto_id, produto_nome, sku, foto, deposito_nome, situacao } = item;
  return (
    <div className="flex items-center gap-3">
      <Photo src={foto && thumbnailOf(foto)} className="size-8 max-md:hidden" />
      <div className="min-w-0">
        <Link
          to="/catalogo/produtos"
          search={{ abrir: produto_id }}
          className="block rounded-small font-medium hover:underline max-md:line-clamp-2 md:truncate"
        >
          {produto_nome}
        </Link>
        <div className="max-md:hidden">
          <SecondLine>{sku}</SecondLine>
        </div>
        <p className="text-meta text-muted lg:hidden">{deposito_nome}</p>
        {isToday && <Disponibilidade {...item} saldo={item.quantidade} />}
        {isToday && (
          <div className="py-0.5 md:hidden">
            <SituacaoBadge situacao={situacao} />
          </div>
        )}
      </div>
    </div>
  );
}
