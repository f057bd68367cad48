import { type ClienteListado, clientes } from '@prumo/contract/clientes.ts';
import { formatDocumento } from '@prumo/contract/documento.ts';
import { Plus, Users } from 'lucide-react';
import { useState } from 'react';
import { call, queryOf } from '#lib/api.ts';
import { May, useMay } from '#lib/session/may.tsx';
import { TrashButton } from '#records/history/trash-button.tsx';
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
import { ClienteDialog } from './cliente-dialog.tsx';

const restored = 'Cliente restaurado com sucesso';
const nouns = { one: 'cliente', many: 'clientes', ending: 'o' } as const;
const removeWords = {
  question: 'Deseja realmente excluir este cliente?',
  removed: 'Cliente excluído com sucesso',
  restored,
  failed: 'Erro ao excluir cliente',
  signedOut: 'Usuário não autenticado',
};

const read = listSearch(clientes.list);

export function ClientesPage({ search, go }: ListProps<typeof clientes.list>) {
  const { open, record } = useRecordPlace(search.abrir);
  const mayRemove = useMay(clientes.remove);
  const list = useList(queryOf(clientes.list, { query: listQuery(search) }), {
    search,
    go,
    failed: 'Erro ao carregar clientes',
  });
  const [removing, setRemoving] = useState<ClienteListado>();

  const columns: Column<ClienteListado, 'nome'>[] = [
    {
      header: 'Nome',
      shown: 'fixa',
      sort: 'nome',
      cell: ({ id, nome, cpf_cnpj, email, cidade, estado }) => {
        const place = [cidade, estado].filter(Boolean).join(' - ');
        return (
          <>
            <RecordName
              name={nome}
              onOpen={() => open(id)}
              more={[formatDocumento(cpf_cnpj), place].filter(Boolean).join(' · ')}
            />
            <UnderName until="xl">
              {email}
              {place && <span className="max-md:hidden lg:hidden"> · {place}</span>}
            </UnderName>
          </>
        );
      },
    },
    {
      header: 'CPF/CNPJ',
      width: 176,
      className: 'max-md:hidden',
      cell: ({ cpf_cnpj }) => <span className="tabular-nums">{formatDocumento(cpf_cnpj)}</span>,
    },
    {
      header: 'Email',
      className: 'max-xl:hidden',
      cell: ({ email }) => <p className="truncate text-muted">{email}</p>,
    },
    {
      header: 'Cidade',
      className: 'max-lg:hidden',
      cell: ({ cidade }) => <p className="truncate text-muted">{cidade ?? '-'}</p>,
    },
    {
      header: 'Estado',
      width: 80,
      className: 'max-lg:hidden',
      cell: ({ estado }) => <span className="text-muted">{estado ?? '-'}</span>,
    },
    {
      header: ACTIONS,
      width: 96,
      className: 'text-right max-md:w-22',
      cell: (cliente) => (
        <RowActions
          of={clientes}
          name={cliente.nome}
          onEdit={() => open(cliente.id)}
          onRemove={() => setRemoving(cliente)}
        />
      ),
    },
  ];

  const view = useListView({
    lista: 'clientes',
    columns,
    search,
    go,
    read,
    words: { all: 'Todos', order: 'Mais novos' },
    total: totalOf(list, Boolean(search.busca)),
  });

  const selection = useRecordSelection({
    of: clientes,
    nouns,
    filtro: { busca: search.busca },
    page: list.page,
    read: (filtro, page) => call(clientes.list, { query: { ...filtro, ...page, ordem: search.ordem } }),
  });

  return (
    <ListPage
      title="Clientes"
      subtitle="Gerencie os clientes cadastrados no sistema"
      searchLabel="Buscar por nome, CPF/CNPJ ou email"
      search={search}
      go={go}
      view={view}
      onSelect={selection?.begin}
      action={
        <>
          <TrashButton of={clientes} nameOf={({ nome }) => nome} restored={restored} />
          <May call={clientes.create}>
            <Button look="primary" onClick={() => open(NOVO)}>
              <Plus aria-hidden />
              Novo Cliente
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
        empty={<ListEmpty icon={Users} sentence="Nenhum cliente cadastrado ainda" search={search} go={go} />}
      />
      {record && <ClienteDialog {...record} />}
      {removing && (
        <RemoveRecord
          of={clientes}
          id={removing.id}
          consequence={`${removing.nome} sai da lista e fica na lixeira por 30 dias.`}
          words={removeWords}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </ListPage>
  );
}
