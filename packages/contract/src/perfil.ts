import * as z from 'zod/mini';
import { codigo, email, nomeCompleto, novaSenha, senha } from './acesso.ts';
import { byId, endpoint, instant } from './endpoint.ts';

export const Perfil = z.object({
  id: z.uuid(),
  full_name: z.nullable(z.string()),
  email: z.string(),
  google_auth_enabled: z.boolean(),
  two_factor_enabled: z.boolean(),
  /** False for who only ever came in through Google. */
  tem_senha: z.boolean(),
  /** The linked Google account. */
  google: z.nullable(z.object({ email: z.nullable(z.string()), vinculado_em: instant() })),
  /** The server has the credentials for Google. */
  google_disponivel: z.boolean(),
  /** Backup codes not used yet. */
  codigos_restantes: z.int(),
  /** A new address that still has to be confirmed from its mailbox. */
  novo_email: z.nullable(z.string()),
});
export type Perfil = z.infer<typeof Perfil>;

export const Preferencias = z.strictObject({ google_auth_enabled: z.boolean() });
export const Nome = z.strictObject({ full_name: nomeCompleto });
export const TrocaDeEmail = z.strictObject({ email });
/** `senha_atual` is left out only by who has no password yet. */
export const TrocaDeSenha = z.strictObject({ senha_atual: z.optional(senha), senha: novaSenha });

/** An authenticator being enrolled: it counts once a code of it was verified. */
export const NovoFator = z.object({
  id: z.uuid(),
  /** For typing, when the QR code cannot be scanned. */
  segredo: z.string(),
  /** `otpauth://…`, what the QR code says. */
  uri: z.string(),
});
export type NovoFator = z.infer<typeof NovoFator>;

/** Shown once: only their hashes are kept. */
const Codigos = z.object({ codigos: z.array(z.string()) });

export const SessaoAberta = z.object({
  id: z.uuid(),
  /** `Chrome no Windows` */
  dispositivo: z.string(),
  endereco: z.nullable(z.string()),
  criada_em: instant(),
  usada_em: instant(),
  /** The one that asks. */
  atual: z.boolean(),
});
export type SessaoAberta = z.infer<typeof SessaoAberta>;

export const TipoDeEvento = z.enum([
  'conta_criada',
  'email_confirmado',
  'entrada',
  'entrada_recusada',
  'entrada_limitada',
  'segundo_fator',
  'segundo_fator_recusado',
  'identidade_confirmada',
  'confirmacao_recusada',
  'recuperacao_pedida',
  'senha_recuperada',
  'senha_alterada',
  'nome_alterado',
  'novo_email_pedido',
  'email_alterado',
  'google_vinculado',
  'google_desvinculado',
  'google_permitido',
  'google_recusado',
  'dois_fatores_ligado',
  'dois_fatores_desligado',
  'dois_fatores_redefinido',
  'codigos_gerados',
  'sessao_encerrada',
  'sessoes_encerradas',
  'saida',
]);
export type TipoDeEvento = z.infer<typeof TipoDeEvento>;

export const Evento = z.object({
  id: z.uuid(),
  tipo: TipoDeEvento,
  em: instant(),
  dispositivo: z.nullable(z.string()),
  endereco: z.nullable(z.string()),
  /** How: `senha`, `google`, `codigo`, `codigo_reserva`, `recuperacao`. */
  meio: z.nullable(z.string()),
});
export type Evento = z.infer<typeof Evento>;

const read = { auth: 'session', tenant: false, cost: 'read' } as const;
const write = { auth: 'session', tenant: false, cost: 'write' } as const;
/** Refused with `confirm_identity` unless the person signed in or confirmed within the last ten minutes. */
const sensitive = { ...write, fresh: true } as const;
const tags = ['perfil'];

export const perfil = {
  get: endpoint({
    method: 'GET',
    url: '/api/perfil',
    config: read,
    schema: { summary: 'Lê o próprio perfil', tags, response: { 200: Perfil } },
  }),
  setPreferencias: endpoint({
    method: 'PUT',
    url: '/api/perfil/preferencias',
    config: sensitive,
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
    config: write,
    schema: { summary: 'Altera o próprio nome', tags, body: Nome, response: { 200: Perfil } },
  }),
  setSenha: endpoint({
    method: 'PUT',
    url: '/api/perfil/senha',
    // Fresh, or with the old password where that is all there is to prove: the handler decides.
    config: { ...write, cost: 'sign-in' },
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
    config: sensitive,
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
    config: sensitive,
    schema: {
      summary: 'Começa a vincular uma conta Google',
      tags,
      response: { 200: z.object({ url: z.string() }) },
    },
  }),
  unlinkGoogle: endpoint({
    method: 'DELETE',
    url: '/api/perfil/google',
    config: sensitive,
    schema: { summary: 'Desvincula a conta Google', tags, response: { 204: z.null() } },
  }),
};

export const fatores = {
  create: endpoint({
    method: 'POST',
    url: '/api/perfil/fatores',
    config: sensitive,
    schema: {
      summary: 'Começa a ligar a verificação em duas etapas',
      tags,
      response: { 201: NovoFator },
    },
  }),
  verify: endpoint({
    method: 'POST',
    url: '/api/perfil/fatores/:id/verificacao',
    config: { ...sensitive, cost: 'sign-in' },
    schema: {
      summary: 'Liga a verificação em duas etapas com o primeiro código do autenticador',
      tags,
      params: byId,
      body: z.strictObject({ codigo }),
      response: { 200: Codigos },
    },
  }),
  remove: endpoint({
    method: 'DELETE',
    url: '/api/perfil/fatores/:id',
    config: sensitive,
    schema: {
      summary: 'Desliga a verificação em duas etapas',
      tags,
      params: byId,
      response: { 204: z.null() },
    },
  }),
  renewCodigos: endpoint({
    method: 'POST',
    url: '/api/perfil/codigos-reserva',
    config: { ...sensitive, cost: 'sign-in' },
    schema: {
      summary: 'Gera novos códigos de reserva; os anteriores deixam de valer',
      tags,
      response: { 200: Codigos },
    },
  }),
};

export const sessoesAbertas = {
  list: endpoint({
    method: 'GET',
    url: '/api/perfil/sessoes',
    config: read,
    schema: {
      summary: 'Lista as próprias sessões abertas',
      tags,
      response: { 200: z.object({ itens: z.array(SessaoAberta) }) },
    },
  }),
  remove: endpoint({
    method: 'DELETE',
    url: '/api/perfil/sessoes/:id',
    config: write,
    schema: { summary: 'Encerra uma sessão', tags, params: byId, response: { 204: z.null() } },
  }),
  removeOthers: endpoint({
    method: 'DELETE',
    url: '/api/perfil/sessoes',
    config: write,
    schema: {
      summary: 'Encerra todas as outras sessões',
      tags,
      response: { 200: z.object({ encerradas: z.int() }) },
    },
  }),
};

export const eventos = {
  list: endpoint({
    method: 'GET',
    url: '/api/perfil/eventos',
    config: read,
    schema: {
      summary: 'Lista os últimos acontecimentos da própria conta',
      tags,
      querystring: z.object({ cursor: z.optional(z.uuid()) }),
      response: { 200: z.object({ itens: z.array(Evento), proximo: z.nullable(z.uuid()) }) },
    },
  }),
};
