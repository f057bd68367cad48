import type { Edit } from '../kit/edits.ts';

const UPSERT = 'modules/pedidos/pedidos.queries.ts';
const PAGES = 'modules/mercado-livre/orders/order-pages.ts';
const PEDIDO = 'modules/mercado-livre/orders/order-pedido.ts';
const PERIOD = 'modules/analises/analises.queries.ts';
const BOUNDS = 'modules/analises/periodo.queries.ts';
const BEST = 'modules/analises/best-sellers.queries.ts';

/** The defects of `prove:analytics --planted`. */
export const DEFECTS = {
  /** Days begin at midnight UTC. */
  'zone-dropped': [
    { file: UPSERT, from: "at time zone 'America/Sao_Paulo'", to: "at time zone 'UTC'" },
    { file: BOUNDS, from: "at time zone 'America/Sao_Paulo'", to: "at time zone 'UTC'" },
  ],
  /** The daily sums are stored by UTC days and read by days of São Paulo. */
  'zone-of-sums-dropped': [
    { file: UPSERT, from: "at time zone 'America/Sao_Paulo'", to: "at time zone 'UTC'" },
  ],
  'partially-refunded-left-out': [{ file: PEDIDO, from: "  ['partially_refunded', 'pago'],\n", to: '' }],
  /** The total is net of refunds. It must be gross, because the answer states the refunds separately. */
  'refunds-subtracted': [
    {
      file: PERIOD,
      from: 'sum(p.total)::numeric(20, 2)::text as total',
      to: '(sum(p.total) - sum(p.estornado))::numeric(20, 2)::text as total',
    },
  ],
  'cancelled-not-asked-for': [{ file: PAGES, from: "[undefined, 'cancelled']", to: '[undefined]' }],
  /** A field that a partial answer (206) leaves out counts as zero. */
  'missing-is-zero': [
    { file: PEDIDO, from: '      : null,\n    tarifas', to: "      : '0.00',\n    tarifas" },
    { file: PAGES, from: 'const READINGS = 2;', to: 'const READINGS = 1;' },
  ],
  'first-day-left-out': [
    { file: BOUNDS, from: 'p.criado_em < least(l.inicio_inteiros, l.ate)', to: 'p.criado_em < l.de' },
  ],
  /**
   * An anuncio must reach the minimum total within one quarter, although its sales may be spread over
   * several.
   */
  'best-of-one-quarter': [{ file: BEST, from: 'ceil(100 * f.total / n.quantos)', to: 'ceil(100 * f.total)' }],
} satisfies Record<string, readonly Edit[]>;
