import * as z from 'zod/mini';
import { byId, endpoint, instant, Lote, uuid } from './endpoint.ts';
import { Movimento } from './movimentos.ts';

/** What one item of a sale promises of the stock. Units are whole. Nothing about the buyer is kept. */
export const Reserva = z.object({
  id: z.uuid(),
  marketplace: z.string(),
  seller_id: z.string(),
  pedido_id: z.string(),
  anuncio_id: z.string(),
  /** Empty for an anuncio without variations. */
  variacao_id: z.string(),
  produto_id: z.uuid(),
  /** Null while the empresa has no active deposito. */
  deposito_id: z.nullable(z.uuid()),
  /** Null also when the deposito is deleted, which is possible once the goods have left. */
  deposito_nome: z.nullable(z.string()),
  reservado: z.int(),
  /** The units of `reservado` that the saldo of the deposito does not cover. */
  falta: z.int(),
  saiu: z.int(),
  /** The units of `reservado` that left, according to the marketplace, before the saldo covered them. */
  saida_pendente: z.int(),
  /** The returned units in hand that wait for a person. */
  a_conferir: z.int(),
  vendavel: z.int(),
  avariado: z.int(),
  nao_enviar: z.boolean(),
  prazo: z.nullable(instant()),
  criado_em: instant(),
});
export type Reserva = z.infer<typeof Reserva>;

/** The most open reservas of a produto that one answer names. */
export const MAX_RESERVAS = 200;

export const MudancaDeDeposito = z.strictObject({
  deposito_id: uuid('Escolha o depósito'),
  /** The deposito that the person saw. The server refuses the change if it is another one now. */
  deposito_lido: z.nullable(uuid()),
});
export type MudancaDeDeposito = z.infer<typeof MudancaDeDeposito>;

const unidades = () => z.int('Informe uma quantidade inteira.').check(z.minimum(0, 'Informe 0 ou mais.'));

export const Conferencia = z
  .strictObject({
    /** The idempotency key, which the caller generates. */
    id: uuid(),
    /** The units that can be sold again. They enter the stock. */
    vendavel: unidades(),
    /** The units that cannot. They enter no stock. */
    avariado: unidades(),
    /** Where the sellable units enter. Null: the deposito from which they left. */
    deposito_id: z.nullable(uuid('Escolha o depósito')),
  })
  .check(
    z.refine(({ vendavel, avariado }) => vendavel + avariado > 0, {
      path: ['vendavel'],
      error: 'Informe quantas peças você conferiu.',
    }),
  );
export type Conferencia = z.infer<typeof Conferencia>;

const tags = ['reservas'];
const read = { auth: 'session', tenant: true, cost: 'read', right: 'consultar' } as const;
const write = { auth: 'session', tenant: true, cost: 'write', right: 'movimentar_estoque' } as const;

export const reservas = {
  /** Returns the open reservas of one produto, the most urgent first in each deposito. */
  list: endpoint({
    method: 'GET',
    url: '/api/reservas',
    config: read,
    schema: {
      summary: 'Lista as reservas abertas de um produto e o que falta em cada uma',
      tags,
      querystring: z.object({ produto_id: z.uuid() }),
      response: {
        200: z.object({
          itens: z.array(Reserva),
          /** Whether there are more open reservas than the answer names. */
          mais: z.boolean(),
        }),
      },
    },
  }),
  /** Returns the returns that wait for a person, newest sale last. */
  aConferir: endpoint({
    method: 'GET',
    url: '/api/reservas/a-conferir',
    config: read,
    schema: {
      summary: 'Lista as devoluções que esperam uma pessoa',
      tags,
      querystring: z.object({ cursor: z.optional(z.uuid()) }),
      response: { 200: z.object({ itens: z.array(Reserva), proximo: z.nullable(z.uuid()) }) },
    },
  }),
  move: endpoint({
    method: 'PUT',
    url: '/api/reservas/:id/deposito',
    config: write,
    schema: {
      summary: 'Muda o depósito de uma reserva',
      tags,
      params: byId,
      body: MudancaDeDeposito,
      response: { 200: Reserva },
    },
  }),
  conferir: endpoint({
    method: 'POST',
    url: '/api/reservas/:id/conferencia',
    config: write,
    schema: {
      summary: 'Diz o que se pode vender do que voltou de um pedido',
      tags,
      params: byId,
      body: Conferencia,
      response: { 201: z.object({ ...Lote.shape, reserva: Reserva, movimentos: z.array(Movimento) }) },
    },
  }),
};
