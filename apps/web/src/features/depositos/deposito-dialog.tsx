import { type DepositoInput, depositos } from '@prumo/contract/depositos.ts';
import { formatCep } from '@prumo/contract/endereco.ts';
import { CepField } from '#features/consultas/fields.tsx';
import { ufMask } from '#lib/numbers/masks.ts';
import { MaskedField, SwitchField, TextAreaField, TextField } from '#records/fields/fields.tsx';
import type { OpenRecord } from '#records/list/use-record-place.ts';
import { RecordDialog } from '#records/record-dialog.tsx';

const blank: DepositoInput = {
  nome: '',
  ativo: true,
  descricao: null,
  cep: null,
  estado: null,
  cidade: null,
  endereco: null,
  bairro: null,
  numero: null,
  complemento: null,
};
const labels = {
  nome: 'Nome',
  ativo: 'Ativo',
  descricao: 'Descrição',
  cep: 'CEP',
  estado: 'Estado',
  cidade: 'Cidade',
  endereco: 'Endereço',
  bairro: 'Bairro',
  numero: 'Número',
  complemento: 'Complemento',
};
/** Formats for fields that are displayed differently from how they are stored. */
const shown = {
  ativo: { label: labels.ativo, shown: (ativo: string) => (ativo === 'true' ? 'sim' : 'não') },
  cep: { label: labels.cep, shown: formatCep },
};
const saveWords = {
  create: 'Novo Depósito',
  edit: 'Editar Depósito',
  created: 'Depósito cadastrado com sucesso!',
  updated: 'Depósito atualizado com sucesso!',
  failed: 'Não foi possível salvar o depósito. Tente novamente.',
  unread: 'Não foi possível carregar os dados do depósito.',
  signedOut: 'Usuário não autenticado',
};
const cepNotFound = 'Não foi possível encontrar o CEP informado.';
const cepWords = { missing: { title: cepNotFound }, failed: cepNotFound };

/** The fields that a copy leaves empty. */
const OWN = ['nome'];

export function DepositoDialog({ id, place, seed }: OpenRecord) {
  return (
    <RecordDialog
      of={depositos}
      id={id}
      blank={blank}
      seed={seed}
      own={OWN}
      labels={{ ...labels, ...shown }}
      words={saveWords}
      place={place}
    >
      <TextField name="nome" label="Nome *" />
      <SwitchField
        name="ativo"
        label={labels.ativo}
        text="Só depósitos ativos são oferecidos no estoque dos produtos."
      />
      <TextAreaField name="descricao" label={labels.descricao} />
      <div className="grid grid-cols-[1fr_5rem] items-start gap-4">
        <CepField words={cepWords} />
        <MaskedField name="estado" label={labels.estado} mask={ufMask} />
      </div>
      <TextField name="cidade" label={labels.cidade} />
      <TextField name="endereco" label={labels.endereco} />
      <TextField name="bairro" label={labels.bairro} />
      <div className="grid grid-cols-2 items-start gap-4">
        <TextField name="numero" label={labels.numero} />
        <TextField name="complemento" label={labels.complemento} />
      </div>
    </RecordDialog>
  );
}
