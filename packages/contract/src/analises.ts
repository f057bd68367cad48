import * as z from 'zod/mini';
import { endpoint, instant, uuid } from './endpoint.ts';

const DAY_MS = 86_400_000;
/** Two years and a day: no screen asks for more. */
const LONGEST_MS = 732 * DAY_MS;

const PERIODO = 'Escolha um período válido.';

/** The specification's names. From an instant until just before the other. */
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

/** Exact decimals, as text. Of the pedidos made in the period that were paid, returned parts included in the total. */
export const Faturamento = z.object({
  total: z.string(),
  orders_count: z.int(),
  /** The total shared out, in whole cents; zero without pedidos. */
  average_ticket: z.string(),
  units: z.int(),
  /** What was given back of them; the total is before it. */
  refunds: z.string(),
  /** What the marketplace keeps of them. */
  fees: z.string(),
  /** Made in the period and cancelled; no part of the total. */
  canceled_count: z.int(),
  canceled_total: z.string(),
});
export type Faturamento = z.infer<typeof Faturamento>;

/** A day of São Paulo, or the part of it that is in the period. */
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

/** Of 1: 0.02 are 2 %. */
const Metrica = z.object({ rate: z.number(), value: z.int() });

export const METRICAS = ['claims', 'cancellations', 'delayed_handling_time'] as const;
export const NIVEIS = ['lider', 'verde', 'amarelo', 'laranja'] as const;

/** How far a metric is from the limit of the level it is in. */
export const LimiteDeReputacao = z.object({
  metrica: z.enum(METRICAS),
  /** The level that is lost beyond the limit; null where the last one is lost already. */
  nivel: z.nullable(z.enum(NIVEIS)),
  /** Of 1. */
  limite: z.number(),
  /** How many more there may be among the sales of the window without losing it. */
  restantes: z.int(),
});
export type LimiteDeReputacao = z.infer<typeof LimiteDeReputacao>;

/** How far the pedidos of the conta have come to us. */
export const Sincronia = z.object({
  em_andamento: z.boolean(),
  /** All that happened until then is here; null before the first time is through. */
  sincronizado_ate: z.nullable(instant()),
  /** All pedidos made since then are here; goes back while the first time is under way. */
  completo_desde: z.nullable(instant()),
  /** How far back it is to go. */
  historico_desde: z.nullable(instant()),
});
export type Sincronia = z.infer<typeof Sincronia>;

export const Analise = z.object({
  /** Null where the pedidos of the conta are not there or may not be read; `avisos` says why. */
  revenue: z.nullable(Faturamento),
  /** The period of the same length just before, where the pedidos reach back that far. */
  revenue_before: z.nullable(Faturamento),
  dias: z.array(DiaDeVendas),
  dias_antes: z.array(DiaDeVendas),
  mais_vendidos: z.array(MaisVendido),
  /** From here on as the marketplace tells it; null where it did not. */
  listings: z.nullable(z.object({ active: z.int() })),
  user: z.nullable(z.object({ points: z.nullable(z.int()), registration_date: z.nullable(instant()) })),
  reputation: z.nullable(
    z.object({
      level_id: z.nullable(z.string()),
      power_seller_status: z.nullable(z.string()),
      transactions_completed: z.int(),
      transactions_canceled: z.int(),
      /** Of 1. */
      ratings_positive: z.number(),
      ratings_neutral: z.number(),
      ratings_negative: z.number(),
    }),
  ),
  metrics: z.nullable(
    z.object({
      /** How many days they are about, as the marketplace chose. */
      days: z.nullable(z.int()),
      sales: z.int(),
      claims: z.nullable(Metrica),
      cancellations: z.nullable(Metrica),
      delayed_handling_time: z.nullable(Metrica),
    }),
  ),
  limites: z.array(LimiteDeReputacao),
  sincronia: Sincronia,
  /** Sentences about what is missing and what to do. */
  avisos: z.array(z.string()),
});
export type Analise = z.infer<typeof Analise>;

export const analises = {
  /** Answered from what is here; asking starts or goes on with the synchronisation of the pedidos. */
  create: endpoint({
    method: 'POST',
    url: '/api/analises',
    config: { auth: 'session', tenant: true, cost: 'read', twoStep: true },
    schema: {
      summary: 'Analisa as vendas e a reputação de uma conta em um período',
      tags: ['analises'],
      body: AnalisePedida,
      response: { 200: Analise },
    },
  }),
};
