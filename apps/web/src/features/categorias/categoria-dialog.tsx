import { type CategoriaInput, categorias } from '@prumo/contract/categorias.ts';
import { TextAreaField, TextField } from '#records/fields/fields.tsx';
import type { OpenRecord } from '#records/list/use-record-place.ts';
import { RecordNameOf } from '#records/picker/record-name-of.tsx';
import { RecordPicker } from '#records/picker/record-picker.tsx';
import { RecordDialog } from '#records/record-dialog.tsx';

const labels = {
  nome: 'Nome',
  descricao: 'Descrição',
  parent_id: {
    label: 'Categoria Pai',
    shown: (id: string) => <RecordNameOf of={categorias} id={id} />,
  },
};
const saveWords = {
  create: 'Nova Categoria',
  edit: 'Editar Categoria',
  created: 'Categoria cadastrada com sucesso',
  updated: 'Categoria atualizada com sucesso',
  failed: 'Erro ao salvar categoria',
  signedOut: 'Você precisa estar logado',
};

interface CategoriaDialogProps extends OpenRecord {
  /** The preselected parent of a new categoria. */
  parentId: string | undefined;
}

export function CategoriaDialog({ id, parentId, place, seed }: CategoriaDialogProps) {
  const blank: CategoriaInput = { nome: '', descricao: null, parent_id: parentId ?? null };
  return (
    <RecordDialog
      of={categorias}
      id={id}
      blank={blank}
      seed={seed}
      labels={labels}
      words={saveWords}
      place={place}
    >
      <TextField name="nome" label="Nome *" autoComplete="off" />
      <TextAreaField name="descricao" label={labels.descricao} />
      <RecordPicker
        of={categorias}
        narrow={{ principal: 'true' }}
        name="parent_id"
        label="Categoria Pai (opcional)"
        hint="Deixe em branco para criar uma categoria principal"
        none="Nenhuma (categoria principal)"
        except={id}
      />
    </RecordDialog>
  );
}
