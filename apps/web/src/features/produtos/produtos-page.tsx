import { type ProdutoListado, produtos } from '@prumo/contract/produtos.ts';
import { Package, Plus, SearchX } from 'lucide-react';
import { useRef, useState } from 'react';
import { queryOf } from '#lib/api.ts';
import { later } from '#lib/later.tsx';
import { May, useMay } from '#lib/session/may.tsx';
import { TrashButton } from '#records/history/trash-button.tsx';
import { ListEmpty } from '#records/list/list-empty.tsx';
import { NOVO } from '#records/list/list-search.ts';
import { useList } from '#records/list/use-list.ts';
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
import type { Act } from './produto-acts.ts';
import { ProdutosCards } from './produtos-cards.tsx';
import { columnsOf } from './produtos-columns.tsx';
import { ProdutosFilters } from './produtos-filters.tsx';
import { everything, filterOf, isNarrowed, type ProdutosPlace, produtosQuery } from './produtos-search.ts';

const ProdutoDialog = later(
  async () => (await import('#features/produtos/dialog/produto-dialog.tsx')).ProdutoDialog,
);

const EstoqueDialog = later(async () => (await import('./estoque-dialog.tsx')).EstoqueDialog);

const restored = 'Produto restaurado com sucesso!';
const removeWords = {
  question: 'Deseja realmente excluir este produto?',
  removed: 'Produto excluído com sucesso!',
  restored,
  failed: 'Erro ao excluir produto',
  signedOut: 'Você precisa estar logado',
};

interface Doing {
  act: Exclude<Act, 'editar'>;
  produto: ProdutoListado;
}

export function ProdutosPage({ search, go }: ProdutosPlace) {
  const list = useList(
    // Stock and prices change by sales too, so every visit loads them again.
    { ...queryOf(produtos.list, { query: produtosQuery(search) }), staleTime: 0 },
    { search, go, failed: 'Erro ao carregar produtos' },
  );
  const [doing, setDoing] = useState<Doing>();
  const finish = () => setDoing(undefined);
  const close = () => go({ abrir: undefined });
  const may = useMay(produtos.update);
  // A produto opened by the command palette replaces one of these dialogs.
  if (search.abrir && doing) finish();
  const balcao = useRef<HTMLInputElement>(null);
  const columns = columnsOf((act, produto) => {
    if (act === 'editar') go({ abrir: produto.id });
    else setDoing({ act, produto });
  });

  return (
    <Page
      title="Produtos"
      subtitle="Gerencie o catálogo, com preço e estoque por depósito"
      action={
        <>
          <TrashButton
            // The key also closes the trash when a produto opens over it.
            key={search.abrir}
            of={produtos}
            nameOf={({ nome, sku }) => `${nome} (${sku})`}
            restored={restored}
          />
          <May call={produtos.create}>
            <Button look="primary" onClick={() => go({ abrir: NOVO })}>
              <Plus aria-hidden />
              Novo Produto
            </Button>
          </May>
        </>
      }
    >
      <ProdutosCards filter={filterOf(search)} waits={list.stale} />
      <div className="flex shrink-0 flex-col gap-3">
        <BalcaoSearch search={search} go={go} input={balcao} />
        <ProdutosFilters search={search} go={go} />
        <ActiveFilters search={search} go={go} onLast={() => balcao.current?.focus()} />
      </div>
      <DataTable columns={columns} {...list} empty={<NoRows search={search} go={go} />} />
      {search.abrir && (
        <Opening
          title={titleOf({ create: 'Novo Produto', edit: 'Editar Produto' }, search.abrir === NOVO, may)}
          className="h-[88dvh] md:h-[88dvh] md:w-[46rem]"
          onClose={close}
        >
          <ProdutoDialog key={search.abrir} id={search.abrir} onClose={close} />
        </Opening>
      )}
      {doing?.act === 'codigos' && <CodigosDialog produto={doing.produto} onClose={finish} />}
      {doing?.act === 'estoque' && (
        <Opening title="Estoque por Depósito" onClose={finish}>
          <EstoqueDialog produto={doing.produto} onClose={finish} />
        </Opening>
      )}
      {doing?.act === 'excluir' && (
        <RemoveRecord
          of={produtos}
          id={doing.produto.id}
          consequence={`${doing.produto.nome} sai da lista com o seu estoque e fica na lixeira por 30 dias.`}
          words={removeWords}
          onClose={finish}
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
