import { formatDocumento } from '@prumo/contract/documento.ts';
import { type Vendedor, vendedores } from '@prumo/contract/vendedores.ts';
import { Plus, UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import { call, queryOf } from '#lib/api.ts';
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
import { useRecordSelection } from '#records/selection/use-record-selection.tsx';
import { UnderName } from '#records/under-name.tsx';
import { Button } from '#ui/button.tsx';
import { ACTIONS, type Column } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { comissaoShown, VendedorDialog } from './vendedor-dialog.tsx';

const restored = 'Vendedor restaurado com sucesso';
const nouns = { one: 'vendedor', many: 'vendedores', ending: 'o' } as const;
const removeWords = {
  question: 'Deseja realmente excluir este vendedor?',
  removed: 'Vendedor excluído com sucesso',
  restored,
  failed: 'Erro ao excluir vendedor',
  signedOut: 'Usuário não autenticado',
};

const read = listSearch(vendedores.list);

export function VendedoresPage({ search, go }: ListProps<typeof vendedores.list>) {
  const { open, record } = useRecordPlace(search.abrir);
  const mayRemove = useMay(vendedores.remove);
  const list = useList(queryOf(vendedores.list, { query: listQuery(search) }), { search, go });
  const [removing, setRemoving] = useState<Vendedor>();

  const columns: Column<Vendedor, 'nome' | 'created_at'>[] = [
    {
      header: 'Nome',
      shown: 'fixa',
      sort: 'nome',
      cell: (vendedor) => (
        <>
          <RecordName
            name={vendedor.nome}
            onOpen={() => open(vendedor.id)}
            more={[formatDocumento(vendedor.cpf), vendedor.cidade].filter(Boolean).join(' · ')}
          />
          <UnderName until="lg">{vendedor.email}</UnderName>
        </>
      ),
    },
    {
      header: 'CPF',
      width: 144,
      className: 'max-md:hidden',
      cell: ({ cpf }) => <p className="truncate text-muted">{formatDocumento(cpf)}</p>,
    },
    {
      header: 'Email',
      className: 'max-lg:hidden',
      cell: ({ email }) => <p className="truncate text-muted">{email}</p>,
    },
    {
      header: 'Comissão',
      width: 112,
      className: 'text-right max-md:w-22',
      cell: ({ comissao }) => comissaoShown(comissao),
    },
    {
      header: 'Cidade',
      className: 'max-md:hidden',
      cell: ({ cidade }) => <p className="truncate text-muted">{cidade ?? '-'}</p>,
    },
    {
      header: 'Estado',
      shown: 'extra',
      width: 80,
      className: 'max-xl:hidden',
      cell: ({ estado }) => <span className="text-muted">{estado ?? '-'}</span>,
    },
    createdColumn('Cadastrado em'),
    {
      header: ACTIONS,
      width: 96,
      className: 'text-right max-md:w-22',
      cell: (vendedor) => (
        <RowActions
          of={vendedores}
          name={vendedor.nome}
          onEdit={() => open(vendedor.id)}
          onRemove={() => setRemoving(vendedor)}
        />
      ),
    },
  ];

  const view = useListView({
    lista: 'vendedores',
    columns,
    search,
    go,
    read,
    words: { all: 'Todos', order: 'Mais novos' },
    total: totalOf(list, Boolean(search.busca)),
  });

  const selection = useRecordSelection({
    of: vendedores,
    nouns,
    filtro: { busca: search.busca },
    page: list.page,
    read: (filtro, page) => call(vendedores.list, { query: { ...filtro, ...page, ordem: search.ordem } }),
  });

  return (
    <ListPage
      title="Vendedores"
      subtitle="Gerencie os vendedores cadastrados no sistema"
      searchLabel="Buscar por nome, CPF ou email"
      search={search}
      go={go}
      view={view}
      onSelect={selection?.begin}
      action={
        <>
          <TrashButton of={vendedores} nameOf={({ nome }) => nome} restored={restored} />
          <May call={vendedores.create}>
            <Button look="primary" onClick={() => open(NOVO)}>
              <Plus aria-hidden />
              Novo Vendedor
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
          ...selection?.table,
          acts: {
            nameOf: ({ nome }) => nome,
            onOpen: ({ id }) => open(id),
            onRemove: mayRemove ? setRemoving : undefined,
          },
        }}
        empty={
          <ListEmpty
            icon={UserRoundCheck}
            sentence="Nenhum vendedor cadastrado ainda"
            search={search}
            go={go}
          />
        }
      />
      {record && <VendedorDialog {...record} />}
      {removing && (
        <RemoveRecord
          of={vendedores}
          id={removing.id}
          consequence={`${removing.nome} sai da lista e fica na lixeira por 30 dias.`}
          words={removeWords}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </ListPage>
  );
}
