import * as z from 'zod/mini';
import { byId, endpoint, instant } from './endpoint.ts';
import { ProgressoDeTabela } from './exportacoes.ts';

/** The size of each piece of an upload except the last. A broken upload goes on after the pieces that arrived. */
export const BYTES_DO_PEDACO = 4 * 1024 * 1024;

/**
 * `enviando`: the pieces of the file arrive. `conferindo`: the worker checks the whole file and writes nothing.
 * `restaurando`: the worker writes records. `recusada`: the check refused the file, and nothing was written. `falhou`:
 * a part of the records was written; `aviso` says what to do.
 */
export const SituacaoRestauracao = z.enum([
  'enviando',
  'conferindo',
  'restaurando',
  'concluida',
  'recusada',
  'falhou',
  'cancelada',
]);
export type SituacaoRestauracao = z.infer<typeof SituacaoRestauracao>;

export const Restauracao = z.object({
  id: z.uuid(),
  situacao: SituacaoRestauracao,
  nome: z.string(),
  bytes: z.int(),
  /** The number of pieces that arrived. The next piece has this number. */
  pedacos: z.int(),
  tabelas: z.array(ProgressoDeTabela),
  aviso: z.nullable(z.string()),
  created_at: instant(),
  concluida_em: z.nullable(instant()),
});
export type Restauracao = z.infer<typeof Restauracao>;

export const NovaRestauracao = z.strictObject({
  nome: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  bytes: z.int().check(z.gte(22, 'Este arquivo está vazio. Escolha o ZIP que o Prumo gerou.')),
});
export type NovaRestauracao = z.infer<typeof NovaRestauracao>;

const tags = ['restauracoes'];
const read = { auth: 'session', tenant: true, cost: 'read', right: 'exportar_dados' } as const;
const write = { auth: 'session', tenant: true, cost: 'write', right: 'exportar_dados' } as const;

export const restauracoes = {
  /** Returns the latest restauracao, and whether the empresa is empty, so that one can begin. */
  status: endpoint({
    method: 'GET',
    url: '/api/restauracoes',
    config: read,
    schema: {
      summary: 'Lê a última restauração e se a empresa está vazia',
      tags,
      response: { 200: z.object({ vazia: z.boolean(), ultima: z.nullable(Restauracao) }) },
    },
  }),
  /** Answers 409 when the empresa has records, or while another restauracao is under way. */
  create: endpoint({
    method: 'POST',
    url: '/api/restauracoes',
    config: { ...write, fresh: true },
    schema: {
      summary: 'Começa a enviar o arquivo de uma exportação',
      tags,
      body: NovaRestauracao,
      response: { 201: Restauracao },
    },
  }),
  /** Takes the pieces in order. A piece that arrived before is accepted and ignored. */
  send: endpoint({
    method: 'POST',
    url: '/api/restauracoes/:id/pedacos',
    config: {
      ...write,
      cost: 'heavy',
      file: { types: ['application/octet-stream'], maxBytes: BYTES_DO_PEDACO },
    },
    schema: {
      summary: 'Envia um pedaço do arquivo',
      tags,
      params: byId,
      /** The number of the piece. Without one it is the next piece. */
      querystring: z.object({ numero: z.optional(z.coerce.number().check(z.int(), z.gte(0))) }),
      response: { 201: Restauracao },
    },
  }),
  start: endpoint({
    method: 'POST',
    url: '/api/restauracoes/:id/iniciar',
    config: write,
    schema: {
      summary: 'Confere o arquivo enviado e restaura os dados',
      tags,
      params: byId,
      response: { 200: Restauracao },
    },
  }),
  /** Ends a restauracao before it writes. */
  cancel: endpoint({
    method: 'POST',
    url: '/api/restauracoes/:id/cancelar',
    config: write,
    schema: { summary: 'Cancela uma restauração', tags, params: byId, response: { 200: Restauracao } },
  }),
};
