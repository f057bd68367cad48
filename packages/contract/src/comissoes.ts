import * as z from 'zod/mini';
import { endpoint, instant, uuid } from './endpoint.ts';

/** The most days of one period. */
export const MAX_DIAS = 92;

const DAY_MS = 86_400_000;
const daysBetween = (de: string, ate: string) => (Date.parse(ate) - Date.parse(de)) / DAY_MS;

/** Days in America/Sao_Paulo, both included. */
const periodo = { de: z.iso.date('Informe uma data válida.'), ate: z.iso.date('Informe uma data válida.') };
const inOrder = z.refine<{ de: string; ate: string }>(({ de, ate }) => de <= ate, {
  path: ['ate'],
  error: 'A data final vem antes da inicial. Troque as datas.',
});
const notTooLong = z.refine<{ de: string; ate: string }>(({ de, ate }) => daysBetween(de, ate) < MAX_DIAS, {
  path: ['ate'],
  error: `Escolha um período de até ${MAX_DIAS} dias.`,
});

/**
 * The comissao of a vendedor in a period: of the sales made in it, less that of the sales cancelled in it. A sale of an
 * earlier period that is cancelled now is taken back now, because its comissao may be paid already.
 */
export const Comissao = z.object({
  vendedor_id: z.uuid(),
  vendedor_nome: z.string(),
  vendas: z.int(),
  vendido: z.string(),
  comissao: z.string(),
  canceladas: z.int(),
  estornado: z.string(),
  /** `comissao` less what is taken back. Negative when more is taken back than was earned. */
  a_pagar: z.string(),
});
export type Comissao = z.infer<typeof Comissao>;

/** One sale of a vendedor, or its cancellation, which takes the comissao back. */
export const Lancamento = z.object({
  venda_id: z.uuid(),
  numero: z.int(),
  em: instant(),
  tipo: z.enum(['venda', 'cancelamento']),
  total: z.string(),
  percentual: z.nullable(z.string()),
  /** Signed: negative for a cancellation. */
  valor: z.string(),
});
export type Lancamento = z.infer<typeof Lancamento>;

/** The most lines that one answer about a vendedor names. */
export const MAX_LANCAMENTOS = 500;

const tags = ['comissoes'];
const config = { auth: 'session', tenant: true, cost: 'summary', right: 'consultar' } as const;
const query = z.object(periodo).check(inOrder, notTooLong);

export const comissoes = {
  list: endpoint({
    method: 'GET',
    url: '/api/comissoes',
    config,
    schema: {
      summary: 'Soma a comissão de cada vendedor em um período',
      tags,
      querystring: query,
      response: {
        200: z.object({
          itens: z.array(Comissao),
          /** Whether the period has more sales than one answer sums. The sums are then too small. */
          parcial: z.boolean(),
        }),
      },
    },
  }),
  lancamentos: endpoint({
    method: 'GET',
    url: '/api/comissoes/lancamentos',
    config: { ...config, cost: 'read' },
    schema: {
      summary: 'Lista as vendas e os cancelamentos de um vendedor em um período',
      tags,
      querystring: z
        .object({ ...periodo, vendedor_id: uuid('Escolha o vendedor') })
        .check(inOrder, notTooLong),
      response: { 200: z.object({ itens: z.array(Lancamento), mais: z.boolean() }) },
    },
  }),
  file: endpoint({
    method: 'GET',
    url: '/api/comissoes/arquivo',
    config,
    schema: {
      summary: 'Baixa as comissões de um período em CSV',
      tags,
      querystring: query,
      response: { 200: z.string() },
    },
  }),
};
