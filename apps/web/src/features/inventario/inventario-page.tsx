import { thumbnailOf } from '@prumo/contract/arquivos.ts';
import { type ItemInventario, inventario } from '@prumo/contract/inventario.ts';
import { Link } from '@tanstack/react-router';
import { Boxes } from 'lucide-react';
import { queryOf } from '#lib/api.ts';
import { cn } from '#lib/class-names.ts';
import { type DialogPlace, useDialog } from '#lib/dialogs/use-dialog.ts';
import { later } from '#lib/loading/later.tsx';
import { formatDay } from '#lib/numbers/day.ts';
import { formatDateTime, formatQuantity } from '#lib/numbers/format.ts';
import { useKeptOrder } from '#records/list/kept-order.ts';
import { ListEmpty } from '#records/list/list-empty.tsx';
import { useList } from '#records/list/use-list.ts';
import { WordsLimit } from '#records/list/words-limit.tsx';
import { Button } from '#ui/button.tsx';
import { Opening } from '#ui/dialog/opening.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { SearchInput } from '#ui/form/search-input.tsx';
import { Page } from '#ui/page.tsx';
import { Photo } from '#ui/photo/photo.tsx';
import type { Column } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { InventarioCards } from './inventario-cards.tsx';
import { InventarioFilters } from './inventario-filters.tsx';
import { type InventarioSearch, inventarioQuery } from './inventario-search.ts';
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
    { header: 'Produto', cell: (item) => <ProdutoCell item={item} isToday={!em} /> },
    {
      header: 'Depósito',
      className: 'w-44 max-lg:hidden',
      cell: ({ deposito_nome, deposito_ativo }) => (
        <p className="truncate text-muted">
          {deposito_nome}
          {!deposito_ativo && ' (inativo)'}
        </p>
      ),
    },
    {
      header: em ? `Quantidade em ${formatDay(em)}` : 'Quantidade',
      className: cn('text-right md:w-32', em ? 'w-28' : 'w-24'),
      // The server cannot sort by the quantity of another day.
      ...(!em && { sort: 'quantidade' as const }),
      cell: ({ quantidade, quantidade_em }) => (
        <span className="font-medium">{formatQuantity(em ? (quantidade_em ?? '0') : quantidade)}</span>
      ),
    },
    {
      header: 'Mínimo',
      className: 'w-17 text-right md:w-28',
      cell: (item) => <MinimoCell item={item} />,
    },
    {
      header: 'Status',
      className: 'w-32 max-md:hidden',
      cell: (item) =>
        em ? <span className="text-muted">-</span> : <SituacaoBadge situacao={item.situacao} />,
    },
    {
      header: 'Última Movimentação',
      className: 'w-44 max-lg:hidden',
      sort: 'ultima_movimentacao',
      cell: ({ ultima_movimentacao }) => (
        <span className="text-muted">{ultima_movimentacao ? formatDateTime(ultima_movimentacao) : '-'}</span>
      ),
    },
  ];
  if (list.page?.itens.length) {
    columns.push({
      header: 'Ações',
      className: 'w-15 text-right md:w-20',
      cell: (item) => (
        <ItemMenu
          item={item}
          onMove={(tipo) => movimentar.open(item.produto_id, item.deposito_id, tipo)}
          onShowMovimentos={() => movimentacoes.open(item.produto_id)}
        />
      ),
    });
  }

  return (
    <Page title="Inventário">
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
        <WordsLimit busca={search.busca} />
      </div>
      <DataTable
        columns={columns}
        {...list}
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
        <p className="truncate text-faint text-meta max-md:hidden">{sku}</p>
        <p className="text-meta text-muted lg:hidden">{deposito_nome}</p>
        {isToday && (
          <div className="py-0.5 md:hidden">
            <SituacaoBadge situacao={situacao} />
          </div>
        )}
      </div>
    </div>
  );
}
