import * as z from 'zod/mini';
import { byId, endpoint, instant } from './endpoint.ts';

/** The hours during which the parts of a finished exportacao are kept, so that it can be downloaded again. */
export const HORAS_DA_EXPORTACAO = 24;

/**
 * `fazendo`: the worker writes the parts. `pronta`: the file can be downloaded until `vence_em`. `falhou`: `aviso` says
 * what to do. `vencida`: the time is over, or a newer exportacao has replaced this one.
 */
export const SituacaoExportacao = z.enum(['fazendo', 'pronta', 'cancelada', 'falhou', 'vencida']);
export type SituacaoExportacao = z.infer<typeof SituacaoExportacao>;

/** The progress of one kind of record. `total` was counted at the start, so `feitos` may differ slightly in the end. */
export const ProgressoDeTabela = z.object({ tabela: z.string(), feitos: z.int(), total: z.int() });
export type ProgressoDeTabela = z.infer<typeof ProgressoDeTabela>;

export const Exportacao = z.object({
  id: z.uuid(),
  situacao: SituacaoExportacao,
  /** The instant whose state the file shows. */
  corte: instant(),
  tabelas: z.array(ProgressoDeTabela),
  /** The size of the ZIP so far, and its final size when `pronta`. */
  bytes: z.int(),
  aviso: z.nullable(z.string()),
  pedida_por: z.nullable(z.string()),
  created_at: instant(),
  pronta_em: z.nullable(instant()),
  vence_em: z.nullable(instant()),
  /** When the file was last downloaded. */
  baixada_em: z.nullable(instant()),
});
export type Exportacao = z.infer<typeof Exportacao>;

const tags = ['exportacoes'];
const read = { auth: 'session', tenant: true, cost: 'read', right: 'exportar_dados' } as const;
const write = { auth: 'session', tenant: true, cost: 'write', right: 'exportar_dados' } as const;

export const exportacoes = {
  /** Returns at most five exportacoes, newest first. */
  list: endpoint({
    method: 'GET',
    url: '/api/exportacoes',
    config: read,
    schema: {
      summary: 'Lista as últimas exportações de todos os dados',
      tags,
      response: { 200: z.object({ itens: z.array(Exportacao) }) },
    },
  }),
  /** Answers 409 while another exportacao is under way. A new one replaces the finished one. */
  create: endpoint({
    method: 'POST',
    url: '/api/exportacoes',
    config: { ...write, fresh: true },
    schema: {
      summary: 'Prepara um arquivo com todos os dados da empresa',
      tags,
      body: z.strictObject({}),
      response: { 201: Exportacao },
    },
  }),
  get: endpoint({
    method: 'GET',
    url: '/api/exportacoes/:id',
    config: read,
    schema: { summary: 'Lê uma exportação', tags, params: byId, response: { 200: Exportacao } },
  }),
  /** Ends an exportacao under way, or removes the file of a finished one. */
  cancel: endpoint({
    method: 'POST',
    url: '/api/exportacoes/:id/cancelar',
    config: write,
    schema: {
      summary: 'Cancela uma exportação ou apaga o arquivo pronto',
      tags,
      params: byId,
      response: { 200: Exportacao },
    },
  }),
  /** Makes a link for one download. It replaces the previous link. */
  link: endpoint({
    method: 'POST',
    url: '/api/exportacoes/:id/link',
    config: { ...write, fresh: true },
    schema: {
      summary: 'Cria o endereço de um download, que vale uma vez',
      tags,
      params: byId,
      response: { 201: z.object({ url: z.string(), vence_em: instant() }) },
    },
  }),
  /**
   * Sends the ZIP. The browser navigates here, so it cannot name the empresa in a header: the token names it. Only the
   * person who made the link can use it, once.
   */
  download: endpoint({
    method: 'GET',
    url: '/api/exportacoes/arquivo',
    config: { auth: 'session', tenant: false, cost: 'heavy', right: null },
    schema: {
      summary: 'Baixa o arquivo de uma exportação',
      tags,
      querystring: z.object({ token: z.string().check(z.maxLength(100)) }),
      response: { 200: z.string() },
    },
  }),
};
