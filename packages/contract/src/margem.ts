import * as z from 'zod/mini';
import { byId, endpoint, instant } from './endpoint.ts';

/** What a sale costs, as it is stored. `mercadoria`: what the goods cost. `outra`: another charge of the marketplace. */
export const TIPOS_DE_CUSTO = ['comissao', 'frete', 'outra', 'mercadoria'] as const;
export type TipoDeCusto = (typeof TIPOS_DE_CUSTO)[number];

/** `estimado`: another value follows. `faturado`: the marketplace charged it. `realizado`: the goods left or came back. */
export const SituacaoDeCusto = z.enum(['estimado', 'faturado', 'realizado']);
export type SituacaoDeCusto = z.infer<typeof SituacaoDeCusto>;

/** One entry from which a line of the margin is added up. */
export const OrigemDeCusto = z.object({
  /** The number of the pedido. */
  pedido: z.string(),
  /** `produto`: the present custo of the produto. `aliquota`: the rate of the empresa. The others are stored entries. */
  fonte: z.enum(['pedido', 'envio', 'fatura', 'movimento', 'conferencia', 'produto', 'aliquota']),
  /** The number of the line of the bill, or of the parcel. */
  fonte_id: z.string(),
  /** What the marketplace calls the charge. */
  texto: z.nullable(z.string()),
  /** The first day of the month of the bill. */
  competencia: z.nullable(z.iso.date()),
  /** The units of goods: negative for those that came back. */
  quantidade: z.nullable(z.int()),
  /** What it costs. A credit is negative. */
  valor: z.string(),
  situacao: SituacaoDeCusto,
  em: z.nullable(instant()),
  /** Whether it counts. A newer or a billed one replaces an estimate. */
  vale: z.boolean(),
});
export type OrigemDeCusto = z.infer<typeof OrigemDeCusto>;

export const LinhaDaMargem = z.object({
  tipo: z.enum([...TIPOS_DE_CUSTO, 'imposto']),
  /** What it costs. A credit is negative. */
  valor: z.string(),
  /** `estimado` if one of its entries that count is. */
  situacao: SituacaoDeCusto,
  origens: z.array(OrigemDeCusto),
});
export type LinhaDaMargem = z.infer<typeof LinhaDaMargem>;

/**
 * What is left of a sale. `falta` names what is not known: `custo` of a produto, without which there is no margin,
 * `frete` until the marketplace says it, and `aliquota` while the empresa has none for the day of the sale.
 */
const Sobra = {
  venda: z.string(),
  estornado: z.string(),
  margem: z.nullable(z.string()),
  /** The margin in percent of the sale without refunds, with one place. */
  percentual: z.nullable(z.string()),
  /** Whether the marketplace has not charged everything yet. */
  estimada: z.boolean(),
  falta: z.array(z.enum(['custo', 'frete', 'aliquota'])),
};

export const MargemDoPedido = z.object({ ...Sobra, linhas: z.array(LinhaDaMargem) });
export type MargemDoPedido = z.infer<typeof MargemDoPedido>;

const { percentual, estimada, falta } = Sobra;
export const MargemNaLista = z.object({ id: z.uuid(), percentual, estimada, falta });
export type MargemNaLista = z.infer<typeof MargemNaLista>;

const tags = ['margem'];
const read = { auth: 'session', tenant: true, cost: 'read', right: 'ver_custo' } as const;

export const margem = {
  /** Answers only a person who may see costs. Nobody else learns a cost of a pedido. */
  get: endpoint({
    method: 'GET',
    url: '/api/pedidos/:id/margem',
    config: read,
    schema: {
      summary: 'Diz quanto sobra de um pedido, linha por linha',
      tags,
      params: byId,
      response: { 200: MargemDoPedido },
    },
  }),
  list: endpoint({
    method: 'GET',
    url: '/api/pedidos/margens',
    config: read,
    schema: {
      summary: 'Diz quanto sobra, em percentual, de até 50 pedidos de uma página da lista',
      tags,
      querystring: z.object({
        /** Ids of parcels, separated by commas. */
        ids: z.string().check(z.regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,49}$/)),
      }),
      response: { 200: z.object({ itens: z.array(MargemNaLista) }) },
    },
  }),
};
