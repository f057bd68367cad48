import { formatDocumento } from '@prumo/contract/documento.ts';
import { EmpresaInput, empresas } from '@prumo/contract/empresas.ts';
import { formatCep } from '@prumo/contract/endereco.ts';
import { CepField, CnpjField } from '#features/consultas/fields.tsx';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { later } from '#lib/loading/later.tsx';
import { ufMask } from '#lib/numbers/masks.ts';
import { refreshSession } from '#lib/session/session.ts';
import { MaskedField, TextField } from '#records/fields/fields.tsx';
import { useLogoFile } from '#records/fields/logo-file.ts';
import { RecordDialog } from '#records/record-dialog.tsx';

const LogoField = later(async () => (await import('#records/fields/logo-field.tsx')).LogoField);

const editable = { get: empresas.get, update: empresas.update, input: EmpresaInput };

const blank: EmpresaInput = {
  nome: '',
  cnpj: null,
  razao_social: null,
  inscricao_estadual: null,
  cep: null,
  endereco: null,
  numero: null,
  complemento: null,
  bairro: null,
  cidade: null,
  estado: null,
  logo_url: null,
};
const labels = {
  nome: 'Nome fantasia',
  cnpj: 'CNPJ',
  razao_social: 'Razão social',
  inscricao_estadual: 'Inscrição estadual',
  cep: 'CEP',
  endereco: 'Endereço',
  numero: 'Número',
  complemento: 'Complemento',
  bairro: 'Bairro',
  cidade: 'Cidade',
  estado: 'Estado',
  logo_url: 'Logo',
};
/** Formats for fields that are displayed differently from how they are stored. */
const shown = {
  cnpj: { label: labels.cnpj, shown: formatDocumento },
  cep: { label: labels.cep, shown: formatCep },
};
const words = {
  create: 'Empresa',
  created: '',
  edit: 'Dados da empresa',
  updated: 'Dados da empresa atualizados',
  failed: 'Não foi possível salvar os dados da empresa.',
  unread: 'Não foi possível carregar os dados da empresa.',
  signedOut: 'Entre de novo para salvar os dados da empresa.',
  save: 'Salvar',
};
const cepWords = { missing: { title: 'CEP não encontrado' }, failed: 'CEP não encontrado' };
const cnpjWords = {
  found: { title: 'Dados do CNPJ carregados com sucesso!' },
  missing: { title: 'CNPJ não encontrado' },
  failed: 'CNPJ não encontrado',
};

export function EmpresaDialog({ id, place }: { id: string; place: DialogPlace }) {
  const logo = useLogoFile();
  return (
    <RecordDialog
      of={editable}
      id={id}
      blank={blank}
      labels={{ ...labels, ...shown }}
      words={words}
      beforeSave={logo.store}
      place={place}
      // The sidebar shows the name and the logo of the session.
      onSaved={() => void refreshSession()}
    >
      <TextField name="nome" label={`${labels.nome} *`} autoComplete="organization" />
      <CnpjField label={labels.cnpj} words={cnpjWords} />
      <div className="grid gap-4 md:grid-cols-[1fr_12rem]">
        <TextField name="razao_social" label={labels.razao_social} />
        <TextField name="inscricao_estadual" label={labels.inscricao_estadual} />
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
      <LogoField label={labels.logo_url} logo={logo} />
    </RecordDialog>
  );
}
