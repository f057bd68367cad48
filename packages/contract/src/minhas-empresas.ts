import * as z from 'zod/mini';
import { endpoint, ownAccount, uuid } from './endpoint.ts';
import { Papel } from './papeis.ts';
import { requiredText } from './text.ts';

/** The maximum number of empresas that one person may own. */
export const MAX_EMPRESAS = 50;

export const nomeFantasia = requiredText(200, 'Nome fantasia é obrigatório');

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

/**
 * The empresas of the signed-in person. They are apart from `empresas`, because every page loads them and no page
 * needs the rules of a CNPJ for that.
 */
export const minhasEmpresas = {
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
      body: z.strictObject({ id: uuid(), nome: nomeFantasia }),
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
};
