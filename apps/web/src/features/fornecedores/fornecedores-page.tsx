import { formatDocumento } from '@prumo/contract/documento.ts';
import { type Fornecedor, fornecedores } from '@prumo/contract/fornecedores.ts';
import { useNavigate } from '@tanstack/react-router';
import { Plus, Truck } from 'lucide-react';
import { useState } from 'react';
import { call, queryOf } from '#lib/api.ts';
import { telefoneMask } from '#lib/numbers/masks.ts';
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
import { FornecedorDialog } from './fornecedor-dialog.tsx';

const restored = 'Fornecedor restaurado com sucesso!';
const nouns = { one: 'fornecedor', many: 'fornecedores', ending: 'o' } as const;
const removeWords = {
  question: 'Deseja realmente excluir este fornecedor?',
  removed: 'Fornecedor excluído com sucesso!',
  restored,
  failed: 'Erro ao excluir fornecedor',
  signedOut: 'Usuário não autenticado',
};

const read = listSearch(fornecedores.list);

export function FornecedoresPage({ search, go }: ListProps<typeof fornecedores.list>) {
  const { open, record } = useRecordPlace(search.abrir);
  const mayRemove = useMay(fornecedores.remove);
  const list = useList(queryOf(fornecedores.list, { query: listQuery(search) }), {
    search,
    go,
    failed: 'Erro ao carregar fornecedores',
  });
  const [removing, setRemoving] = useState<Fornecedor>();
  const navigate = useNavigate();
  const showUso = (fornecedor_id: string) =>
    void navigate({ to: '/catalogo/produtos', search: { fornecedor_id } });

  const columns: Column<Fornecedor, 'nome' | 'created_at'>[] = [
    {
      header: 'Nome',
      shown: 'fixa',
      sort: 'nome',
      cell: ({ id, nome, cpf_cnpj, email, telefone, cidade }) => {
        const fone = telefone && telefoneMask.show(telefone);
        return (
          <>
            <RecordName
              name={nome}
              onOpen={() => open(id)}
              more={[formatDocumento(cpf_cnpj), fone].filter(Boolean).join(' · ')}
            />
            <UnderName until="xl">
              {[email, cidade].filter(Boolean).join(' · ')}
              {fone && <span className="max-md:hidden lg:hidden"> · {fone}</span>}
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
      header: 'Telefone',
      width: 144,
      className: 'max-lg:hidden',
      cell: ({ telefone }) => (
        <span className="text-muted tabular-nums">{telefone ? telefoneMask.show(telefone) : '-'}</span>
      ),
    },
    {
      header: 'Cidade',
      className: 'max-xl:hidden',
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
      cell: (fornecedor) => (
        <RowActions
          of={fornecedores}
          name={fornecedor.nome}
          onEdit={() => open(fornecedor.id)}
          onRemove={() => setRemoving(fornecedor)}
        />
      ),
    },
  ];

  const view = useListView({
    lista: 'fornecedores',
    columns,
    search,
    go,
    read,
    words: { all: 'Todos', order: 'Mais novos' },
    total: totalOf(list, Boolean(search.busca)),
  });

  const selection = useRecordSelection({
    of: fornecedores,
    nouns,
    filtro: { busca: search.busca },
    page: list.page,
    read: (filtro, page) => call(fornecedores.list, { query: { ...filtro, ...page, ordem: search.ordem } }),
    onShowUso: showUso,
  });

  return (
    <ListPage
      title="Fornecedores"
      subtitle="Gerencie os fornecedores cadastrados no sistema"
      searchLabel="Buscar por nome, CPF/CNPJ ou email"
      search={search}
      go={go}
      view={view}
      onSelect={selection?.begin}
      action={
        <>
          <TrashButton of={fornecedores} nameOf={({ nome }) => nome} restored={restored} />
          <May call={fornecedores.create}>
            <Button look="primary" onClick={() => open(NOVO)}>
              <Plus aria-hidden />
              Novo Fornecedor
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
        empty={<ListEmpty icon={Truck} sentence="Nenhum fornecedor cadastrado" search={search} go={go} />}
      />
      {record && <FornecedorDialog {...record} />}
      {removing && (
        <RemoveRecord
          of={fornecedores}
          id={removing.id}
          consequence={`${removing.nome} sai da lista e fica na lixeira por 30 dias.`}
          words={removeWords}
          onShowUso={() => showUso(removing.id)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </ListPage>
  );
}
