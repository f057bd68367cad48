import type { Edit } from '../kit/edits.ts';

/** A defect of `prove:margin --planted`: edits of the server's source. */
interface Defect {
  edits: readonly Edit[];
  /** The figure that must miss its bar. */
  by: RegExp;
}

export const DEFECTS = {
  /** The fee of one unit counts as the fee of the whole sale. */
  'unit-fee-not-multiplied': {
    edits: [
      {
        file: 'modules/mercado-livre/orders/order-pedido.ts',
        from: 'cents(sale_fee) * units(quantity)',
        to: 'cents(sale_fee) * (units(quantity) * 0n + 1n)',
      },
    ],
    by: /estimated fee/,
  },
  /** Every pedido of a parcel pays its whole freight. */
  'freight-twice': {
    edits: [
      {
        file: 'modules/custos/share-out.ts',
        from: 'return cents < 0n ? parts.map((part) => -part) : parts;',
        to: 'return parts.map(() => cents);',
      },
    ],
    by: /freight|bill/,
  },
  /** What was charged counts in addition to its estimate. */
  'estimate-added-to-bill': {
    edits: [{ file: 'modules/custos/lines-that-count.ts', from: '!billed.has(tipo) && ', to: '' }],
    by: /shown costs/,
  },
  /** The reading passes over a page of the bill. */
  'bill-page-lost': {
    edits: [
      { file: 'modules/mercado-livre/billing/costs.ts', from: 'const PAGE = 1000;', to: 'const PAGE = 50;' },
      {
        file: 'modules/mercado-livre/billing/costs.ts',
        from: 'linhas.push(...read);',
        to: 'if (!from || read.length < PAGE) linhas.push(...read);',
      },
    ],
    by: /bill/,
  },
  /** A credit is charged. */
  'credit-charged': {
    edits: [
      {
        file: 'modules/mercado-livre/billing/bill-line.ts',
        from: "detail_type === 'BONUS' ? creditOf(detail_amount) : ",
        to: '',
      },
    ],
    by: /bill/,
  },
} satisfies Record<string, Defect>;
