import * as z from 'zod/mini';
import { endpoint, instant } from './endpoint.ts';

/** The public service that answered, and the instant at which the server called it. */
const origin = { fonte: z.string(), consultado_em: instant() };

/**
 * The field names are those of the postal services. A town with a single CEP for all its streets has neither
 * logradouro nor bairro.
 */
export const EnderecoDoCep = z.object({
  cep: z.string(),
  logradouro: z.nullable(z.string()),
  bairro: z.nullable(z.string()),
  localidade: z.string(),
  uf: z.string(),
  /** The town's IBGE number, which fiscal documents require. */
  ibge: z.nullable(z.string()),
  ...origin,
});
export type EnderecoDoCep = z.infer<typeof EnderecoDoCep>;

/**
 * The field names are those of the company registry, except `telefone`, which the registry calls
 * `ddd_telefone_1`. The server drops the partners of the company.
 */
export const EmpresaDoCnpj = z.object({
  cnpj: z.string(),
  razao_social: z.string(),
  nome_fantasia: z.nullable(z.string()),
  email: z.nullable(z.string()),
  telefone: z.nullable(z.string()),
  cep: z.nullable(z.string()),
  logradouro: z.nullable(z.string()),
  numero: z.nullable(z.string()),
  complemento: z.nullable(z.string()),
  bairro: z.nullable(z.string()),
  municipio: z.nullable(z.string()),
  uf: z.nullable(z.string()),
  ibge: z.nullable(z.string()),
  /** ATIVA, SUSPENSA, INAPTA, BAIXADA or NULA. Null when the registry gives none. */
  situacao: z.nullable(z.string()),
  ...origin,
});
export type EmpresaDoCnpj = z.infer<typeof EmpresaDoCnpj>;

/**
 * The cost class is `heavy`, because public services answer these calls and ask for no more traffic than
 * people type.
 */
const lookup = { auth: 'session', tenant: true, cost: 'heavy', right: 'consultar' } as const;
const tags = ['consultas'];

/** Answers 404 when no service knows the number, and 502 when the server could reach no service. */
export const consultas = {
  cep: endpoint({
    method: 'GET',
    url: '/api/consultas/cep/:cep',
    config: lookup,
    schema: {
      summary: 'Endereço de um CEP',
      tags,
      params: z.object({ cep: z.string() }),
      response: { 200: EnderecoDoCep },
    },
  }),
  cnpj: endpoint({
    method: 'GET',
    url: '/api/consultas/cnpj/:cnpj',
    config: lookup,
    schema: {
      summary: 'Dados públicos da empresa de um CNPJ, sem a máscara',
      tags,
      params: z.object({ cnpj: z.string() }),
      response: { 200: EmpresaDoCnpj },
    },
  }),
};
