import * as z from 'zod/mini';
import { byId, endpoint, instant, Lote } from './endpoint.ts';
import { MarketplaceSlug } from './marketplaces.ts';

/**
 * `reconectar`: the marketplace refuses our tokens. Only a new authorization by the seller restores access.
 */
export const SituacaoConta = z.enum(['ativa', 'reconectar']);
export type SituacaoConta = z.infer<typeof SituacaoConta>;

/** A seller's account at a marketplace, connected to the empresa. */
export const Conta = z.object({
  id: z.uuid(),
  marketplace: MarketplaceSlug,
  user_id: z.uuid(),
  active: z.boolean(),
  nickname: z.nullable(z.string()),
  /** A text, because the id exceeds 32 bits and is never used in arithmetic. */
  user_ml_id: z.nullable(z.string()),
  situacao: SituacaoConta,
  created_at: instant(),
  updated_at: instant(),
});
export type Conta = z.infer<typeof Conta>;

/** 32 bytes in base64url: a PKCE verifier, or the SHA-256 of one. */
const of32Bytes = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'A conexão foi interrompida. Comece de novo.'));

export const NovaConexao = z.strictObject({ marketplace: MarketplaceSlug, code_challenge: of32Bytes });
export type NovaConexao = z.infer<typeof NovaConexao>;

const fromOutside = z
  .string()
  .check(z.minLength(1), z.maxLength(500, 'A conexão foi interrompida. Comece de novo.'));

export const NovaConta = z.strictObject({
  marketplace: MarketplaceSlug,
  /** `code` and `state` as the marketplace sent them in the query string. */
  code: fromOutside,
  state: fromOutside,
  code_verifier: of32Bytes,
});
export type NovaConta = z.infer<typeof NovaConta>;

const tags = ['contas'];
const read = { auth: 'session', tenant: true, cost: 'read', right: 'consultar' } as const;
const write = { auth: 'session', tenant: true, cost: 'write', right: 'integrar' } as const;
const asksOthers = { auth: 'session', tenant: true, cost: 'heavy', right: 'integrar' } as const;

export const contas = {
  /** Returns only active contas, newest first. */
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
  /**
   * The `state` travels to the marketplace and back. It is valid once, for ten minutes, in this session only.
   */
  start: endpoint({
    method: 'POST',
    url: '/api/contas/conexoes',
    config: { ...write, fresh: true, twoStep: true },
    schema: {
      summary: 'Começa a conexão de uma conta',
      tags,
      body: NovaConexao,
      response: { 201: z.object({ state: z.string() }) },
    },
  }),
  /**
   * Answers 409 with `conexao` when another empresa holds the account. `move` then transfers the account to
   * this empresa.
   */
  connect: endpoint({
    method: 'POST',
    url: '/api/contas',
    config: { ...asksOthers, twoStep: true },
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
    config: { ...asksOthers, fresh: true, twoStep: true },
    schema: {
      summary: 'Traz para esta empresa a conta conectada em outra',
      tags,
      params: byId,
      response: { 201: Conta },
    },
  }),
  /** Disconnecting removes an access, so the route requires no second factor. */
  disconnect: endpoint({
    method: 'DELETE',
    url: '/api/contas/:id',
    config: write,
    schema: { summary: 'Desconecta uma conta', tags, params: byId, response: { 200: Lote } },
  }),
};
