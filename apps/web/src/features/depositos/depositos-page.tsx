import { type Deposito, depositos } from '@prumo/contract/depositos.ts';
import { useNavigate } from '@tanstack/react-router';
import { Plus, Warehouse } from 'lucide-react';
import { useState } from 'react';
import { queryOf } from '#lib/api.ts';
import { May, useMay } from '#lib/session/may.tsx';
import { TrashButton } from '#records/history/trash-button.tsx';
import { createdColumn } from '#records/list/created-column.tsx';
import { ListEmpty } from '#records/list/list-empty.tsx';
import { ListPage } from '#records/list/list-page.tsx';
import { type ListProps, listQuery, listSearch, NOVO } from '#records/list/list-search.ts';
import { RowActions } from '#records/list/row-actions.tsx';
import { useList } from '#records/list/use-list.ts';
import { totalOf, useListView } from '#records/list/use-list-view.tsx';
import { useRecordPlace } from '#records/list/use-record-place.ts';
import { RecordName } from '#records/record-name.tsx';
import { RemoveRecord } from '#records/remove-record.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ACTIONS, type Column } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { DepositoDialog } from './deposito-dialog.tsx';

/** The dialog says 'Esta ação não pode ser desfeita', so the toast offers no undo (ADR 0053). */
const removeWords = {
  question: 'Confirmar exclusão',
  removed: 'Depósito excluído com sucesso!',
  failed: 'Não foi possível excluir o depósito.',
  signedOut: 'Usuário não autenticado',
};

const placeOf = ({ cidade, estado }: Deposito) => [cidade, estado].filter(Boolean).join(' - ') || '-';

const read = listSearch(depositos.list);

export function DepositosPage({ search, go }: ListProps<typeof depositos.list>) {
  const { open, record } = useRecordPlace(search.abrir);
  const mayRemove = useMay(depositos.remove);
  const list = useList(queryOf(depositos.list, { query: listQuery(search) }), {
    search,
    go,
    failed: 'Não foi possível carregar os depósitos.',
  });
  const [removing, setRemoving] = useState<Deposito>();
  const navigate = useNavigate();

  const columns: Column<Deposito, 'nome' | 'created_at'>[] = [
    {
      header: 'Nome',
      shown: 'fixa',
      sort: 'nome',
      cell: (deposito) => (
        <RecordName
          name={deposito.nome}
          onOpen={() => open(deposito.id)}
          more={[placeOf(deposito), deposito.descricao].filter((text) => text && text !== '-').join(' · ')}
        />
      ),
    },
    {
      header: 'Descrição',
      className: 'max-md:hidden',
      cell: ({ descricao }) => <p className="truncate text-muted">{descricao ?? '-'}</p>,
    },
    {
      header: 'Localização',
      className: 'max-md:hidden',
      cell: (deposito) => <p className="truncate text-muted">{placeOf(deposito)}</p>,
    },
    {
      header: 'Status',
      width: 112,
      className: 'max-md:w-22',
      cell: ({ ativo }) => <Badge tone={ativo ? 'ok' : 'neutral'}>{ativo ? 'Ativo' : 'Inativo'}</Badge>,
    },
    createdColumn('Cadastrado em'),
    {
      header: ACTIONS,
      width: 96,
      className: 'text-right max-md:w-22',
      cell: (deposito) => (
        <RowActions
          of={depositos}
          name={deposito.nome}
          onEdit={() => open(deposito.id)}
          onRemove={() => setRemoving(deposito)}
        />
      ),
    },
  ];

  const view = useListView({
    lista: 'depositos',
    columns,
    search,
    go,
    read,
    words: { all: 'Todos', order: 'Nome' },
    total: totalOf(list, Boolean(search.busca)),
  });

  return (
    <ListPage
      title="Depósitos de Estoque"
      subtitle="Gerencie os depósitos que guardam o seu estoque"
      searchLabel="Buscar depósitos"
      search={search}
      go={go}
      view={view}
      action={
        <>
          <TrashButton
            of={depositos}
            nameOf={({ nome }) => nome}
            restored="Depósito restaurado com sucesso!"
          />
          <May call={depositos.create}>
            <Button look="primary" onClick={() => open(NOVO)}>
              <Plus aria-hidden />
              Novo Depósito
            </Button>
          </May>
        </>
      }
    >
      <DataTable
        columns={columns}
        {...list}
        view={{
          ...view.table,
          acts: {
            nameOf: ({ nome }) => nome,
            onOpen: ({ id }) => open(id),
            onRemove: mayRemove ? setRemoving : undefined,
          },
        }}
        ordem={search.ordem ?? 'nome'}
        empty={
          <ListEmpty icon={Warehouse} sentence="Nenhum depósito cadastrado ainda" search={search} go={go} />
        }
      />
      {record && <DepositoDialog {...record} />}
      {removing && (
        <RemoveRecord
          of={depositos}
          id={removing.id}
          consequence={
            <>
              Tem certeza que deseja excluir este depósito? Esta ação não pode ser desfeita.
              <span className="mt-2 block truncate font-medium text-fg">{removing.nome}</span>
            </>
          }
          words={removeWords}
          onShowUso={() =>
            void navigate({ to: '/catalogo/inventario', search: { deposito_id: removing.id } })
          }
          onClose={() => setRemoving(undefined)}
        />
      )}
    </ListPage>
  );
}
