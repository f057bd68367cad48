import { cpfWarning, formatDocumento } from '@prumo/contract/documento.ts';
import { formatCep } from '@prumo/contract/endereco.ts';
import { type Vendedor, type VendedorInput, vendedores } from '@prumo/contract/vendedores.ts';
import { CepField } from '#features/consultas/fields.tsx';
import { formatQuantity } from '#lib/numbers/format.ts';
import { cpfMask, ufMask } from '#lib/numbers/masks.ts';
import { DecimalField, MaskedField, TextField } from '#records/fields/fields.tsx';
import { NOVO } from '#records/list/list-search.ts';
import type { OpenRecord } from '#records/list/use-record-place.ts';
import { RecordDialog } from '#records/record-dialog.tsx';

export const comissaoShown = (comissao: Vendedor['comissao']) =>
  comissao === null ? '-' : `${formatQuantity(comissao)}%`;

const blank: VendedorInput = {
  nome: '',
  cpf: '',
  comissao: null,
  email: '',
  cep: null,
  numero: null,
  endereco: null,
  bairro: null,
  cidade: null,
  estado: null,
};
const labels = {
  nome: 'Nome',
  cpf: 'CPF',
  comissao: 'Comissão',
  email: 'Email',
  cep: 'CEP',
  numero: 'Número',
  endereco: 'Endereço',
  bairro: 'Bairro',
  cidade: 'Cidade',
  estado: 'Estado',
};
/** Formats for fields that are displayed differently from how they are stored. */
const shown = {
  cpf: { label: labels.cpf, shown: formatDocumento },
  cep: { label: labels.cep, shown: formatCep },
  comissao: { label: labels.comissao, shown: comissaoShown },
};
const saveWords = {
  create: 'Novo Vendedor',
  about: 'Cadastre um novo vendedor no sistema',
  edit: 'Editar Vendedor',
  created: 'Vendedor cadastrado com sucesso',
  updated: 'Vendedor atualizado com sucesso',
  signedOut: 'Usuário não autenticado',
};
const cepWords = {
  found: { title: 'CEP encontrado', text: 'Endereço preenchido automaticamente' },
  missing: { title: 'CEP não encontrado', text: 'Verifique o CEP digitado' },
  failed: 'Erro ao buscar CEP',
};

/** The fields that a copy leaves empty. */
const OWN = ['nome', 'cpf', 'email'];

export function VendedorDialog({ id, place, seed }: OpenRecord) {
  const failed = id === NOVO ? 'Erro ao cadastrar vendedor' : 'Erro ao atualizar vendedor';
  return (
    <RecordDialog
      of={vendedores}
      id={id}
      blank={blank}
      seed={seed}
      own={OWN}
      labels={{ ...labels, ...shown }}
      words={{ ...saveWords, failed }}
      place={place}
    >
      <TextField name="nome" label="Nome *" />
      <div className="grid grid-cols-2 items-start gap-4">
        <MaskedField name="cpf" label="CPF *" mask={cpfMask} warn={cpfWarning} />
        <DecimalField name="comissao" label="Comissão (%)" unit="%" max="100" />
      </div>
      <TextField name="email" label="Email *" type="email" inputMode="email" />
      <div className="grid grid-cols-2 items-start gap-4">
        <CepField words={cepWords} />
        <TextField name="numero" label={labels.numero} />
      </div>
      <TextField name="endereco" label={labels.endereco} />
      <TextField name="bairro" label={labels.bairro} />
      <div className="grid grid-cols-[1fr_5rem] items-start gap-4">
        <TextField name="cidade" label={labels.cidade} />
        <MaskedField name="estado" label={labels.estado} mask={ufMask} />
      </div>
    </RecordDialog>
  );
}
