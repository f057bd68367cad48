import type { EmpresaDoCnpj } from '@prumo/contract/consultas.ts';
import { bareDocumento } from '@prumo/contract/documento.ts';
import { bareCep } from '@prumo/contract/endereco.ts';
import * as z from 'zod';
import { optional, type Service, text } from './service.ts';

type Empresa = Omit<EmpresaDoCnpj, 'fonte' | 'consultado_em'>;

const cnpj = z.string().transform(bareDocumento);
const cep = optional.transform((value) => (value === null ? null : bareCep(value)));
const digits = (value: string) => value.replaceAll(/\D/g, '') || null;

/** The reply of Minha Receita, which BrasilAPI passes on. Its e-mail is always null. */
const MinhaReceita = z
  .object({
    cnpj,
    razao_social: text,
    nome_fantasia: optional,
    email: optional,
    ddd_telefone_1: optional,
    cep,
    descricao_tipo_de_logradouro: optional,
    logradouro: optional,
    numero: optional,
    complemento: optional,
    bairro: optional,
    municipio: optional,
    uf: optional,
    codigo_municipio_ibge: z.number().nullish(),
    descricao_situacao_cadastral: optional,
  })
  .transform(
    (reply): Empresa => ({
      cnpj: reply.cnpj,
      razao_social: reply.razao_social,
      nome_fantasia: reply.nome_fantasia,
      email: reply.email,
      telefone: digits(reply.ddd_telefone_1 ?? ''),
      ...enderecoOf({
        ...reply,
        tipo: reply.descricao_tipo_de_logradouro,
        ibge: reply.codigo_municipio_ibge ? String(reply.codigo_municipio_ibge) : null,
      }),
      situacao: reply.descricao_situacao_cadastral?.toUpperCase() ?? null,
    }),
  );

const OpenCnpj = z
  .object({
    cnpj,
    razao_social: text,
    nome_fantasia: optional,
    email: optional,
    telefones: z
      .array(z.object({ ddd: z.string(), numero: z.string(), is_fax: z.boolean().nullish() }))
      .nullish(),
    cep,
    tipo_logradouro: optional,
    logradouro: optional,
    numero: optional,
    complemento: optional,
    bairro: optional,
    municipio: optional,
    uf: optional,
    situacao_cadastral: optional,
  })
  .transform((reply): Empresa => {
    const telefone = reply.telefones?.find(({ is_fax }) => is_fax !== true);
    return {
      cnpj: reply.cnpj,
      razao_social: reply.razao_social,
      nome_fantasia: reply.nome_fantasia,
      email: reply.email,
      telefone: telefone ? digits(`${telefone.ddd}${telefone.numero}`) : null,
      ...enderecoOf({ ...reply, tipo: reply.tipo_logradouro, ibge: null }),
      situacao: reply.situacao_cadastral?.toUpperCase() ?? null,
    };
  });

type Endereco = Pick<
  Empresa,
  'cep' | 'logradouro' | 'numero' | 'complemento' | 'bairro' | 'municipio' | 'uf' | 'ibge'
>;

/** A company abroad has `EX` instead of a state. Its address is dropped, because it is not Brazilian. */
function enderecoOf(reply: Endereco & { tipo: string | null }): Endereco {
  const { cep, numero, complemento, bairro, municipio, uf, ibge } = reply;
  if (uf === 'EX')
    return {
      cep: null,
      logradouro: null,
      numero: null,
      complemento: null,
      bairro: null,
      municipio: null,
      uf: null,
      ibge: null,
    };
  const logradouro = [reply.tipo, reply.logradouro].filter(Boolean).join(' ') || null;
  return { cep, logradouro, numero, complemento, bairro, municipio, uf, ibge };
}

/**
 * The CNPJ services, in the order in which the server queries them. The letters of a CNPJ are sent in upper
 * case, because Minha Receita drops lower-case letters.
 */
export const CNPJ_SERVICES: readonly Service<Empresa>[] = [
  {
    fonte: 'brasilapi',
    base: 'BRASILAPI_URL',
    path: (numero) => `/api/cnpj/v1/${numero}`,
    reply: MinhaReceita,
    missing: 'json',
  },
  {
    fonte: 'minhareceita',
    base: 'MINHA_RECEITA_URL',
    path: (numero) => `/${numero}`,
    reply: MinhaReceita,
    missing: 'json',
  },
  {
    fonte: 'opencnpj',
    base: 'OPENCNPJ_URL',
    path: (numero) => `/${numero}`,
    reply: OpenCnpj,
    missing: 'json',
  },
];
