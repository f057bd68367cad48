import * as z from 'zod/mini';
import { byId, endpoint, instant } from './endpoint.ts';

/** The bill of a month of a conta. It is the sum of the lines of known pedidos and of those without one. */
export const Fatura = z.object({
  /** The first day of the month. */
  competencia: z.iso.date(),
  /** When it was last read to its end. Null: not yet. */
  lida_em: z.nullable(instant()),
  /** Whether the marketplace refuses to show the bill. */
  sem_permissao: z.boolean(),
  linhas: z.int(),
  total: z.string(),
  /** The lines of known pedidos, and their sum. */
  linhas_casadas: z.int(),
  casado: z.string(),
  /** The sum of the lines without a pedido. */
  sem_pedido: z.string(),
});
export type Fatura = z.infer<typeof Fatura>;

/** A line of the bill that belongs to no known pedido, such as advertising. */
export const CobrancaSemPedido = z.object({
  id: z.string(),
  /** What the marketplace calls it. */
  texto: z.string(),
  codigo: z.string(),
  /** A credit is negative. */
  valor: z.string(),
  lancada_em: instant(),
});
export type CobrancaSemPedido = z.infer<typeof CobrancaSemPedido>;

/** The lines of one page of the charges without a pedido. */
export const COBRANCAS_POR_PAGINA = 100;

const tags = ['faturas'];
const read = { auth: 'session', tenant: true, cost: 'read', right: 'ver_custo' } as const;

export const faturas = {
  list: endpoint({
    method: 'GET',
    url: '/api/contas/:id/faturas',
    config: read,
    schema: {
      summary: 'Lista as faturas de uma conta, a mais nova primeiro',
      tags,
      params: byId,
      response: { 200: z.object({ itens: z.array(Fatura) }) },
    },
  }),
  unmatched: endpoint({
    method: 'GET',
    url: '/api/contas/:id/faturas/sem-pedido',
    config: read,
    schema: {
      summary: 'Lista o que uma fatura cobra sem pedido',
      tags,
      params: byId,
      querystring: z.object({
        /** The first day of the month. Default: the newest bill. */
        competencia: z.optional(z.iso.date('Este mês não existe.')),
        /** The last line of the page before. */
        cursor: z.optional(z.string().check(z.maxLength(100))),
      }),
      response: { 200: z.object({ itens: z.array(CobrancaSemPedido), proximo: z.nullable(z.string()) }) },
    },
  }),
};
