import * as z from 'zod/mini';
import { decimal } from './decimal.ts';
import { byId, endpoint, instant, Lote, uuid } from './endpoint.ts';
import { orNull, text } from './text.ts';

export const quantidade = () =>
  decimal({
    places: 2,
    max: 9_999_999_999.99,
    message: 'Informe uma quantidade de 0 ou mais, com até duas casas decimais.',
  });

/** What sales promise of a saldo, and what is left of it: `disponivel` = saldo − `reservado`, also below zero. */
export const disponibilidade = { reservado: z.string(), disponivel: z.string() };

/** The stock of a produto in one deposito. Promises of a past day are not kept, so they are 0 there. */
export const Saldo = z.object({
  deposito_id: z.uuid(),
  nome: z.string(),
  cidade: z.nullable(z.string()),
  estado: z.nullable(z.string()),
  ativo: z.boolean(),
  quantidade: z.string(),
  ...disponibilidade,
});
export type Saldo = z.infer<typeof Saldo>;

export const TIPOS = ['entrada', 'saida', 'ajuste', 'transferencia'] as const;
export type Tipo = (typeof TIPOS)[number];

export const MovimentoInput = z
  .strictObject({
    /**
     * The idempotency key, which the caller generates. A request with a known id gets the first response and
     * moves no stock.
     */
    id: uuid(),
    tipo: z.enum(TIPOS),
    produto_id: uuid(),
    deposito_id: uuid('Escolha o depósito'),
    /** The target of a transferencia. Null for the other tipos. */
    destino_id: z.nullable(uuid('Escolha o depósito de destino')),
    /** The quantity that enters, leaves or moves. For an ajuste, the new saldo. */
    quantidade: quantidade(),
    /**
     * For an ajuste, the saldo that the person saw. The server refuses the ajuste when the saldo has changed
     * since.
     */
    saldo_lido: z.nullable(quantidade()),
    motivo: orNull(text(200)),
  })
  .check(
    z.refine(({ tipo, quantidade: number }) => tipo === 'ajuste' || Number(number) > 0, {
      path: ['quantidade'],
      error: 'Informe uma quantidade maior que 0.',
    }),
    z.refine(({ tipo, destino_id }) => (tipo === 'transferencia') === (destino_id !== null), {
      path: ['destino_id'],
      error: 'Escolha o depósito de destino',
    }),
    z.refine(({ deposito_id, destino_id }) => deposito_id !== destino_id, {
      path: ['destino_id'],
      error: 'Escolha outro depósito de destino.',
    }),
  );
export type MovimentoInput = z.infer<typeof MovimentoInput>;

/**
 * The writer of a movimento: a person, the save of a produto, an undo, the deletion of a produto or deposito, a
 * remessa between two empresas, a sale at a marketplace, or a sale at the counter.
 */
export const ORIGENS = ['manual', 'produto', 'desfazer', 'exclusao', 'remessa', 'venda', 'balcao'] as const;

/** A ledger line. It is never edited. Another line corrects a mistake. */
export const Movimento = z.object({
  id: z.uuid(),
  lote: z.uuid(),
  tipo: z.enum(TIPOS),
  deposito_id: z.uuid(),
  /** Null once the deposito is deleted. */
  deposito_nome: z.nullable(z.string()),
  /** The signed difference, negative when stock leaves. */
  delta: z.string(),
  /** The saldo of the deposito after this movimento. */
  saldo: z.string(),
  motivo: z.nullable(z.string()),
  origem: z.enum(ORIGENS),
  quem: z.nullable(z.string()),
  created_at: instant(),
});
export type Movimento = z.infer<typeof Movimento>;

const tags = ['movimentos'];
const read = { auth: 'session', tenant: true, cost: 'read', right: 'consultar' } as const;

export const movimentos = {
  create: endpoint({
    method: 'POST',
    url: '/api/movimentos',
    config: { auth: 'session', tenant: true, cost: 'write', right: 'movimentar_estoque' },
    schema: {
      summary: 'Registra uma entrada, saída, transferência ou um ajuste de estoque',
      tags,
      body: MovimentoInput,
      response: { 201: z.object({ ...Lote.shape, movimentos: z.array(Movimento) }) },
    },
  }),
  /** Returns the movimentos of one produto, newest first. */
  list: endpoint({
    method: 'GET',
    url: '/api/movimentos',
    config: read,
    schema: {
      summary: 'Lista os movimentos de um produto',
      tags,
      querystring: z.object({
        produto_id: z.uuid(),
        deposito_id: z.optional(z.uuid()),
        cursor: z.optional(z.uuid()),
      }),
      response: { 200: z.object({ itens: z.array(Movimento), proximo: z.nullable(z.uuid()) }) },
    },
  }),
  /** Returns the stock of a produto per deposito, now or at the end of a day. */
  saldos: endpoint({
    method: 'GET',
    url: '/api/produtos/:id/estoque',
    config: read,
    schema: {
      summary: 'Lê o estoque de um produto por depósito, hoje ou no fim de um dia',
      tags,
      params: byId,
      querystring: z.object({ em: z.optional(z.iso.date('Informe uma data válida.')) }),
      response: { 200: z.object({ itens: z.array(Saldo), total: z.string(), ...disponibilidade }) },
    },
  }),
};
