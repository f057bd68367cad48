import * as z from 'zod/mini';
import { email } from './acesso.ts';
import { byId, endpoint, instant, ownAccount, uuid } from './endpoint.ts';
import { Papel } from './papeis.ts';

/** The papéis that a convite can give. A dono is made by a transferencia alone. */
export const PAPEIS_DE_CONVITE = ['administrador', 'estoque', 'vendas', 'consulta'] as const;

/** The number of days for which the link of a convite is valid. */
export const DIAS_DO_CONVITE = 7;
export const MAX_EMAILS = 20;
/** The maximum number of convites of one empresa that wait for an answer. */
export const MAX_PENDENTES = 20;
/** The maximum number of convites that one empresa sends in a day. */
export const MAX_CONVITES_POR_DIA = 50;
/** The maximum number of convites that one address gets in a day, from all empresas together. */
export const MAX_CONVITES_POR_EMAIL = 3;

/**
 * `enviado`: waits for the person. `aberto`: the person has opened the link. `devolvido`: the mail server refused
 * the address, or the e-mail could not be sent. `recusado`: the person declined. The last five are no longer valid, except that a `devolvido` can
 * be mended and sent again, as a `vencido` can.
 */
export const SituacaoDoConvite = z.enum([
  'enviado',
  'aberto',
  'aceito',
  'vencido',
  'devolvido',
  'revogado',
  'recusado',
]);
export type SituacaoDoConvite = z.infer<typeof SituacaoDoConvite>;

export const Convite = z.object({
  id: z.uuid(),
  email: z.string(),
  papel: Papel,
  ve_custo: z.boolean(),
  situacao: SituacaoDoConvite,
  /** The name of the person who invites. */
  convidado_por: z.nullable(z.string()),
  created_at: instant(),
  vence_em: instant(),
});
export type Convite = z.infer<typeof Convite>;

export const ConvitesInput = z.strictObject({
  emails: z
    .array(email)
    .check(
      z.minLength(1, 'Informe ao menos um email.'),
      z.maxLength(MAX_EMAILS, `Convide até ${MAX_EMAILS} pessoas por vez.`),
    ),
  papel: z.enum(PAPEIS_DE_CONVITE, 'Escolha o papel. Um convite não faz de ninguém dono.'),
  /** Whether the person sees costs in addition to what the papel allows. */
  ve_custo: z.boolean(),
});
export type ConvitesInput = z.infer<typeof ConvitesInput>;

/** What became of one address of a request. `mensagem` says what to do where no convite was made. */
export const ConviteResultado = z.object({
  email: z.string(),
  resultado: z.enum(['convidado', 'ja_membro', 'ja_convidado', 'limite']),
  mensagem: z.nullable(z.string()),
  convite: z.nullable(Convite),
});
export type ConviteResultado = z.infer<typeof ConviteResultado>;

/** A convite as the invited person sees it. It does not say whether the address has an account. */
export const ConviteAberto = z.object({
  empresa_nome: z.string(),
  email: z.string(),
  papel: Papel,
  convidado_por: z.nullable(z.string()),
  situacao: z.enum(['pendente', 'aceito', 'vencido', 'revogado', 'recusado']),
});
export type ConviteAberto = z.infer<typeof ConviteAberto>;

/** The token of the link `/auth/convite#convite=`. */
const Link = z.strictObject({ token: z.string().check(z.minLength(20), z.maxLength(200)) });

/** The link of a convite, or its id for the signed-in person whose confirmed address was invited. */
const Resposta = z.union([Link, z.strictObject({ id: uuid('Este convite não existe.') })]);
export type Resposta = z.infer<typeof Resposta>;

const gerir = { auth: 'session', tenant: true, right: 'gerir_equipe' } as const;
const tags = ['convites'];

export const convites = {
  /** The convites that wait for an answer, and those of the last 30 days that do not. */
  list: endpoint({
    method: 'GET',
    url: '/api/convites',
    config: { ...gerir, cost: 'read' },
    schema: {
      summary: 'Lista os convites pendentes e os recentes',
      tags,
      response: { 200: z.object({ itens: z.array(Convite) }) },
    },
  }),
  create: endpoint({
    method: 'POST',
    url: '/api/convites',
    config: { ...gerir, cost: 'write' },
    schema: {
      summary: 'Convida pessoas por email',
      tags,
      body: ConvitesInput,
      // One result for each address, in the order of the request.
      response: { 201: z.object({ itens: z.array(ConviteResultado) }) },
    },
  }),
  /** Mends the address of a convite that nobody has accepted. The old link stops working. */
  update: endpoint({
    method: 'PUT',
    url: '/api/convites/:id',
    config: { ...gerir, cost: 'write' },
    schema: {
      summary: 'Corrige o email de um convite e envia outro link',
      tags,
      params: byId,
      body: z.strictObject({ email }),
      response: { 200: Convite },
    },
  }),
  /** The old link stops working. */
  resend: endpoint({
    method: 'POST',
    url: '/api/convites/:id/reenvio',
    config: { ...gerir, cost: 'write' },
    schema: {
      summary: 'Envia outro link, que vale por mais sete dias',
      tags,
      params: byId,
      response: { 200: Convite },
    },
  }),
  revoke: endpoint({
    method: 'DELETE',
    url: '/api/convites/:id',
    config: { ...gerir, cost: 'write' },
    schema: { summary: 'Revoga um convite', tags, params: byId, response: { 200: Convite } },
  }),
  /** The link that was sent works again, for the rest of its seven days. */
  unrevoke: endpoint({
    method: 'POST',
    url: '/api/convites/:id/desfazer-revogacao',
    config: { ...gerir, cost: 'write' },
    schema: { summary: 'Desfaz a revogação de um convite', tags, params: byId, response: { 200: Convite } },
  }),
  /** Answers 404 to an unknown link, also to one that a later link of the same convite replaced. */
  open: endpoint({
    method: 'POST',
    url: '/api/convites/consulta',
    config: { auth: 'anonymous', tenant: false, right: null, cost: 'sign-in' },
    schema: {
      summary: 'Mostra o convite de um link e o marca como aberto',
      tags,
      body: Link,
      response: { 200: ConviteAberto },
    },
  }),
  /** Answers 404 unless the convite is for the confirmed email of the account. */
  received: endpoint({
    method: 'GET',
    url: '/api/convites/recebidos/:id',
    config: ownAccount.read,
    schema: {
      summary: 'Mostra um convite para a própria pessoa e o marca como aberto',
      tags,
      params: byId,
      response: { 200: ConviteAberto },
    },
  }),
  /** The confirmed email of the account must be the invited one. A repeated acceptance has the same answer. */
  accept: endpoint({
    method: 'POST',
    url: '/api/convites/aceite',
    config: ownAccount.write,
    schema: {
      summary: 'Aceita um convite e entra na empresa',
      tags,
      body: Resposta,
      response: { 200: z.object({ id: z.uuid(), nome: z.string() }) },
    },
  }),
  /** For the same person as the acceptance. Who invited sees it, and may invite again. */
  decline: endpoint({
    method: 'POST',
    url: '/api/convites/recusa',
    config: ownAccount.write,
    schema: {
      summary: 'Recusa um convite',
      tags,
      body: Resposta,
      response: { 204: z.null() },
    },
  }),
};
