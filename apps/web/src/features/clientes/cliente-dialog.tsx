import { type ClienteInput, clientes } from '@prumo/contract/clientes.ts';
import { formatDocumento, isCnpj } from '@prumo/contract/documento.ts';
import { formatCep } from '@prumo/contract/endereco.ts';
import { useWatch } from 'react-hook-form';
import { CepField, DocumentoOnEntryField } from '#features/consultas/fields.tsx';
import { ufMask } from '#lib/numbers/masks.ts';
import { MaskedField, PasswordField, TextField } from '#records/fields/fields.tsx';
import { NOVO } from '#records/list/list-search.ts';
import type { OpenRecord } from '#records/list/use-record-place.ts';
import { RecordDialog } from '#records/record-dialog.tsx';

const blank: ClienteInput = {
  nome: '',
  cpf_cnpj: '',
  nome_fantasia: null,
  inscricao_estadual: null,
  cep: null,
  endereco: null,
  numero: null,
  complemento: null,
  bairro: null,
  cidade: null,
  estado: null,
  email: '',
  senha: '',
  confirmar_senha: '',
};
const labels = {
  nome: 'Nome',
  cpf_cnpj: 'CPF/CNPJ',
  nome_fantasia: 'Nome Fantasia',
  inscricao_estadual: 'Inscrição Estadual',
  cep: 'CEP',
  endereco: 'Endereço',
  numero: 'Número',
  complemento: 'Complemento',
  bairro: 'Bairro',
  cidade: 'Cidade',
  estado: 'Estado',
  email: 'Email',
  senha: 'Senha',
  confirmar_senha: 'Confirmar Senha',
};
/** Formats for fields that are displayed differently from how they are stored. */
const shown = {
  cpf_cnpj: { label: labels.cpf_cnpj, shown: formatDocumento },
  cep: { label: labels.cep, shown: formatCep },
};
const saveWords = {
  create: 'Novo Cliente',
  edit: 'Editar Cliente',
  created: 'Cliente cadastrado com sucesso',
  updated: 'Cliente atualizado com sucesso',
  failed: (sentence: string | undefined) => sentence ?? 'Erro ao salvar cliente',
  unread: 'Erro ao carregar dados do cliente',
  signedOut: 'Usuário não autenticado',
  save: 'Salvar Cliente',
  saving: 'Salvando...',
};
const cepWords = {
  found: { title: 'CEP encontrado', text: 'Endereço preenchido automaticamente' },
  missing: { title: 'CEP não encontrado', text: 'Verifique o CEP digitado' },
  failed: 'Erro ao buscar CEP',
};
const cnpjWords = {
  found: { title: 'CNPJ encontrado', text: 'Dados preenchidos automaticamente' },
  missing: { title: 'CNPJ não encontrado', text: 'Verifique o CNPJ digitado' },
  failed: 'Erro ao buscar dados do CNPJ',
};

/** The fields that a copy leaves empty. */
const OWN = ['cpf_cnpj'];

export function ClienteDialog({ id, place, seed }: OpenRecord) {
  return (
    <RecordDialog
      of={clientes}
      id={id}
      blank={blank}
      seed={seed}
      own={OWN}
      labels={{ ...labels, ...shown }}
      words={saveWords}
      beforeSave={withoutHidden}
      place={place}
    >
      <TextField name="nome" label={labels.nome} />
      <DocumentoOnEntryField label={labels.cpf_cnpj} words={cnpjWords} />
      <CompanyFields />
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
      <TextField name="email" label={labels.email} type="email" />
      <div className="grid gap-4 md:grid-cols-2">
        <PasswordField
          name="senha"
          label={labels.senha}
          repeatedIn="confirmar_senha"
          hint={id === NOVO ? 'Mínimo de 6 caracteres' : 'Digite a senha de novo para salvar'}
        />
        <PasswordField name="confirmar_senha" label={labels.confirmar_senha} />
      </div>
    </RecordDialog>
  );
}

/**
 * Fields that only a company has. maxLength prevents a value that is too long, because a hidden field could not show
 * its error.
 */
function CompanyFields() {
  const documento: unknown = useWatch({ name: 'cpf_cnpj' });
  if (typeof documento !== 'string' || !isCnpj(documento)) return null;
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <TextField name="nome_fantasia" label={labels.nome_fantasia} maxLength={200} />
      <TextField name="inscricao_estadual" label={labels.inscricao_estadual} maxLength={20} />
    </div>
  );
}

/** Drops company fields that were typed and then hidden, so that no invisible value is saved. */
const withoutHidden = async (input: ClienteInput): Promise<ClienteInput> =>
  isCnpj(input.cpf_cnpj) ? input : { ...input, nome_fantasia: null, inscricao_estadual: null };
