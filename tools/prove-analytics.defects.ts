import type { Edit } from './prove-lookups.defects.ts';

const UPSERT = 'modules/pedidos/pedidos.queries.ts';
const SYNC = 'modules/pedidos/sync.ts';
const KEEP = 'modules/pedidos/keep.ts';
const PERIOD = 'modules/analises/analises.queries.ts';
const BOUNDS = 'modules/analises/periodo.ts';
const BEST = 'modules/analises/best-sellers.queries.ts';

/** What `prove:analytics --planted` plants: lines of the server read otherwise than they are written. */
export const DEFECTS = {
  /** Days begin at midnight in Greenwich. */
  'zone-dropped': [
    { file: UPSERT, from: "at time zone 'America/Sao_Paulo'", to: "at time zone 'UTC'" },
    { file: BOUNDS, from: "at time zone 'America/Sao_Paulo'", to: "at time zone 'UTC'" },
  ],
  /** Kept by days of Greenwich, read by days of São Paulo. */
  'zone-of-sums-dropped': [
    { file: UPSERT, from: "at time zone 'America/Sao_Paulo'", to: "at time zone 'UTC'" },
  ],
  'partially-refunded-left-out': [
    { file: UPSERT, from: "('paid', 'partially_refunded', 'refunded')", to: "('paid', 'refunded')" },
  ],
  /** The total is gross; refunds stand beside it. */
  'refunds-subtracted': [
    {
      file: PERIOD,
      from: 'sum(p.total)::numeric(20, 2)::text as total',
      to: '(sum(p.total) - sum(p.estornado))::numeric(20, 2)::text as total',
    },
  ],
  'cancelled-not-asked-for': [{ file: SYNC, from: "[undefined, 'cancelled']", to: '[undefined]' }],
  /** What an answer in parts leaves out is nothing. */
  'missing-is-zero': [
    { file: KEEP, from: '      : null,\n    tarifas', to: "      : '0.00',\n    tarifas" },
    { file: SYNC, from: 'const READINGS = 2;', to: 'const READINGS = 1;' },
  ],
  'first-day-left-out': [
    { file: BOUNDS, from: 'p.criado_em < least(l.inicio_inteiros, l.ate)', to: 'p.criado_em < l.de' },
  ],
  /** As if whoever sold much in two quarters had to do so in one. */
  'best-of-one-quarter': [{ file: BEST, from: 'ceil(100 * f.total / n.quantos)', to: 'ceil(100 * f.total)' }],
} satisfies Record<string, readonly Edit[]>;
