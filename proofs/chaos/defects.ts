import type { Edit } from '../kit/edits.ts';
import { type Kind, NEW, type Pair, SMALL, type Wave } from './pairs.ts';

/** A defect of `prove:chaos --planted`. */
interface Defect {
  edits: readonly Edit[];
  /** The pairs of route and fault that expose the defect. */
  pairs: readonly Pair[];
  /** The task of an undisturbed empresa whose speed is compared, or null. */
  beside: Wave['beside'];
  /** The figure that has to report the defect. */
  by: RegExp;
}

const aPair = (work: Pair['work'], route: string, kind: Kind, mode: Pair['mode']): Pair => ({
  ...{ work, route, kind, mode },
  shape: work === 'sales' || work === 'labels' ? NEW : SMALL,
  isLapsed: false,
});

const ORDERS = 'GET /orders/search';

export const DEFECTS = {
  /** An answer without results counts as the last page. */
  'error-is-the-end': {
    edits: [
      {
        file: 'modules/mercado-livre/listings/items.ts',
        from: 'results: z.array(z.string()).nullable(),',
        to: 'results: z.array(z.string()).nullish(),',
      },
    ],
    pairs: [aPair('import', 'GET /users/:id/items/search', '200-erro', 'while')],
    beside: null,
    by: /wrong/,
  },
  /** A field that a partial answer (206) leaves out counts as empty. */
  'part-is-whole': {
    edits: [
      {
        file: 'modules/mercado-livre/orders/order.ts',
        from: 'payments: z.array(z.object({ transaction_amount_refunded: decimal.nullish() })).optional(),',
        to: 'payments: z.array(z.object({ transaction_amount_refunded: decimal.nullish() })).default([]),',
      },
    ],
    pairs: [aPair('sync', ORDERS, '206', 'while')],
    beside: null,
    by: /wrong/,
  },
  /** The product stores a text whose charset it cannot decode. */
  'letters-lost': {
    edits: [
      {
        file: 'platform/outside/outbound.ts',
        from: 'const text = textOf(answer);',
        to: "const text = answer.bytes.toString('utf8');",
      },
    ],
    pairs: [aPair('import', 'GET /items/bulk', 'charset', 'while')],
    beside: null,
    by: /wrong/,
  },
  /** The product retries a failed import, but the screen does not say that it failed. */
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
  /** No job continues an import after a failure. */
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
    by: /not finished/,
  },
  /** The product retries a failed synchronisation, but the screen does not say that it failed. */
  'sync-unsaid': {
    edits: [
      {
        file: 'modules/pedidos/sincronia.queries.ts',
        from: "falha_desde = case when $6 = 'passing' then coalesce(falha_desde, now()) else falha_desde end",
        to: 'falha_desde = null',
      },
    ],
    pairs: [aPair('sync', ORDERS, 'forma', 'while')],
    beside: null,
    by: /without a sentence/,
  },
  /** A sale that could not be read counts as read. */
  'sale-unread': {
    edits: [
      {
        file: 'modules/vendas/read-vendas.ts',
        from: "if (isMarketplaceError(error) || error instanceof AppError) return ['failed', lidas];",
        to: "if (isMarketplaceError(error) || error instanceof AppError) return ['read', lidas];",
      },
    ],
    pairs: [aPair('sales', 'GET /shipments/:id', 'html', 'while')],
    beside: null,
    by: /not finished/,
  },
  /** A return that could not be read counts as none. */
  'return-unread': {
    edits: [
      {
        file: 'modules/mercado-livre/sales/sales.ts',
        from: 'const devolucao = reclamacao.tem_devolucao ? await readReturn(reader, id) : null;\n    if',
        to: 'const devolucao = reclamacao.tem_devolucao ? await readReturn(reader, id).catch(() => null) : null;\n    if',
      },
    ],
    pairs: [aPair('sales', 'GET /post-purchase/v2/claims/:id/returns', '500', 'while')],
    beside: null,
    by: /not finished/,
  },
  /** A bill whose page could not be read counts as read to its end. */
  'bill-unread': {
    edits: [
      {
        file: 'modules/faturas/read-faturas.ts',
        from: 'failures.push(error);',
        to: 'read.push(month.competencia);',
      },
    ],
    pairs: [aPair('bills', 'GET /billing/integration/periods/key/:key/group/:group/details', '500', 'while')],
    beside: null,
    by: /not finished/,
  },
  /** A label of which the end is missing is passed on as a whole one. */
  'label-part': {
    edits: [
      {
        file: 'modules/mercado-livre/sales/labels.ts',
        from: "if (!isEnd(tail.toString('latin1')))",
        to: 'if (tail.length === 0)',
      },
    ],
    pairs: [aPair('labels', 'GET /shipment_labels', 'truncado', 'while')],
    beside: null,
    by: /wrong/,
  },
  /** Only two jobs run concurrently, so jobs that wait for a slow answer block all others. */
  'few-at-once': {
    edits: [{ file: 'modules/pedidos/pedidos.job.ts', from: 'atOnce: 24,', to: 'atOnce: 2,' }],
    pairs: Array.from({ length: 6 }, () => aPair('sync', ORDERS, 'lento', 'while')),
    beside: 'sync',
    by: /speed/,
  },
} satisfies Record<string, Defect>;
