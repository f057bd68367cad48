import * as z from 'zod/mini';
import { cpfCnpj, isCnpjValid } from './documento.ts';
import { cep, uf } from './endereco.ts';
import { byId, endpoint, ownAccount, uuid } from './endpoint.ts';
import { Papel } from './papeis.ts';
import { orNull, requiredText, stored, text } from './text.ts';

/** The maximum number of empresas that one person may own. */
export const MAX_EMPRESAS = 50;

const nome = requiredText(200, 'Nome fantasia é obrigatório');

export const EmpresaInput = z.strictObject({
  nome,
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

/** An empresa in the list of the person's own empresas, with the papel of the person there. */
export const MinhaEmpresa = z.object({
  id: z.uuid(),
  nome: z.string(),
  cnpj: z.nullable(z.string()),
  logo_url: z.nullable(z.string()),
  papel: Papel,
});
export type MinhaEmpresa = z.infer<typeof MinhaEmpresa>;

const tags = ['empresas'];

export const empresas = {
  /** The empresas of the signed-in person, in any of which a tab may work. */
  list: endpoint({
    method: 'GET',
    url: '/api/empresas',
    config: ownAccount.read,
    schema: {
      summary: 'Lista as empresas de quem está conectado',
      tags,
      response: { 200: z.object({ itens: z.array(MinhaEmpresa) }) },
    },
  }),
  create: endpoint({
    method: 'POST',
    url: '/api/empresas',
    config: ownAccount.write,
    schema: {
      summary: 'Cria uma empresa, da qual quem está conectado é dono',
      tags,
      // The page chooses the id, so that a repeated request creates one empresa.
      body: z.strictObject({ id: uuid(), nome }),
      response: { 201: MinhaEmpresa },
    },
  }),
  /** Remembers the empresa for the next tab of this session. Open tabs keep theirs. */
  choose: endpoint({
    method: 'PUT',
    url: '/api/sessoes/atual/empresa',
    config: ownAccount.write,
    schema: {
      summary: 'Guarda a empresa em que uma nova aba começa',
      tags,
      body: z.strictObject({ id: uuid() }),
      response: { 204: z.null() },
    },
  }),
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
