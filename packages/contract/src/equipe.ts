import * as z from 'zod/mini';
import { endpoint, instant, uuid } from './endpoint.ts';
import { Papel } from './papeis.ts';

/** A membro of the empresa. */
export const Membro = z.object({
  user_id: z.uuid(),
  nome: z.nullable(z.string()),
  email: z.string(),
  papel: Papel,
  /** Whether this person sees costs in addition to what the papel allows. */
  ve_custo: z.boolean(),
  /** Whether two-step verification is on. */
  duas_etapas: z.boolean(),
  /**
   * The instant from which the empresa demands two-step verification of this person. Null when it demands none, or
   * when the person has it.
   */
  duas_etapas_ate: z.nullable(instant()),
  /** The last e-mail that reminded the person of it. Null for a caller without the right `gerir_equipe`. */
  lembrado_em: z.nullable(instant()),
  /** The last activity, in any empresa. Null for a caller without the right `gerir_equipe`. */
  visto_em: z.nullable(instant()),
  desde: instant(),
});
export type Membro = z.infer<typeof Membro>;

/** The open offer of a dono to hand the empresa over to another membro. */
export const Transferencia = z.object({
  de: z.object({ user_id: z.uuid(), nome: z.nullable(z.string()) }),
  para: z.object({ user_id: z.uuid(), nome: z.nullable(z.string()) }),
  created_at: instant(),
  vence_em: instant(),
});
export type Transferencia = z.infer<typeof Transferencia>;

/** The number of days for which an offer is open. */
export const DIAS_DA_TRANSFERENCIA = 7;

/** An open session of a membro. It has no address, because a dono does not need to know where a person works. */
export const Dispositivo = z.object({
  /** For example `Chrome no Windows`. */
  dispositivo: z.string(),
  criada_em: instant(),
  usada_em: instant(),
});
export type Dispositivo = z.infer<typeof Dispositivo>;

const byUser = z.object({ user_id: uuid('Este endereço não é válido.') });
const tenant = { auth: 'session', tenant: true } as const;
const tags = ['equipe'];

export const equipe = {
  list: endpoint({
    method: 'GET',
    url: '/api/equipe',
    config: { ...tenant, cost: 'read', right: 'consultar' },
    schema: {
      summary: 'Lista os membros da empresa',
      tags,
      response: {
        200: z.object({ itens: z.array(Membro), transferencia: z.nullable(Transferencia) }),
      },
    },
  }),
  /** Making or unmaking a dono needs a fresh proof of identity. */
  update: endpoint({
    method: 'PUT',
    url: '/api/equipe/:user_id',
    config: { ...tenant, cost: 'write', right: 'gerir_equipe', fresh: 'by handler' },
    schema: {
      summary: 'Muda o papel de um membro',
      tags,
      params: byUser,
      body: z.strictObject({ papel: Papel, ve_custo: z.boolean() }),
      response: { 200: Membro },
    },
  }),
  remove: endpoint({
    method: 'DELETE',
    url: '/api/equipe/:user_id',
    config: { ...tenant, cost: 'write', right: 'gerir_equipe' },
    schema: {
      summary: 'Retira uma pessoa da empresa',
      tags,
      params: byUser,
      response: { 204: z.null() },
    },
  }),
  /** An e-mail about two-step verification, at most one each day to each membro. */
  remind: endpoint({
    method: 'POST',
    url: '/api/equipe/:user_id/lembrete',
    config: { ...tenant, cost: 'write', right: 'gerir_equipe' },
    schema: {
      summary: 'Lembra um membro, por email, de ligar a verificação em duas etapas',
      tags,
      params: byUser,
      response: {
        // `ja_enviado`: an e-mail was sent earlier on the same day, and no other one is.
        200: z.object({ situacao: z.enum(['enviado', 'ja_enviado']), lembrado_em: instant() }),
      },
    },
  }),
  dispositivos: endpoint({
    method: 'GET',
    url: '/api/equipe/:user_id/dispositivos',
    config: { ...tenant, cost: 'read', right: 'ver_dispositivos' },
    schema: {
      summary: 'Lista os dispositivos em que um membro está conectado',
      tags,
      params: byUser,
      response: { 200: z.object({ itens: z.array(Dispositivo) }) },
    },
  }),
  leave: endpoint({
    method: 'POST',
    url: '/api/equipe/saida',
    config: { ...tenant, cost: 'write', right: 'consultar' },
    schema: { summary: 'Sai da empresa', tags, response: { 204: z.null() } },
  }),
};

/** The handover of the empresa: a dono offers it, and another membro accepts. Both prove their identity. */
export const transferencia = {
  offer: endpoint({
    method: 'POST',
    url: '/api/equipe/transferencia',
    config: { ...tenant, cost: 'write', right: 'transferir_empresa', fresh: true },
    schema: {
      summary: 'Oferece a empresa a outro membro, que passa a dono quando aceita',
      tags,
      body: z.strictObject({ user_id: uuid() }),
      response: { 201: Transferencia },
    },
  }),
  /** On acceptance the dono who offered becomes an administrador. */
  accept: endpoint({
    method: 'POST',
    url: '/api/equipe/transferencia/aceite',
    config: { ...tenant, cost: 'write', right: 'consultar', fresh: true },
    schema: { summary: 'Aceita a empresa oferecida', tags, response: { 204: z.null() } },
  }),
  /** A dono withdraws the offer, or the membro to whom it was made declines it. */
  withdraw: endpoint({
    method: 'DELETE',
    url: '/api/equipe/transferencia',
    config: { ...tenant, cost: 'write', right: 'consultar' },
    schema: { summary: 'Retira ou recusa a oferta da empresa', tags, response: { 204: z.null() } },
  }),
};
