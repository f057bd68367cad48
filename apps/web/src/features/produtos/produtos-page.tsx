import { type ProdutoListado, produtos } from '@prumo/contract/produtos.ts';
import { Package, Plus, SearchX } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { LoteDialogs } from '#features/lotes/lote-dialogs.tsx';
import { queryOf } from '#lib/api.ts';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { later } from '#lib/loading/later.tsx';
import { May, useMay } from '#lib/session/may.tsx';
import { useRight } from '#lib/session/use-right.ts';
import { ListEmpty } from '#records/list/list-empty.tsx';
import { NOVO } from '#records/list/list-search.ts';
import { useList } from '#records/list/use-list.ts';
import { useListView } from '#records/list/use-list-view.tsx';
import { useRecordPlace } from '#records/list/use-record-place.ts';
import { titleOf } from '#records/read-only.tsx';
import { RemoveRecord } from '#records/remove-record.tsx';
import { isEmpty } from '#records/selection/selection.ts';
import { Button } from '#ui/button.tsx';
import { Opening } from '#ui/dialog/opening.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from '#ui/page.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { BalcaoSearch } from './balcao-search.tsx';
import { columnsOf, STANDARD } from './produtos-columns.tsx';
import { ProdutosDialogs } from './produtos-dialogs.tsx';
import { ProdutosFilters } from './produtos-filters.tsx';
import {
  everything,
  isNarrowed,
  type ProdutosPlace,
  produtosQuery,
  produtosSearch,
} from './produtos-search.ts';
import { ProdutosTrash } from './produtos-trash.tsx';
import { ProdutosCards } from './resumo/produtos-cards.tsx';
import { useFound, useTotal } from './use-found.ts';
import { useSelecao } from './use-selecao.ts';

const ProdutoDialog = later(
  async () => (await import('#features/produtos/dialog/produto-dialog.tsx')).ProdutoDialog,
);

const ActiveFilters = later(async () => (await import('./active-filters.tsx')).ActiveFilters);

const SelecaoBar = later(async () => (await import('./selecao-bar.tsx')).SelecaoBar);

const restored = 'Produto restaurado com sucesso!';
const removeWords = {
  question: 'Deseja realmente excluir este produto?',
  removed: 'Produto excluído com sucesso!',
  restored,
  failed: 'Erro ao excluir produto',
  signedOut: 'Você precisa estar logado',
};

export function ProdutosPage({ search, go }: ProdutosPlace) {
  const list = useList(
    // Stock and prices change by sales too, so every visit loads them again.
    { ...queryOf(produtos.list, { query: produtosQuery(search) }), staleTime: 0 },
    { search, go, failed: 'Erro ao carregar produtos' },
  );
  const { open, record } = useRecordPlace(search.abrir);
  const may = useMay(produtos.update);
  const codigos = useDialog('codigos');
  const estoque = useDialog('estoque');
  const etiquetas = useDialog('etiquetas');
  const [removing, setRemoving] = useState<ProdutoListado>();
  const balcao = useRef<HTMLInputElement>(null);
  const found = useFound(search);
  const { selecao, picking, clear, begin, all } = useSelecao({ search, go }, list.page?.itens ?? []);
  const columns = columnsOf(
    (act, produto) => {
      if (act === 'editar') open(produto.id);
      else if (act === 'codigos') codigos.open(produto.id);
      else if (act === 'estoque') estoque.open(produto.id);
      else if (act === 'etiquetas') etiquetas.open(produto.id);
      else setRemoving(produto);
    },
    useRight('ver_custo'),
    picking.shown,
  );
  const view = useListView({
    lista: 'produtos',
    columns,
    search,
    go,
    read: produtosSearch,
    words: { all: 'Todos', order: 'Mais novos' },
    total: useTotal(search),
    standard: STANDARD,
  });

  return (
    <Page
      title="Produtos"
      tabs={view.tabs}
      action={
        <>
          <ProdutosTrash restored={restored} />
          <May call={produtos.create}>
            <Button look="primary" onClick={() => open(NOVO)}>
              <Plus aria-hidden />
              Novo Produto
            </Button>
          </May>
        </>
      }
    >
      <ProdutosCards search={search} go={go} waits={list.stale} />
      <div className="flex shrink-0 flex-wrap items-start gap-2 md:flex-nowrap print:hidden">
        <BalcaoSearch search={search} go={go} onOpen={open} input={balcao} />
        <ProdutosFilters search={search} go={go} onSave={view.save} />
        <div className="min-w-0 grow empty:hidden max-md:order-last max-md:w-full md:basis-0">
          {isNarrowed(search) && (
            <Suspense>
              <ActiveFilters search={search} go={go} onLast={() => balcao.current?.focus()} />
            </Suspense>
          )}
        </div>
        {!picking.shown && list.page && list.page.itens.length > 0 && (
          <span className="max-md:order-last md:hidden">
            <Button look="ghost" onClick={begin}>
              Selecionar
            </Button>
          </span>
        )}
        <div className="ml-auto">{view.exibir}</div>
      </div>
      <DataTable
        columns={columns}
        {...list}
        empty={<NoRows search={search} go={go} />}
        view={{
          ...view.table,
          note: noteOf(search),
          picking,
          acts: {
            nameOf: ({ nome }) => nome,
            onOpen: (produto) => open(produto.id),
            onRemove: may ? setRemoving : undefined,
          },
          bar: !isEmpty(selecao) && (
            <Suspense>
              <SelecaoBar
                selecao={selecao}
                found={found}
                elsewhere={picking.locked}
                onAll={picking.page === 'all' && hasMore(list.page) ? all : undefined}
                onClear={clear}
                onLabels={etiquetas.open}
              />
            </Suspense>
          ),
        }}
      />
      {record && (
        <Opening
          title={titleOf({ create: 'Novo Produto', edit: 'Editar Produto' }, record.id === NOVO, may)}
          className="h-[88dvh] md:h-[88dvh] md:w-[46rem]"
          onClose={record.place.close}
        >
          <ProdutoDialog key={record.id} {...record} />
        </Opening>
      )}
      <ProdutosDialogs listed={list.page?.itens ?? []} />
      <LoteDialogs onStarted={clear} />
      {removing && (
        <RemoveRecord
          of={produtos}
          id={removing.id}
          consequence={`${removing.nome} sai da lista com o seu estoque e fica na lixeira por 30 dias.`}
          words={removeWords}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Page>
  );
}

const noteOf = (search: ProdutosPlace['search']) =>
  isNarrowed(search)
    ? 'barra: estoque; traço: mínimo · Fora o total, os cartões contam só os produtos filtrados.'
    : 'barra: estoque; traço: mínimo';

const hasMore = (page: { anterior: string | null; proximo: string | null } | undefined) =>
  page !== undefined && (page.anterior !== null || page.proximo !== null);

function NoRows({ search, go }: ProdutosPlace) {
  if (isNarrowed(search) && !search.cursor) {
    return (
      <EmptyState icon={SearchX} action={<Button onClick={() => go(everything)}>Limpar filtros</Button>}>
        Nenhum produto encontrado com estes filtros
      </EmptyState>
    );
  }
  return <ListEmpty icon={Package} sentence="Nenhum produto cadastrado ainda" search={search} go={go} />;
}
