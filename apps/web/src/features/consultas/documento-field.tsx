import { consultas, type EmpresaDoCnpj } from '@prumo/contract/consultas.ts';
import { documentoWarning, isCnpj } from '@prumo/contract/documento.ts';
import { useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { call } from '#lib/api.ts';
import { documentoMask } from '#lib/numbers/masks.ts';
import { MaskedField } from '#records/fields/masked-field.tsx';
import { Badge } from '#ui/badge.tsx';
import { Spinner } from '#ui/spinner.tsx';
import type { Found } from './fill.ts';
import { useFill } from './use-fill.ts';
import { type LookupWords, useLookup } from './use-lookup.ts';

interface DocumentoFieldProps {
  label: string;
  words: LookupWords;
}

/** The field `cnpj` of the own empresa, which looks it up as soon as the CNPJ is complete. */
export function CnpjField({ label, words }: DocumentoFieldProps) {
  const company = useCompany(words, ownCompany);
  return (
    <DocumentoField
      name="cnpj"
      label={label}
      company={company}
      onEntry={(bare) => company.look(cnpjOf(bare))}
    />
  );
}

/** The field `cpf_cnpj`, which looks up a company as soon as the CNPJ is complete. */
export function DocumentoOnEntryField({ label, words }: DocumentoFieldProps) {
  const company = useCompany(words);
  return <DocumentoField label={label} company={company} onEntry={(bare) => company.look(cnpjOf(bare))} />;
}

/** The same field, with the lookup on blur. */
export function DocumentoOnLeavingField({ label, words }: DocumentoFieldProps) {
  const company = useCompany(words);
  /** The value entered since the last blur. */
  const entered = useRef<string>(undefined);
  return (
    <DocumentoField
      label={label}
      company={company}
      onEntry={(bare) => {
        entered.current = bare;
        // Cancels the lookup of the previous number. The new one waits for the blur.
        company.look(undefined);
      }}
      onLeave={() => {
        if (entered.current === undefined) return;
        company.look(cnpjOf(entered.current));
        entered.current = undefined;
      }}
    />
  );
}

/** A CPF is never looked up, so no personal number leaves the system. */
const cnpjOf = (bare: string) => (isCnpj(bare) ? bare : undefined);

const ask = (cnpj: string, signal: AbortSignal) => call(consultas.cnpj, { params: { cnpj }, signal });

const ADDRESS = ['cep', 'endereco', 'numero', 'complemento', 'bairro', 'cidade', 'estado'];

/** The fields of a person or company in a register that a lookup fills. */
const registeredCompany = (empresa: EmpresaDoCnpj) => ({
  nome: empresa.razao_social,
  nome_fantasia: empresa.nome_fantasia,
  email: empresa.email,
  telefone: empresa.telefone,
});

/** In the data of the own empresa, `nome` is the nome fantasia. */
const ownCompany = (empresa: EmpresaDoCnpj) => ({
  nome: empresa.nome_fantasia,
  razao_social: empresa.razao_social,
});

function useCompany(words: LookupWords, fieldsOf: (empresa: EmpresaDoCnpj) => Found = registeredCompany) {
  const { fill, isOwn } = useFill();
  const { getValues } = useFormContext();
  const onFound = (empresa: EmpresaDoCnpj) => {
    // When the person typed their own CEP, the company's address would mix two addresses, so it is left out.
    const isElsewhere = isOwn('cep', ADDRESS) && getValues('cep') !== empresa.cep;
    const person = fieldsOf(empresa);
    return fill(isElsewhere ? person : { ...person, ...addressOf(empresa) }, ADDRESS);
  };
  return useLookup({ ask, words, onFound });
}

const addressOf = (empresa: EmpresaDoCnpj) => ({
  cep: empresa.cep,
  endereco: empresa.logradouro,
  numero: empresa.numero,
  complemento: empresa.complemento,
  bairro: empresa.bairro,
  cidade: empresa.municipio,
  estado: empresa.uf,
});

interface LookedUpProps {
  name?: 'cnpj' | 'cpf_cnpj';
  label: string;
  company: ReturnType<typeof useCompany>;
  onEntry: (bare: string) => void;
  onLeave?: () => void;
}

function DocumentoField({ name = 'cpf_cnpj', label, company: { busy, found }, ...events }: LookedUpProps) {
  const value: unknown = useWatch({ name });
  const situacao = found?.cnpj === value ? found?.situacao : null;
  return (
    <div>
      <MaskedField
        {...events}
        name={name}
        label={label}
        mask={documentoMask}
        warn={documentoWarning}
        trailing={busy && <Spinner />}
        aside={
          <span role="status">
            {situacao && situacao !== 'ATIVA' && <Badge tone="warn">Situação na Receita: {situacao}</Badge>}
          </span>
        }
      />
      <p role="status" className="sr-only">
        {busy && 'Buscando CNPJ...'}
      </p>
    </div>
  );
}
