import * as z from 'zod/mini';
import { byId, endpoint, instant, ownAccount } from './endpoint.ts';

export const SessaoAberta = z.object({
  id: z.uuid(),
  /** For example `Chrome no Windows`. */
  dispositivo: z.string(),
  endereco: z.nullable(z.string()),
  criada_em: instant(),
  usada_em: instant(),
  /** Whether this session made the request. */
  atual: z.boolean(),
});
export type SessaoAberta = z.infer<typeof SessaoAberta>;

const tags = ['perfil'];

export const sessoesAbertas = {
  list: endpoint({
    method: 'GET',
    url: '/api/perfil/sessoes',
    config: ownAccount.read,
    schema: {
      summary: 'Lista as próprias sessões abertas',
      tags,
      response: { 200: z.object({ itens: z.array(SessaoAberta) }) },
    },
  }),
  remove: endpoint({
    method: 'DELETE',
    url: '/api/perfil/sessoes/:id',
    config: ownAccount.write,
    schema: { summary: 'Encerra uma sessão', tags, params: byId, response: { 204: z.null() } },
  }),
  removeOthers: endpoint({
    method: 'DELETE',
    url: '/api/perfil/sessoes',
    config: ownAccount.write,
    schema: {
      summary: 'Encerra todas as outras sessões',
      tags,
      response: { 200: z.object({ encerradas: z.int() }) },
    },
  }),
};
