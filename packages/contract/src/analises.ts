import * as z from 'zod/mini';
import { endpoint, instant, uuid } from './endpoint.ts';

const DAY_MS = 86_400_000;
/** The maximum length of a period, two years and a day. No screen requests a longer one. */
const LONGEST_MS = 732 * DAY_MS;

const PERIODO = 'Escolha um período válido.';

/** Field names come from the specification. The period includes `dateFrom` and excludes `dateTo`. */
export const AnalisePedida = z
  .strictObject({
    accountId: uuid('Esta conta não existe.'),
    dateFrom: z.iso.datetime({ offset: true, error: PERIODO }),
    dateTo: z.iso.datetime({ offset: true, error: PERIODO }),
  })
  .check(
    z.refine(
      ({ dateFrom, dateTo }) => {
        const length = Date.parse(dateTo) - Date.parse(dateFrom);
        return length > 0 && length <= LONGEST_MS;
      },
      { error: 'O período termina depois de começar e tem até dois anos.', path: ['dateTo'] },
    ),
  );
export type AnalisePedida = z.infer<typeof AnalisePedida>;

/**
 * The sums over the paid pedidos created in the period, as exact decimal texts. `total` includes amounts
 * refunded later.
 */
export const Faturamento = z.object({
  total: z.string(),
  orders_count: z.int(),
  /** The total divided by the number of pedidos, rounded to cents. Zero when there are no pedidos. */
  average_ticket: z.string(),
  units: z.int(),
  /** The amount refunded for these pedidos. `total` does not subtract it. */
  refunds: z.string(),
  /** The fees that the marketplace charges for these pedidos. */
  fees: z.string(),
  /** The number of pedidos created in the period and cancelled. `total` excludes them. */
  canceled_count: z.int(),
  canceled_total: z.string(),
});
export type Faturamento = z.infer<typeof Faturamento>;

/** One day in America/Sao_Paulo, or the part of the day that lies in the period. */
export const DiaDeVendas = z.object({ dia: z.iso.date(), total: z.string(), pedidos: z.int() });
export type DiaDeVendas = z.infer<typeof DiaDeVendas>;

export const MaisVendido = z.object({
  anuncio_id: z.string(),
  titulo: z.string(),
  unidades: z.int(),
  pedidos: z.int(),
  total: z.string(),
});
export type MaisVendido = z.infer<typeof MaisVendido>;

/** `rate` is a fraction: 0.02 means 2 %. */
const Metrica = z.object({ rate: z.number(), value: z.int() });

export const METRICAS = ['claims', 'cancellations', 'delayed_handling_time'] as const;
export const NIVEIS = ['lider', 'verde', 'amarelo', 'laranja'] as const;

/** The distance between a metric and the limit of its current reputation level. */
export const LimiteDeReputacao = z.object({
  metrica: z.enum(METRICAS),
  /**
   * The level that the seller loses beyond the limit. Null when the seller has already lost the last level.
   */
  nivel: z.nullable(z.enum(NIVEIS)),
  /** A fraction: 0.02 means 2 %. */
  limite: z.number(),
  /** The number of further cases that the sales of the window allow before the seller loses the level. */
  restantes: z.int(),
});
export type LimiteDeReputacao = z.infer<typeof LimiteDeReputacao>;

/** The progress of the synchronisation of the conta's pedidos. */
export const Sincronia = z.object({
  em_andamento: z.boolean(),
  /** Every change up to this instant is stored here. Null before the first synchronisation finishes. */
  sincronizado_ate: z.nullable(instant()),
  /**
   * Every pedido created since this instant is stored here. It moves back in time during the first
   * synchronisation.
   */
  completo_desde: z.nullable(instant()),
  /** The instant at which the first synchronisation stops going back. */
  historico_desde: z.nullable(instant()),
});
export type Sincronia = z.infer<typeof Sincronia>;

export const Analise = z.object({
  /**
   * Null when the pedidos are not stored here yet or the marketplace refuses access to them. `avisos` gives
   * the reason.
   */
  revenue: z.nullable(Faturamento),
  /**
   * The same sums of the preceding period of equal length. Null when the stored pedidos do not reach back
   * that far.
   */
  revenue_before: z.nullable(Faturamento),
  dias: z.array(DiaDeVendas),
  dias_antes: z.array(DiaDeVendas),
  mais_vendidos: z.array(MaisVendido),
  /** This field and those below come from the marketplace. They are null when it did not answer. */
  listings: z.nullable(z.object({ active: z.int() })),
  user: z.nullable(z.object({ points: z.nullable(z.int()), registration_date: z.nullable(instant()) })),
  reputation: z.nullable(
    z.object({
      level_id: z.nullable(z.string()),
      power_seller_status: z.nullable(z.string()),
      transactions_completed: z.int(),
      transactions_canceled: z.int(),
      /** A fraction: 0.02 means 2 %. */
      ratings_positive: z.number(),
      ratings_neutral: z.number(),
      ratings_negative: z.number(),
    }),
  ),
  metrics: z.nullable(
    z.object({
      /** The number of days that the metrics cover. The marketplace chooses it. */
      days: z.nullable(z.int()),
      sales: z.int(),
      claims: z.nullable(Metrica),
      cancellations: z.nullable(Metrica),
      delayed_handling_time: z.nullable(Metrica),
    }),
  ),
  limites: z.array(LimiteDeReputacao),
  sincronia: Sincronia,
  /** Messages for the person: what is missing, and what to do about it. */
  avisos: z.array(z.string()),
});
export type Analise = z.infer<typeof Analise>;

export const analises = {
  /** Answers from the stored pedidos. The request also starts or resumes their synchronisation. */
  create: endpoint({
    method: 'POST',
    url: '/api/analises',
    config: { auth: 'session', tenant: true, cost: 'summary', right: 'consultar' },
    schema: {
      summary: 'Analisa as vendas e a reputação de uma conta em um período',
      tags: ['analises'],
      body: AnalisePedida,
      response: { 200: Analise },
    },
  }),
};
