import { type Marca, type MarcaInput, marcas } from '@prumo/contract/marcas.ts';
import { useNavigate } from '@tanstack/react-router';
import { Plus, Tag } from 'lucide-react';
import { useState } from 'react';
import { call, queryOf } from '#lib/api.ts';
import { later } from '#lib/loading/later.tsx';
import { May, useMay } from '#lib/session/may.tsx';
import { TextAreaField, TextField } from '#records/fields/fields.tsx';
import { useLogoFile } from '#records/fields/logo-file.ts';
import { TrashButton } from '#records/history/trash-button.tsx';
import { createdColumn } from '#records/list/created-column.tsx';
import { ListEmpty } from '#records/list/list-empty.tsx';
import { ListPage } from '#records/list/list-page.tsx';
import { type ListProps, listQuery, listSearch, NOVO } from '#records/list/list-search.ts';
import { RowActions } from '#records/list/row-actions.tsx';
import { useList } from '#records/list/use-list.ts';
import { totalOf, useListView } from '#records/list/use-list-view.tsx';
import { type OpenRecord, useRecordPlace } from '#records/list/use-record-place.ts';
import { RecordDialog } from '#records/record-dialog.tsx';
import { RecordName } from '#records/record-name.tsx';
import { RemoveRecord } from '#records/remove-record.tsx';
import { useRecordSelection } from '#records/selection/use-record-selection.tsx';
import { Button } from '#ui/button.tsx';
import { Thumbnail } from '#ui/photo/thumbnail.tsx';
import { ACTIONS, type Column } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/data-table.tsx';

const LogoField = later(async () => (await import('#records/fields/logo-field.tsx')).LogoField);

const blank: MarcaInput = { nome: '', descricao: null, logo_url: null };
const labels = { nome: 'Nome', descricao: 'Descrição', logo_url: 'Logo' };
const signedOut = 'Você precisa estar logado';
const restored = 'Marca restaurada com sucesso';
const saveWords = {
  create: 'Nova Marca',
  edit: 'Editar Marca',
  created: 'Marca cadastrada com sucesso',
  updated: 'Marca atualizada com sucesso',
  failed: 'Erro ao salvar marca',
  signedOut,
};
const nouns = { one: 'marca', many: 'marcas', ending: 'a' } as const;
const removeWords = {
  question: 'Deseja realmente excluir esta marca?',
  removed: 'Marca excluída com sucesso',
  restored,
  failed: 'Erro ao excluir marca',
  signedOut,
};

const read = listSearch(marcas.list);

export function MarcasPage({ search, go }: ListProps<typeof marcas.list>) {
  const { open, record } = useRecordPlace(search.abrir);
  const mayRemove = useMay(marcas.remove);
  const list = useList(queryOf(marcas.list, { query: listQuery(search) }), { search, go });
  const [removing, setRemoving] = useState<Marca>();
  const navigate = useNavigate();
  const showUso = (marca_id: string) => void navigate({ to: '/catalogo/produtos', search: { marca_id } });

  const columns: Column<Marca, 'nome' | 'created_at'>[] = [
    {
      header: labels.nome,
      shown: 'fixa',
      sort: 'nome',
      cell: (marca) => <RecordName name={marca.nome} onOpen={() => open(marca.id)} more={marca.descricao} />,
    },
    {
      header: labels.descricao,
      className: 'max-md:hidden',
      cell: (marca) => <p className="truncate text-muted">{marca.descricao ?? '-'}</p>,
    },
    {
      header: labels.logo_url,
      width: 96,
      className: 'max-md:w-16',
      cell: ({ nome, logo_url }) =>
        logo_url ? <Thumbnail src={logo_url} alt={`Logo de ${nome}`} className="size-8" /> : '-',
    },
    createdColumn('Cadastrada em'),
    {
      header: ACTIONS,
      width: 96,
      className: 'text-right max-md:w-22',
      cell: (marca) => (
        <RowActions
          of={marcas}
          name={marca.nome}
          onEdit={() => open(marca.id)}
          onRemove={() => setRemoving(marca)}
        />
      ),
    },
  ];

  const view = useListView({
    lista: 'marcas',
    columns,
    search,
    go,
    read,
    words: { all: 'Todas', order: 'Mais novas' },
    total: totalOf(list, Boolean(search.busca)),
  });

  const selection = useRecordSelection({
    of: marcas,
    nouns,
    filtro: { busca: search.busca },
    page: list.page,
    read: (filtro, page) => call(marcas.list, { query: { ...filtro, ...page, ordem: search.ordem } }),
    onShowUso: showUso,
  });

  return (
    <ListPage
      title="Marcas"
      subtitle="Gerencie as marcas cadastradas no sistema"
      searchLabel="Buscar marcas"
      search={search}
      go={go}
      view={view}
      onSelect={selection?.begin}
      action={
        <>
          <TrashButton of={marcas} nameOf={(marca) => marca.nome} restored={restored} />
          <May call={marcas.create}>
            <Button look="primary" onClick={() => open(NOVO)}>
              <Plus aria-hidden />
              Nova Marca
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
        empty={<ListEmpty icon={Tag} sentence="Nenhuma marca cadastrada ainda" search={search} go={go} />}
      />
      {record && <MarcaDialog {...record} />}
      {removing && (
        <RemoveRecord
          of={marcas}
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

function MarcaDialog({ id, place, seed }: OpenRecord) {
  const logo = useLogoFile();
  return (
    <RecordDialog
      of={marcas}
      id={id}
      blank={blank}
      seed={seed}
      labels={labels}
      words={saveWords}
      beforeSave={logo.store}
      place={place}
    >
      <TextField name="nome" label="Marca *" autoComplete="off" />
      <TextAreaField name="descricao" label={labels.descricao} />
      <LogoField label={labels.logo_url} logo={logo} />
    </RecordDialog>
  );
}
