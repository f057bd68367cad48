import * as z from 'zod/mini';
import { byId, endpoint, uuid } from './endpoint.ts';
import { PedidoDeEtiquetas } from './pedidos-etiquetas.ts';
import {
  AbaDePedidos,
  LinhaDeSeparacao,
  ModalidadeDeEnvio,
  PedidoAberto,
  PedidoDaFila,
  ResumoDePedidos,
} from './pedidos-fila.ts';

const tags = ['pedidos'];
const read = { auth: 'session', tenant: true, cost: 'read', right: 'consultar' } as const;
const write = { auth: 'session', tenant: true, cost: 'write', right: 'movimentar_estoque' } as const;

const filters = {
  deposito_id: z.optional(uuid()),
  conta_id: z.optional(uuid()),
  modalidade: z.optional(ModalidadeDeEnvio),
};

export const pedidos = {
  /**
   * Returns the parcels by deadline, then by age. Without `aba`, a search by a number also finds what is done, and a list
   * without a search is that of `preparar`.
   */
  list: endpoint({
    method: 'GET',
    url: '/api/pedidos',
    config: { ...read, searchable: true },
    schema: {
      summary: 'Lista os pedidos por prazo de despacho',
      tags,
      querystring: z.object({
        ...filters,
        aba: z.optional(AbaDePedidos),
        /** A number of the label, a SKU, a código de barras or words of the name of a produto. */
        busca: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Busque por até 100 caracteres.'))),
        cursor: z.optional(z.string().check(z.maxLength(200))),
        limite: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
      }),
      response: {
        200: z.object({
          itens: z.array(PedidoDaFila),
          proximo: z.nullable(z.string()),
          /** Whether more parcels may match than the server read. */
          parcial: z.boolean(),
        }),
      },
    },
  }),
  summary: endpoint({
    method: 'GET',
    url: '/api/pedidos/resumo',
    config: read,
    schema: {
      summary: 'Conta os pedidos de cada aba e diz quando as contas foram lidas',
      tags,
      response: { 200: ResumoDePedidos },
    },
  }),
  /** Returns what to take from each deposito for the parcels of an aba, or for the named ones. */
  picking: endpoint({
    method: 'GET',
    url: '/api/pedidos/separacao',
    config: read,
    schema: {
      summary: 'Lista as peças a separar por produto e depósito',
      tags,
      querystring: z.object({
        ...filters,
        aba: z._default(AbaDePedidos, 'preparar'),
        /** Ids of parcels, separated by commas. They replace the aba. */
        ids: z.optional(z.string().check(z.regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,49}$/))),
      }),
      response: {
        200: z.object({
          itens: z.array(LinhaDeSeparacao),
          /** The number of parcels that the list covers. */
          pedidos: z.int(),
          /** Whether there are more lines or parcels than the list covers. */
          mais: z.boolean(),
        }),
      },
    },
  }),
  get: endpoint({
    method: 'GET',
    url: '/api/pedidos/:id',
    config: read,
    schema: { summary: 'Lê um pedido', tags, params: byId, response: { 200: PedidoAberto } },
  }),
  /** Says that the goods of a parcel are picked, or that they are not. A repetition changes nothing. */
  pick: endpoint({
    method: 'PUT',
    url: '/api/pedidos/:id/separado',
    config: write,
    schema: {
      summary: 'Marca um pedido como separado, ou desfaz a marca',
      tags,
      params: byId,
      body: z.strictObject({ separado: z.boolean() }),
      response: { 200: PedidoAberto },
    },
  }),
  /** Says that a person dealt with the problem of a parcel. The parcel leaves Problemas. */
  resolve: endpoint({
    method: 'PUT',
    url: '/api/pedidos/:id/resolvido',
    config: write,
    schema: {
      summary: 'Marca o problema de um pedido como resolvido, ou desfaz a marca',
      tags,
      params: byId,
      body: z.strictObject({ resolvido: z.boolean() }),
      response: { 200: PedidoAberto },
    },
  }),
  /**
   * Answers the label file of the marketplace as it arrives, and stores nothing of it. All parcels are of one conta. The
   * header `x-prumo-sem-etiqueta` names the parcels that are not in the file. When none is, the answer is a conflict
   * with the same header.
   */
  labels: endpoint({
    method: 'POST',
    url: '/api/pedidos/etiquetas',
    config: { auth: 'session', tenant: true, cost: 'heavy', right: 'movimentar_estoque' },
    schema: {
      summary: 'Imprime as etiquetas de até 50 pedidos de uma conta',
      tags,
      body: PedidoDeEtiquetas,
      response: { 200: z.string() },
    },
  }),
};
