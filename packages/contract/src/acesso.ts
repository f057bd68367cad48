import * as z from 'zod/mini';
import { endpoint, instant } from './endpoint.ts';
import { requiredText } from './text.ts';

const email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email('Email inválido'));
/** Never trimmed: a space is part of a password. The upper bound keeps hashing cheap. */
const novaSenha = z
  .string()
  .check(z.minLength(6, 'Mínimo de 6 caracteres'), z.maxLength(128, 'Use até 128 caracteres.'));

export const Usuario = z.object({
  id: z.uuid(),
  email: z.string(),
  user_metadata: z.object({ full_name: z.nullable(z.string()) }),
});

export const Sessao = z.object({
  usuario: Usuario,
  empresa: z.object({ id: z.uuid(), nome: z.string() }),
  expira_em: instant(),
});
export type Sessao = z.infer<typeof Sessao>;

export const Entrada = z.strictObject({
  email,
  senha: z.string().check(z.minLength(1, 'Informe a senha'), z.maxLength(128, 'Use até 128 caracteres.')),
});
export type Entrada = z.infer<typeof Entrada>;

export const Cadastro = z.strictObject({
  full_name: requiredText(200, 'Informe o nome completo'),
  email,
  senha: novaSenha,
  /** The site's origin, to which the confirmation e-mail returns. */
  retorno: z.url(),
});
export type Cadastro = z.infer<typeof Cadastro>;

const anonymous = { auth: 'anonymous', tenant: false } as const;
const tags = ['acesso'];

export const usuarios = {
  create: endpoint({
    method: 'POST',
    url: '/api/usuarios',
    config: { ...anonymous, cost: 'sign-in' },
    schema: {
      summary: 'Cria uma conta e envia o email de confirmação',
      tags,
      body: Cadastro,
      response: { 201: z.object({ email: z.string() }) },
    },
  }),
};

export const confirmacoes = {
  create: endpoint({
    method: 'POST',
    url: '/api/confirmacoes',
    config: { ...anonymous, cost: 'sign-in' },
    schema: {
      summary: 'Confirma o email com o código recebido',
      tags,
      body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(1000)) }),
      response: { 204: z.null() },
    },
  }),
};

export const sessoes = {
  create: endpoint({
    method: 'POST',
    url: '/api/sessoes',
    config: { ...anonymous, cost: 'sign-in' },
    schema: { summary: 'Entra com email e senha', tags, body: Entrada, response: { 200: Sessao } },
  }),
  /** Also renews the session, so that whoever keeps working stays signed in. */
  current: endpoint({
    method: 'GET',
    url: '/api/sessoes/atual',
    config: { ...anonymous, cost: 'read' },
    schema: {
      summary: 'Diz quem está conectado',
      tags,
      response: { 200: z.object({ sessao: z.nullable(Sessao) }) },
    },
  }),
  remove: endpoint({
    method: 'DELETE',
    url: '/api/sessoes/atual',
    config: { ...anonymous, cost: 'write' },
    schema: { summary: 'Encerra a sessão', tags, response: { 204: z.null() } },
  }),
};
