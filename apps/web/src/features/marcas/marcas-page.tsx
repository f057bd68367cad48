import { type Marca, type MarcaInput, marcas } from '@prumo/contract/marcas.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Tag, Trash2 } from 'lucide-react';
import { lazy, useState } from 'react';
import { queryOf } from '#lib/api.ts';
import { ListEmpty } from '#records/list-empty.tsx';
import { listFailure } from '#records/list-failure.ts';
import { ListPage } from '#records/list-page.tsx';
import { type ListProps, listQuery, NOVO } from '#records/list-search.ts';
import { RecordDialog } from '#records/record-dialog.tsx';
import { RemoveRecord } from '#records/remove-record.tsx';
import { TextAreaField, TextField } from '#records/text-field.tsx';
import { TrashDialog } from '#records/trash-dialog.tsx';
import { Button } from '#ui/button.tsx';
import type { Column } from '#ui/column.ts';
import { DataTable } from '#ui/data-table.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Thumbnail } from '#ui/thumbnail.tsx';
import { useLogoFile } from './logo-file.ts';

const LogoField = lazy(async () => ({ default: (await import('./logo-field.tsx')).LogoField }));

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
const removeWords = {
  question: 'Deseja realmente excluir esta marca?',
  removed: 'Marca excluída com sucesso',
  restored,
  failed: 'Erro ao excluir marca',
  signedOut,
};

export function MarcasPage({ search, go }: ListProps<typeof marcas.list>) {
  const list = useQuery({
    ...queryOf(marcas.list, { query: listQuery(search) }),
    placeholderData: keepPreviousData,
  });
  const [removing, setRemoving] = useState<Marca>();
  const [trashOpen, setTrashOpen] = useState(false);

  const columns: Column<Marca, 'nome'>[] = [
    {
      header: labels.nome,
      sort: 'nome',
      cell: (marca) => (
        <>
          <button
            type="button"
            className="block max-w-full truncate rounded-small font-medium hover:underline"
            onClick={() => go({ abrir: marca.id })}
          >
            {marca.nome}
          </button>
          <p className="truncate text-meta text-muted md:hidden">{marca.descricao}</p>
        </>
      ),
    },
    {
      header: labels.descricao,
      className: 'max-md:hidden',
      cell: (marca) => <p className="truncate text-muted">{marca.descricao ?? '-'}</p>,
    },
    {
      header: labels.logo_url,
      className: 'w-16 md:w-24',
      cell: ({ nome, logo_url }) =>
        logo_url ? <Thumbnail src={logo_url} alt={`Logo de ${nome}`} className="size-8" /> : '-',
    },
    {
      header: 'Ações',
      className: 'w-22 text-right md:w-24',
      cell: (marca) => (
        <span className="inline-flex gap-0.5">
          <IconButton
            label={`Editar ${marca.nome}`}
            hint="Editar"
            className="size-7"
            onClick={() => go({ abrir: marca.id })}
          >
            <Pencil />
          </IconButton>
          <IconButton
            label={`Excluir ${marca.nome}`}
            hint="Excluir"
            className="size-7"
            onClick={() => setRemoving(marca)}
          >
            <Trash2 />
          </IconButton>
        </span>
      ),
    },
  ];

  return (
    <ListPage
      title="Marcas"
      subtitle="Gerencie as marcas cadastradas no sistema"
      searchLabel="Buscar marcas"
      search={search}
      go={go}
      action={
        <>
          <Button onClick={() => setTrashOpen(true)}>
            <Trash2 aria-hidden />
            Lixeira
          </Button>
          <Button look="primary" onClick={() => go({ abrir: NOVO })}>
            <Plus aria-hidden />
            Nova Marca
          </Button>
        </>
      }
    >
      <DataTable
        columns={columns}
        page={list.data}
        stale={list.isPlaceholderData}
        failure={listFailure(list, search.cursor ? () => go({ cursor: undefined }) : undefined)}
        ordem={search.ordem}
        go={go}
        empty={<ListEmpty icon={Tag} sentence="Nenhuma marca cadastrada ainda" search={search} go={go} />}
      />
      {search.abrir && <MarcaDialog id={search.abrir} onClose={() => go({ abrir: undefined })} />}
      {removing && (
        <RemoveRecord
          of={marcas}
          id={removing.id}
          consequence={`${removing.nome} sai da lista e fica na lixeira por 30 dias.`}
          words={removeWords}
          onClose={() => setRemoving(undefined)}
        />
      )}
      {trashOpen && (
        <TrashDialog
          of={marcas}
          nameOf={(marca) => marca.nome}
          restored={restored}
          onClose={() => setTrashOpen(false)}
        />
      )}
    </ListPage>
  );
}

function MarcaDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const logo = useLogoFile();
  return (
    <RecordDialog
      of={marcas}
      id={id}
      blank={blank}
      labels={labels}
      words={saveWords}
      beforeSave={logo.store}
      onClose={onClose}
    >
      <TextField name="nome" label="Marca *" autoComplete="off" />
      <TextAreaField name="descricao" label={labels.descricao} />
      <LogoField label={labels.logo_url} logo={logo} />
    </RecordDialog>
  );
}
