import * as z from 'zod/mini';
import { byId, endpoint, instant, Lote, listQuery, pageOf } from './endpoint.ts';
import { disponibilidade, quantidade } from './movimentos.ts';

export const SITUACOES = ['normal', 'baixo', 'zerado'] as const;
export type Situacao = (typeof SITUACOES)[number];

/** The minimum below which stock is low, unless a person set another minimum. */
export const MINIMO_PADRAO = '10';

/** The stock of one produto in one deposito, as the inventory shows it. */
export const ItemInventario = z.object({
  id: z.uuid(),
  produto_id: z.uuid(),
  produto_nome: z.string(),
  sku: z.string(),
  foto: z.nullable(z.string()),
  deposito_id: z.uuid(),
  deposito_nome: z.string(),
  deposito_ativo: z.boolean(),
  quantidade: z.string(),
  ...disponibilidade,
  /** The quantity at the end of the requested day. Null when the request names no day. */
  quantidade_em: z.nullable(z.string()),
  /** The minimum that a person set. Null when no person has set one. */
  minimo: z.nullable(z.string()),
  situacao: z.enum(SITUACOES),
  ultima_movimentacao: z.nullable(instant()),
  versao: z.int(),
});
export type ItemInventario = z.infer<typeof ItemInventario>;

export const InventarioResumo = z.object({
  /** The sum of all quantities. */
  total: z.string(),
  baixo: z.int(),
  zerado: z.int(),
});
export type InventarioResumo = z.infer<typeof InventarioResumo>;

export const MinimoInput = z.strictObject({ minimo: z.nullable(quantidade()), versao: z.int() });
export type MinimoInput = z.infer<typeof MinimoInput>;

const tags = ['inventario'];
const read = { auth: 'session', tenant: true, cost: 'read', right: 'consultar' } as const;

export const inventario = {
  list: endpoint({
    method: 'GET',
    url: '/api/inventario',
    config: { ...read, searchable: true },
    schema: {
      summary: 'Lista o estoque por produto e depósito',
      tags,
      querystring: listQuery(['ultima_movimentacao', 'quantidade'], {
        deposito_id: z.optional(z.uuid()),
        situacao: z.optional(z.enum(SITUACOES)),
        /** Adds the quantity at the end of this day to each row. */
        em: z.optional(z.iso.date('Informe uma data válida.')),
      }),
      response: { 200: pageOf(ItemInventario) },
    },
  }),
  resumo: endpoint({
    method: 'GET',
    url: '/api/inventario/resumo',
    config: { ...read, cost: 'summary' },
    schema: { summary: 'Resume o inventário', tags, response: { 200: InventarioResumo } },
  }),
  setMinimo: endpoint({
    method: 'PUT',
    url: '/api/inventario/:id/minimo',
    config: { auth: 'session', tenant: true, cost: 'write', right: 'movimentar_estoque' },
    schema: {
      summary: 'Define o estoque mínimo de um produto em um depósito',
      tags,
      params: byId,
      body: MinimoInput,
      response: { 200: z.object({ ...ItemInventario.shape, ...Lote.shape }) },
    },
  }),
};
