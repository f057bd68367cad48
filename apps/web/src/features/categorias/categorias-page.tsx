import { type CategoriaListada, categorias } from '@prumo/contract/categorias.ts';
import type { Uso } from '@prumo/contract/problem.ts';
import { useNavigate } from '@tanstack/react-router';
import { FolderTree, Plus } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { call, queryOf } from '#lib/api.ts';
import { May, useMay } from '#lib/session/may.tsx';
import { TrashButton } from '#records/history/trash-button.tsx';
import { ListEmpty } from '#records/list/list-empty.tsx';
import { ListPage } from '#records/list/list-page.tsx';
import { NOVO } from '#records/list/list-search.ts';
import { RowActions } from '#records/list/row-actions.tsx';
import { useList } from '#records/list/use-list.ts';
import { useListView } from '#records/list/use-list-view.tsx';
import { useRecordPlace } from '#records/list/use-record-place.ts';
import { RecordName } from '#records/record-name.tsx';
import { RemoveRecord } from '#records/remove-record.tsx';
import { useRecordSelection } from '#records/selection/use-record-selection.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ACTIONS, type Column } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { Tipo, ToSubcategorias } from './categoria-cells.tsx';
import { CategoriaDialog } from './categoria-dialog.tsx';
import { type CategoriasSearch, categoriasQuery, categoriasSearch, isTree } from './categorias-search.ts';
import { ParentFilter } from './parent-filter.tsx';
import { type Branch, type PageOf, treePage } from './tree.ts';
import { ToPrincipal, TreeLine } from './tree-line.tsx';
import { useMove } from './use-move.ts';
import { useMoving } from './use-moving.ts';

const restored = 'Categoria restaurada com sucesso';
const nouns = { one: 'categoria', many: 'categorias', ending: 'a' } as const;
const removeWords = {
  question: 'Deseja realmente excluir esta categoria?',
  removed: 'Categoria excluída com sucesso',
  restored,
  failed: 'Erro ao excluir categoria',
  signedOut: 'Você precisa estar logado',
};

interface CategoriasPageProps {
  search: CategoriasSearch;
  go: (change: CategoriasSearch, options?: { replace: boolean }) => void;
}

export function CategoriasPage({ search, go }: CategoriasPageProps) {
  const { abrir, parent_id } = search;
  const { open, record } = useRecordPlace(abrir);
  const list = useList(queryOf(categorias.list, { query: categoriasQuery(search) }), { search, go });
  const page = useTree(list.page, isTree(search) && !list.stale);
  const [removing, setRemoving] = useState<Branch>();
  const mayRemove = useMay(categorias.remove);
  const mayMove = useMay(categorias.update) && isTree(search);
  const move = useMove();
  const { moving, said, handleOf } = useMoving(page?.itens ?? NONE, (moved, target) =>
    move.mutateAsync({ moved, target }),
  );
  const navigate = useNavigate();
  const title = useId();
  const instructions = useId();
  const showChildren = (id: string | undefined) => go({ parent_id: id, busca: undefined, cursor: undefined });
  function showUso(id: string, { registros }: Uso) {
    if (registros.startsWith('subcategoria')) showChildren(id);
    else void navigate({ to: '/catalogo/produtos', search: { categoria_id: id } });
  }

  const columns: Column<Branch, 'nome'>[] = [
    {
      header: 'Nome',
      shown: 'fixa',
      sort: 'nome',
      cell: (categoria) => (
        <TreeLine
          branch={categoria}
          isTree={isTree(search)}
          handle={mayMove ? handleOf(categoria) : undefined}
          isMoved={moving?.moved.id === categoria.id}
          isTarget={moving?.target?.id === categoria.id}
          instructions={instructions}
        >
          <RecordName name={categoria.nome} onOpen={() => open(categoria.id)} more={categoria.descricao} />
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 py-0.5 md:hidden">
            <Tipo categoria={categoria} />
            {categoria.total_subcategorias > 0 && <ToSubcategorias categoria={categoria} />}
          </div>
        </TreeLine>
      ),
    },
    {
      header: 'Tipo',
      className: 'max-md:hidden',
      cell: (categoria) => <Tipo categoria={categoria} />,
    },
    {
      header: 'Descrição',
      className: 'max-md:hidden',
      cell: ({ descricao }) => <p className="truncate text-muted">{descricao ?? '-'}</p>,
    },
    {
      header: 'Subcategorias',
      width: 144,
      className: 'text-muted max-md:hidden',
      cell: (categoria) =>
        categoria.total_subcategorias > 0 ? <ToSubcategorias categoria={categoria} /> : '-',
    },
    {
      header: ACTIONS,
      width: 96,
      className: 'text-right max-md:w-22',
      cell: (categoria) => (
        <RowActions
          of={categorias}
          name={categoria.nome}
          onEdit={() => open(categoria.id)}
          onRemove={() => setRemoving(categoria)}
        />
      ),
    },
  ];

  const view = useListView({
    lista: 'categorias',
    columns,
    search,
    go,
    read: categoriasSearch,
    words: { all: 'Todas', order: 'Mais novas' },
    // The tree counts its principals only.
    total: undefined,
  });

  const selection = useRecordSelection({
    of: categorias,
    nouns,
    filtro: { busca: search.busca, parent_id },
    page,
    read: (filtro, page) => call(categorias.list, { query: { ...filtro, ...page, ordem: search.ordem } }),
    onShowUso: showUso,
  });

  return (
    <ListPage
      title="Categorias"
      subtitle="Gerencie as categorias cadastradas no sistema"
      searchLabel="Buscar categorias"
      search={search}
      go={go}
      view={view}
      onSelect={selection?.begin}
      action={
        <>
          <TrashButton of={categorias} nameOf={(categoria) => categoria.nome} restored={restored} />
          <May call={categorias.create}>
            <Button look="primary" onClick={() => open(NOVO)}>
              <Plus aria-hidden />
              Nova Categoria
            </Button>
          </May>
        </>
      }
    >
      <section aria-labelledby={title} className="flex min-h-0 flex-col gap-3">
        <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-2">
          <h2 id={title} className="font-semibold text-dialog tracking-[-0.01em]">
            Árvore de Categorias
          </h2>
          {parent_id && <ParentFilter id={parent_id} onClear={() => showChildren(undefined)} />}
          {moving?.moved.parent_id && <ToPrincipal isTarget={moving.target === null} />}
        </div>
        {mayMove && (
          <p id={instructions} className="sr-only">
            Para mover, pressione espaço, escolha o lugar com as setas e pressione espaço de novo, ou Esc para
            cancelar.
          </p>
        )}
        <p role="status" className="sr-only">
          {said}
        </p>
        <DataTable
          columns={columns}
          {...list}
          view={{
            ...view.table,
            ...selection?.table,
            acts: {
              nameOf: ({ nome }) => nome,
              onOpen: ({ id }) => open(id),
              onRemove: mayRemove ? setRemoving : undefined,
            },
          }}
          limite={isTree(search) ? undefined : list.limite}
          page={page}
          empty={
            parent_id && !search.busca && !search.cursor ? (
              <EmptyState
                icon={FolderTree}
                action={<Button onClick={() => showChildren(undefined)}>Ver todas as categorias</Button>}
              >
                Esta categoria não tem subcategorias
              </EmptyState>
            ) : (
              <ListEmpty
                icon={FolderTree}
                sentence="Nenhuma categoria cadastrada ainda"
                search={search}
                go={go}
              />
            )
          }
        />
      </section>
      {record && <CategoriaDialog {...record} parentId={parent_id} />}
      {removing && (
        <RemoveRecord
          of={categorias}
          id={removing.id}
          consequence={`${removing.nome} sai da lista e fica na lixeira por 30 dias.`}
          words={removeWords}
          onShowUso={(uso) => showUso(removing.id, uso)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </ListPage>
  );
}

const NONE: Branch[] = [];

/** The rows of the list as a tree. The answer of another list stays as it is until the right one arrives. */
function useTree(
  page: PageOf<CategoriaListada> | undefined,
  isShownAsTree: boolean,
): PageOf<Branch> | undefined {
  return useMemo(() => (page && isShownAsTree ? treePage(page) : page), [page, isShownAsTree]);
}
