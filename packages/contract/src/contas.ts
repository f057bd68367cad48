import * as z from 'zod/mini';
import { byId, endpoint, instant, Lote } from './endpoint.ts';
import { Marketplace } from './marketplaces.ts';

/** `reconectar`: the marketplace no longer lets us in, and only the seller's authorization mends it. */
export const SituacaoConta = z.enum(['ativa', 'reconectar']);
export type SituacaoConta = z.infer<typeof SituacaoConta>;

/** A seller's account at a marketplace, connected to the empresa. */
export const Conta = z.object({
  id: z.uuid(),
  marketplace: Marketplace,
  user_id: z.uuid(),
  active: z.boolean(),
  nickname: z.nullable(z.string()),
  /** Beyond 32 bits, and not to be calculated with. */
  user_ml_id: z.nullable(z.string()),
  situacao: SituacaoConta,
  created_at: instant(),
  updated_at: instant(),
});
export type Conta = z.infer<typeof Conta>;

/** Base64url of 32 bytes: a verifier of PKCE or the SHA-256 of one. */
const of32Bytes = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'A conexão foi interrompida. Comece de novo.'));

export const NovaConexao = z.strictObject({ marketplace: Marketplace, code_challenge: of32Bytes });
export type NovaConexao = z.infer<typeof NovaConexao>;

const fromOutside = z
  .string()
  .check(z.minLength(1), z.maxLength(500, 'A conexão foi interrompida. Comece de novo.'));

export const NovaConta = z.strictObject({
  marketplace: Marketplace,
  /** As the marketplace sent them in the query string. */
  code: fromOutside,
  state: fromOutside,
  code_verifier: of32Bytes,
});
export type NovaConta = z.infer<typeof NovaConta>;

const tags = ['contas'];
const read = { auth: 'session', tenant: true, cost: 'read', twoStep: true } as const;
const write = { auth: 'session', tenant: true, cost: 'write', twoStep: true } as const;
const asksOthers = { auth: 'session', tenant: true, cost: 'heavy', twoStep: true } as const;

export const contas = {
  /** The active ones, newest first. */
  list: endpoint({
    method: 'GET',
    url: '/api/contas',
    config: read,
    schema: {
      summary: 'Lista as contas conectadas',
      tags,
      response: { 200: z.object({ itens: z.array(Conta) }) },
    },
  }),
  get: endpoint({
    method: 'GET',
    url: '/api/contas/:id',
    config: read,
    schema: { summary: 'Lê uma conta', tags, params: byId, response: { 200: Conta } },
  }),
  /** The `state` goes to the marketplace and comes back; it serves once, for ten minutes, in this session. */
  start: endpoint({
    method: 'POST',
    url: '/api/contas/conexoes',
    config: { ...write, fresh: true },
    schema: {
      summary: 'Começa a conexão de uma conta',
      tags,
      body: NovaConexao,
      response: { 201: z.object({ state: z.string() }) },
    },
  }),
  /** 409 with `conexao` where another empresa holds the account: `move` brings it here. */
  connect: endpoint({
    method: 'POST',
    url: '/api/contas',
    config: asksOthers,
    schema: {
      summary: 'Conecta a conta que o marketplace autorizou',
      tags,
      body: NovaConta,
      response: { 201: Conta },
    },
  }),
  move: endpoint({
    method: 'POST',
    url: '/api/contas/conexoes/:id/mover',
    config: { ...asksOthers, fresh: true },
    schema: {
      summary: 'Traz para esta empresa a conta conectada em outra',
      tags,
      params: byId,
      response: { 201: Conta },
    },
  }),
  disconnect: endpoint({
    method: 'DELETE',
    url: '/api/contas/:id',
    config: write,
    schema: { summary: 'Desconecta uma conta', tags, params: byId, response: { 200: Lote } },
  }),
};
