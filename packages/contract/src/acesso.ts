import * as z from 'zod/mini';
import { endpoint, instant } from './endpoint.ts';
import { NOMES_DOS_DIREITOS, Papel } from './papeis.ts';
import { requiredText } from './text.ts';

export const email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(254, 'Use até 254 caracteres.'), z.email('Email inválido'));
/**
 * Passwords are never trimmed, because a space is part of a password. The upper bound keeps hashing cheap.
 */
export const novaSenha = z
  .string()
  .check(z.minLength(6, 'Mínimo de 6 caracteres'), z.maxLength(128, 'Use até 128 caracteres.'));
export const senha = z
  .string()
  .check(z.minLength(1, 'Informe a senha'), z.maxLength(128, 'Use até 128 caracteres.'));
export const nomeCompleto = requiredText(200, 'Informe o nome completo');
/** Accepts six digits of the authenticator or a backup code. Typed spaces and hyphens are allowed. */
export const codigo = z
  .string()
  .check(z.trim(), z.minLength(6, 'Informe o código'), z.maxLength(40, 'Informe o código'));
/**
 * The token of an e-mailed link. It travels after `#`, which browsers send to no server, so no log records
 * it.
 */
const token = z.string().check(z.minLength(20), z.maxLength(200));

/** A sign-in method of the account: the password (`email`) or a linked provider. */
const Identity = z.object({
  id: z.uuid(),
  provider: z.enum(['email', 'google']),
  email: z.nullable(z.string()),
});

const Factor = z.object({
  id: z.uuid(),
  factor_type: z.enum(['totp', 'phone', 'webauthn']),
  status: z.enum(['verified', 'unverified']),
  friendly_name: z.nullable(z.string()),
});

export const Usuario = z.object({
  id: z.uuid(),
  email: z.string(),
  user_metadata: z.object({ full_name: z.nullable(z.string()) }),
  identities: z.array(Identity),
  factors: z.array(Factor),
});
export type Usuario = z.infer<typeof Usuario>;

export const Sessao = z.object({
  usuario: Usuario,
  /** The empresa of the page, with the papel and the rights of the person in it. */
  empresa: z.object({
    id: z.uuid(),
    nome: z.string(),
    logo_url: z.nullable(z.string()),
    papel: Papel,
    direitos: z.array(z.enum(NOMES_DOS_DIREITOS)),
    /**
     * The instant from which the empresa demands two-step verification of the person. Null when it demands none, or
     * when the person has it.
     */
    duas_etapas_ate: z.nullable(instant()),
    /** When the empresa will be deleted. Until then it can only be read. Null when nobody asked for that. */
    exclui_em: z.nullable(instant()),
  }),
  expira_em: instant(),
});
export type Sessao = z.infer<typeof Sessao>;

/**
 * The answer of every sign-in method: a session, or the demand for the second factor, which `sessoes.verify`
 * then checks.
 */
export const Entrou = z.discriminatedUnion('situacao', [
  z.object({ situacao: z.literal('entrou'), sessao: Sessao }),
  z.object({ situacao: z.literal('segundo_fator') }),
]);
export type Entrou = z.infer<typeof Entrou>;

/**
 * `confirmacao` is the token of the confirmation link. Together with the password it confirms the account in
 * any browser.
 */
export const Entrada = z.strictObject({ email, senha, confirmacao: z.optional(token) });
export const SegundoFator = z.strictObject({ codigo });

export const Cadastro = z.strictObject({
  full_name: nomeCompleto,
  email,
  senha: novaSenha,
  /** The site's origin. The link in the confirmation e-mail points to it. */
  retorno: z.url(),
});

/** Requests a link by e-mail. The response does not reveal whether the address has an account. */
export const PedidoDeLink = z.strictObject({ email });
export const NovaSenha = z.strictObject({ token, senha: novaSenha });

const anonymous = { auth: 'anonymous', tenant: false, right: null } as const;
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
      summary: 'Confirma um email, o do cadastro ou um novo, com o código do link recebido',
      tags,
      body: z.strictObject({ token }),
      /**
       * `confirmado` is false when the link alone is not enough proof. The link stays valid. A sign-up link
       * works in `sessoes.create` together with the password. A new-e-mail link works here together with a
       * session of the account.
       */
      response: {
        200: z.object({
          tipo: z.enum(['cadastro', 'novo_email']),
          email: z.string(),
          confirmado: z.boolean(),
        }),
      },
    },
  }),
  resend: endpoint({
    method: 'POST',
    url: '/api/confirmacoes/reenvio',
    config: { ...anonymous, cost: 'sign-in' },
    schema: {
      summary: 'Envia de novo o link de confirmação do cadastro',
      tags,
      body: PedidoDeLink,
      response: { 204: z.null() },
    },
  }),
};

export const recuperacoes = {
  create: endpoint({
    method: 'POST',
    url: '/api/recuperacoes',
    config: { ...anonymous, cost: 'sign-in' },
    schema: {
      summary: 'Envia um link para criar uma nova senha',
      tags,
      body: PedidoDeLink,
      response: { 204: z.null() },
    },
  }),
  /** Sets the password, ends every session of the account, and answers like a sign-in. */
  finish: endpoint({
    method: 'POST',
    url: '/api/recuperacoes/conclusao',
    config: { ...anonymous, cost: 'sign-in' },
    schema: {
      summary: 'Cria a nova senha com o código do link recebido',
      tags,
      body: NovaSenha,
      response: { 200: Entrou },
    },
  }),
};

export const sessoes = {
  create: endpoint({
    method: 'POST',
    url: '/api/sessoes',
    config: { ...anonymous, cost: 'sign-in' },
    schema: { summary: 'Entra com email e senha', tags, body: Entrada, response: { 200: Entrou } },
  }),
  /**
   * Follows any sign-in method of an account with two-step verification. A cookie identifies the pending
   * sign-in.
   */
  verify: endpoint({
    method: 'POST',
    url: '/api/sessoes/segundo-fator',
    config: { ...anonymous, cost: 'sign-in' },
    schema: {
      summary: 'Conclui a entrada com o código do autenticador ou um código de reserva',
      tags,
      body: SegundoFator,
      response: { 200: Sessao },
    },
  }),
  /** Returns the current session and renews it, so that a person who keeps working stays signed in. */
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
  /**
   * Confirms the identity of the signed-in person. The server demands it before a sensitive act when the
   * sign-in is older than ten minutes (`codigo: 'confirm_identity'`).
   */
  confirm: endpoint({
    method: 'POST',
    url: '/api/sessoes/confirmacao',
    config: { auth: 'session', tenant: false, cost: 'sign-in', right: null },
    schema: {
      summary: 'Confirma que é a própria pessoa, com a senha e, se houver, o segundo fator',
      tags,
      /** Only a person without a password who has just returned from Google may omit `senha`. */
      body: z.strictObject({ senha: z.optional(senha), codigo: z.optional(codigo) }),
      response: { 204: z.null() },
    },
  }),
};
