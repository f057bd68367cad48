import * as z from 'zod/mini';
import { cpfCnpj, isCnpjValid } from './documento.ts';
import { cep, uf } from './endereco.ts';
import { byId, endpoint, instant } from './endpoint.ts';
import { nomeFantasia } from './minhas-empresas.ts';
import { orNull, stored, text } from './text.ts';

export const EmpresaInput = z.strictObject({
  nome: nomeFantasia,
  razao_social: orNull(text(200)),
  cnpj: orNull(
    cpfCnpj(0).check(
      z.refine(
        (bare) => bare === '' || isCnpjValid(bare),
        'Este CNPJ não confere. Verifique os caracteres digitados.',
      ),
    ),
  ),
  inscricao_estadual: orNull(text(20)),
  cep: orNull(cep()),
  endereco: orNull(text(255)),
  numero: orNull(text(20)),
  complemento: orNull(text(200)),
  bairro: orNull(text(100)),
  cidade: orNull(text(100)),
  estado: orNull(uf()),
  logo_url: z.nullable(
    z.url({ protocol: /^https?$/, error: 'Informe um endereço completo, começando com https://' }),
  ),
});
export type EmpresaInput = z.infer<typeof EmpresaInput>;

export const Empresa = z.object({ id: z.uuid(), ...stored(EmpresaInput.shape), versao: z.int() });
export type Empresa = z.infer<typeof Empresa>;

const tags = ['empresas'];

export const empresas = {
  /** Reads the empresa of the page. Any other id gives 404. */
  get: endpoint({
    method: 'GET',
    url: '/api/empresas/:id',
    config: { auth: 'session', tenant: true, cost: 'read', right: 'consultar' },
    schema: { summary: 'Lê os dados da empresa', tags, params: byId, response: { 200: Empresa } },
  }),
  /** A change of the CNPJ needs a fresh proof of identity. */
  update: endpoint({
    method: 'PUT',
    url: '/api/empresas/:id',
    config: { auth: 'session', tenant: true, cost: 'write', right: 'alterar_empresa', fresh: 'by handler' },
    schema: {
      summary: 'Altera os dados da empresa; a versão lida antes vai junto',
      tags,
      params: byId,
      body: z.extend(EmpresaInput, { versao: z.int() }),
      response: { 200: Empresa },
    },
  }),
};

/** The number of days during which a dono can cancel the deletion of the empresa. */
export const DIAS_ATE_EXCLUIR = 30;

export const exclusao = {
  /** From now on the empresa can only be read. After the days of grace everything is deleted. */
  request: endpoint({
    method: 'POST',
    url: '/api/empresas/:id/exclusao',
    config: { auth: 'session', tenant: true, cost: 'write', right: 'excluir_empresa', fresh: true },
    schema: {
      summary: `Pede a exclusão da empresa, que ocorre depois de ${DIAS_ATE_EXCLUIR} dias`,
      tags,
      params: byId,
      // The name of the empresa, typed as it is stored.
      body: z.strictObject({ nome: z.string().check(z.maxLength(200)) }),
      response: { 201: z.object({ exclui_em: instant() }) },
    },
  }),
  cancel: endpoint({
    method: 'DELETE',
    url: '/api/empresas/:id/exclusao',
    config: { auth: 'session', tenant: true, cost: 'write', right: 'excluir_empresa' },
    schema: { summary: 'Cancela a exclusão da empresa', tags, params: byId, response: { 204: z.null() } },
  }),
};
