import { type ProdutoListado, produtos } from '@prumo/contract/produtos.ts';
import { Package, Plus, SearchX } from 'lucide-react';
import { useRef, useState } from 'react';
import { queryOf } from '#lib/api.ts';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { later } from '#lib/later.tsx';
import { May, useMay } from '#lib/session/may.tsx';
import { TrashButton } from '#records/history/trash-button.tsx';
import { ListEmpty } from '#records/list/list-empty.tsx';
import { NOVO } from '#records/list/list-search.ts';
import { useList } from '#records/list/use-list.ts';
import { useRecordPlace } from '#records/list/use-record-place.ts';
import { titleOf } from '#records/read-only.tsx';
import { RemoveRecord } from '#records/remove-record.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Opening } from '#ui/opening.tsx';
import { Page } from '#ui/page.tsx';
import { ActiveFilters } from './active-filters.tsx';
import { BalcaoSearch } from './balcao-search.tsx';
import { CodigosDialog } from './codigos-dialog.tsx';
import { ProdutosCards } from './produtos-cards.tsx';
import { columnsOf } from './produtos-columns.tsx';
import { ProdutosFilters } from './produtos-filters.tsx';
import { everything, filterOf, isNarrowed, type ProdutosPlace, produtosQuery } from './produtos-search.ts';

const ProdutoDialog = later(
  async () => (await import('#features/produtos/dialog/produto-dialog.tsx')).ProdutoDialog,
);

const EstoqueDialog = later(async () => (await import('./estoque-dialog.tsx')).EstoqueDialog);

const EtiquetasDialog = later(
  async () => (await import('#features/produtos/etiquetas/etiquetas-dialog.tsx')).EtiquetasDialog,
);

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
  const shown = ([id = '']: readonly string[] = []) => ({
    id,
    listed: list.page?.itens.find((produto) => produto.id === id),
  });
  const balcao = useRef<HTMLInputElement>(null);
  const columns = columnsOf((act, produto) => {
    if (act === 'editar') open(produto.id);
    else if (act === 'codigos') codigos.open(produto.id);
    else if (act === 'estoque') estoque.open(produto.id);
    else if (act === 'etiquetas') etiquetas.open(produto.id);
    else setRemoving(produto);
  });

  return (
    <Page
      title="Produtos"
      subtitle="Gerencie o catálogo, com preço e estoque por depósito"
      action={
        <>
          <TrashButton of={produtos} nameOf={({ nome, sku }) => `${nome} (${sku})`} restored={restored} />
          <May call={produtos.create}>
            <Button look="primary" onClick={() => open(NOVO)}>
              <Plus aria-hidden />
              Novo Produto
            </Button>
          </May>
        </>
      }
    >
      <ProdutosCards filter={filterOf(search)} waits={list.stale} />
      <div className="flex shrink-0 flex-col gap-3 print:hidden">
        <BalcaoSearch search={search} go={go} onOpen={open} input={balcao} />
        <ProdutosFilters search={search} go={go} />
        <ActiveFilters search={search} go={go} onLast={() => balcao.current?.focus()} />
      </div>
      <DataTable columns={columns} {...list} empty={<NoRows search={search} go={go} />} />
      {record && (
        <Opening
          title={titleOf({ create: 'Novo Produto', edit: 'Editar Produto' }, record.id === NOVO, may)}
          className="h-[88dvh] md:h-[88dvh] md:w-[46rem]"
          onClose={record.place.close}
        >
          <ProdutoDialog key={record.id} {...record} />
        </Opening>
      )}
      {codigos.place && <CodigosDialog {...shown(codigos.args)} place={codigos.place} />}
      {estoque.place && (
        <Opening title="Estoque por Depósito" onClose={estoque.place.close}>
          <EstoqueDialog {...shown(estoque.args)} place={estoque.place} />
        </Opening>
      )}
      {etiquetas.place && etiquetas.args && (
        <Opening title="Etiquetas" className="md:w-[40rem]" onClose={etiquetas.place.close}>
          <EtiquetasDialog ids={etiquetas.args} listed={list.page?.itens ?? []} place={etiquetas.place} />
        </Opening>
      )}
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
