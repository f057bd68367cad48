import { formatDocumento } from '@prumo/contract/documento.ts';
import { formatCep } from '@prumo/contract/endereco.ts';
import { type Fornecedor, type FornecedorInput, fornecedores } from '@prumo/contract/fornecedores.ts';
import { CepField, DocumentoOnLeavingField } from '#features/consultas/fields.tsx';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { telefoneMask, ufMask } from '#lib/numbers/masks.ts';
import { MaskedField, TextField } from '#records/fields/fields.tsx';
import { NOVO } from '#records/list/list-search.ts';
import type { Seed } from '#records/list/use-record-place.ts';
import { RecordDialog } from '#records/record-dialog.tsx';

const blank: FornecedorInput = {
  nome: '',
  cpf_cnpj: '',
  email: '',
  telefone: null,
  cep: null,
  endereco: null,
  numero: null,
  complemento: null,
  bairro: null,
  cidade: null,
  estado: null,
};
const labels = {
  nome: 'Nome',
  cpf_cnpj: 'CPF/CNPJ',
  email: 'Email',
  telefone: 'Telefone',
  cep: 'CEP',
  endereco: 'Endereço',
  numero: 'Número',
  complemento: 'Complemento',
  bairro: 'Bairro',
  cidade: 'Cidade',
  estado: 'Estado',
};
/** Formats for fields that are displayed differently from how they are stored. */
const shown = {
  cpf_cnpj: { label: labels.cpf_cnpj, shown: formatDocumento },
  telefone: { label: labels.telefone, shown: telefoneMask.show },
  cep: { label: labels.cep, shown: formatCep },
};
const saveWords = {
  create: 'Novo Fornecedor',
  edit: 'Editar Fornecedor',
  created: 'Fornecedor cadastrado com sucesso!',
  updated: 'Fornecedor atualizado com sucesso!',
  unread: 'Erro ao carregar dados do fornecedor',
  signedOut: 'Usuário não autenticado',
};
const cepWords = { missing: { title: 'CEP não encontrado' }, failed: 'CEP não encontrado' };
const cnpjWords = {
  found: { title: 'Dados do CNPJ carregados com sucesso!' },
  missing: { title: 'CNPJ não encontrado' },
  failed: 'CNPJ não encontrado',
};

/** The fields that a copy leaves empty. */
const OWN = ['cpf_cnpj'];

interface FornecedorDialogProps {
  id: string;
  /** The initial name of a new fornecedor. */
  nome?: string;
  place: DialogPlace;
  seed?: Seed;
  /** Receives the fornecedor when it was saved. */
  onSaved?: (saved: Fornecedor) => void;
}

export function FornecedorDialog({ id, nome = '', place, seed, onSaved }: FornecedorDialogProps) {
  const failed = id === NOVO ? 'Erro ao cadastrar fornecedor' : 'Erro ao atualizar fornecedor';
  return (
    <RecordDialog
      of={fornecedores}
      id={id}
      blank={blank}
      {...(seed && { seed })}
      own={OWN}
      start={{ nome }}
      labels={{ ...labels, ...shown }}
      words={{ ...saveWords, failed }}
      place={place}
      {...(onSaved && { onSaved })}
    >
      <TextField name="nome" label={labels.nome} />
      <DocumentoOnLeavingField label={labels.cpf_cnpj} words={cnpjWords} />
      <div className="grid gap-4 md:grid-cols-[1fr_10rem]">
        <TextField name="email" label={labels.email} type="email" />
        <MaskedField name="telefone" label={labels.telefone} mask={telefoneMask} />
      </div>
      <div className="grid gap-4 md:grid-cols-[8rem_1fr]">
        <CepField words={cepWords} />
        <TextField name="endereco" label={labels.endereco} />
      </div>
      <div className="grid grid-cols-[6rem_1fr] gap-4 md:grid-cols-[6rem_1fr_1fr]">
        <TextField name="numero" label={labels.numero} />
        <TextField name="complemento" label={labels.complemento} />
        <div className="max-md:col-span-2">
          <TextField name="bairro" label={labels.bairro} />
        </div>
      </div>
      <div className="grid grid-cols-[1fr_6rem] gap-4">
        <TextField name="cidade" label={labels.cidade} />
        <MaskedField name="estado" label={labels.estado} mask={ufMask} />
      </div>
    </RecordDialog>
  );
}
