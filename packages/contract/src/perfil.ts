import * as z from 'zod/mini';
import { email, nomeCompleto, novaSenha, senha } from './acesso.ts';
import { endpoint, instant, ownAccount } from './endpoint.ts';

export const Perfil = z.object({
  id: z.uuid(),
  full_name: z.nullable(z.string()),
  email: z.string(),
  google_auth_enabled: z.boolean(),
  two_factor_enabled: z.boolean(),
  /** False for a person who has only signed in with Google. */
  tem_senha: z.boolean(),
  /** The linked Google account. */
  google: z.nullable(z.object({ email: z.nullable(z.string()), vinculado_em: instant() })),
  /** Whether the operator has configured credentials for Google. */
  google_disponivel: z.boolean(),
  /** The number of unused backup codes. */
  codigos_restantes: z.int(),
  /** A new address that awaits confirmation from its mailbox. */
  novo_email: z.nullable(z.string()),
});
export type Perfil = z.infer<typeof Perfil>;

export const Preferencias = z.strictObject({ google_auth_enabled: z.boolean() });
export const Nome = z.strictObject({ full_name: nomeCompleto });
export const TrocaDeEmail = z.strictObject({ email });
/** Only a person without a password may omit `senha_atual`. */
export const TrocaDeSenha = z.strictObject({ senha_atual: z.optional(senha), senha: novaSenha });

const tags = ['perfil'];

export const perfil = {
  get: endpoint({
    method: 'GET',
    url: '/api/perfil',
    config: ownAccount.read,
    schema: { summary: 'Lê o próprio perfil', tags, response: { 200: Perfil } },
  }),
  setPreferencias: endpoint({
    method: 'PUT',
    url: '/api/perfil/preferencias',
    // Only allowing Google requires a fresh sign-in, because disallowing it removes a sign-in method.
    config: { ...ownAccount.write, fresh: { google_auth_enabled: true } },
    schema: {
      summary: 'Permite ou recusa a entrada com Google',
      tags,
      body: Preferencias,
      response: { 200: Perfil },
    },
  }),
  setNome: endpoint({
    method: 'PUT',
    url: '/api/perfil/nome',
    config: ownAccount.write,
    schema: { summary: 'Altera o próprio nome', tags, body: Nome, response: { 200: Perfil } },
  }),
  setSenha: endpoint({
    method: 'PUT',
    url: '/api/perfil/senha',
    // The old password is enough proof for a person without a second factor. Otherwise the handler requires a
    // fresh sign-in.
    config: { ...ownAccount.write, cost: 'sign-in' },
    schema: {
      summary: 'Altera ou cria a senha e encerra as outras sessões',
      tags,
      body: TrocaDeSenha,
      response: { 204: z.null() },
    },
  }),
  setEmail: endpoint({
    method: 'PUT',
    url: '/api/perfil/email',
    config: ownAccount.sensitive,
    schema: {
      summary: 'Envia ao novo endereço o link que o confirma',
      tags,
      body: TrocaDeEmail,
      response: { 204: z.null() },
    },
  }),
  linkGoogle: endpoint({
    method: 'POST',
    url: '/api/perfil/google',
    config: ownAccount.sensitive,
    schema: {
      summary: 'Começa a vincular uma conta Google',
      tags,
      response: { 200: z.object({ url: z.string() }) },
    },
  }),
  unlinkGoogle: endpoint({
    method: 'DELETE',
    url: '/api/perfil/google',
    config: ownAccount.sensitive,
    schema: { summary: 'Desvincula a conta Google', tags, response: { 204: z.null() } },
  }),
};
