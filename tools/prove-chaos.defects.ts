import { type Kind, type Pair, SMALL, type Wave } from './prove-chaos.pairs.ts';
import type { Edit } from './prove-lookups.defects.ts';

/** What `prove:chaos --planted` plants: a line of the product, read otherwise than it is written, and where it shows. */
interface Defect {
  edits: readonly Edit[];
  pairs: readonly Pair[];
  /** Whether somebody is at work nearby. */
  beside: Wave['beside'];
  /** Which figure must notice. */
  by: RegExp;
}

const aPair = (work: Pair['work'], route: string, kind: Kind, mode: Pair['mode']): Pair => ({
  ...{ work, route, kind, mode },
  shape: SMALL,
  isLapsed: false,
});

const ORDERS = 'GET /orders/search';

export const DEFECTS = {
  /** An answer without results is the last page. */
  'error-is-the-end': {
    edits: [
      {
        file: 'modules/mercado-livre/items.ts',
        from: 'results: z.array(z.string()).nullable(),',
        to: 'results: z.array(z.string()).nullish(),',
      },
    ],
    pairs: [aPair('import', 'GET /users/:id/items/search', '200-erro', 'while')],
    beside: null,
    by: /wrong/,
  },
  /** What an answer in parts leaves out is taken for nothing. */
  'part-is-whole': {
    edits: [
      {
        file: 'modules/mercado-livre/orders.ts',
        from: 'payments: z.array(z.object({ transaction_amount_refunded: decimal.nullish() })).optional(),',
        to: 'payments: z.array(z.object({ transaction_amount_refunded: decimal.nullish() })).default([]),',
      },
    ],
    pairs: [aPair('sync', ORDERS, '206', 'while')],
    beside: null,
    by: /wrong/,
  },
  /** Letters nobody can read are kept. */
  'letters-lost': {
    edits: [
      {
        file: 'platform/outbound.ts',
        from: 'const text = textOf(answer);',
        to: "const text = answer.bytes.toString('utf8');",
      },
    ],
    pairs: [aPair('import', 'GET /items/bulk', 'charset', 'while')],
    beside: null,
    by: /wrong/,
  },
  /** It goes on by itself, and says nothing meanwhile. */
  'failure-unsaid': {
    edits: [
      {
        file: 'modules/importacoes/advance.ts',
        from: 'await pass({ aviso: failure.aviso }, wait);',
        to: 'await pass({}, wait);',
      },
    ],
    pairs: [aPair('import', 'GET /items/bulk', 'forma', 'while')],
    beside: null,
    by: /without a sentence/,
  },
  /** After a failure nobody goes on. */
  'turn-dropped': {
    edits: [
      {
        file: 'modules/importacoes/advance.ts',
        from: 'await pass({ aviso: failure.aviso }, wait);',
        to: 'await pass({ aviso: failure.aviso }, null);',
      },
    ],
    pairs: [aPair('import', 'GET /items/bulk', 'forma', 'while')],
    beside: null,
    by: /not through/,
  },
  /** The same of sales. */
  'sync-unsaid': {
    edits: [
      {
        file: 'modules/pedidos/sincronia.queries.ts',
        from: "falha_desde = case when $5 = 'passing' then coalesce(falha_desde, now()) else falha_desde end",
        to: 'falha_desde = null',
      },
    ],
    pairs: [aPair('sync', ORDERS, 'forma', 'while')],
    beside: null,
    by: /without a sentence/,
  },
  /** Few at a time: those who wait in vain keep the others. */
  'few-at-once': {
    edits: [{ file: 'modules/pedidos/pedidos.job.ts', from: 'atOnce: 24,', to: 'atOnce: 2,' }],
    pairs: Array.from({ length: 6 }, () => aPair('sync', ORDERS, 'lento', 'while')),
    beside: 'sync',
    by: /speed/,
  },
} satisfies Record<string, Defect>;
