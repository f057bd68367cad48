import * as z from 'zod/mini';
import { endpoint, instant } from './endpoint.ts';

/** Which public service said so, and when we asked it. */
const origin = { fonte: z.string(), consultado_em: instant() };

/** Names as the postal services have them. A town with one CEP for all its streets has neither logradouro nor bairro. */
export const EnderecoDoCep = z.object({
  cep: z.string(),
  logradouro: z.nullable(z.string()),
  bairro: z.nullable(z.string()),
  localidade: z.string(),
  uf: z.string(),
  /** The town's number at IBGE, which fiscal documents ask for. */
  ibge: z.nullable(z.string()),
  ...origin,
});
export type EnderecoDoCep = z.infer<typeof EnderecoDoCep>;

/** Names as the company registry has them, but for `telefone`, its `ddd_telefone_1`. Its partners are not kept. */
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
  /** ATIVA, or why it is not: SUSPENSA, INAPTA, BAIXADA, NULA. Null where the registry does not say. */
  situacao: z.nullable(z.string()),
  ...origin,
});
export type EmpresaDoCnpj = z.infer<typeof EmpresaDoCnpj>;

/** Heavy: others answer them, and ask us to keep to what people type. */
const lookup = { auth: 'session', tenant: true, cost: 'heavy' } as const;
const tags = ['consultas'];

/** 404 when nobody knows the number, 502 when nobody could be asked. */
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
