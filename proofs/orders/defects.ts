import type { Edit } from '../kit/edits.ts';

/** A defect of `prove:orders --planted`: edits of the server's source. */
interface Defect {
  edits: readonly Edit[];
  part: 'storm' | 'losses' | 'frozen';
  /** The figure that must miss its bar. */
  by: RegExp;
}

const DECIDE = 'modules/reservas/decide-alvo.ts';
const CALLED_OFF = 'modules/marketplace/called-off.ts';

export const DEFECTS = {
  /** A promise that is given up leaves the sums twice. */
  'release-twice': {
    edits: [
      {
        file: 'modules/reservas/write-reserva.ts',
        from: '[{ produto, deposito, delta: reservado - before.reservado }]',
        to: '[{ produto, deposito, delta: (reservado - before.reservado) * (reservado === 0 ? 2 : 1) }]',
      },
    ],
    part: 'storm',
    by: /stock:check|differ/,
  },
  /** A divided sale keeps its promise beside those that replace it. */
  'split-double': {
    edits: [{ file: DECIDE, from: 'Math.max(0, quantidade - known.substituido)', to: 'quantidade' }],
    part: 'storm',
    by: /orders that differ/,
  },
  /** Goods that the marketplace stores are drawn from this stock. */
  'full-drawn': {
    edits: [{ file: DECIDE, from: 'if (envio?.is_full ?? known.isFull(item)) return NOTHING;', to: '' }],
    part: 'storm',
    by: /orders that differ/,
  },
  /** A sale that the seller called off, which comes as `confirmed`, keeps its promise. */
  'confirmed-ignored': {
    edits: [{ file: CALLED_OFF, from: "pedido.situacao === 'confirmado' && pedido.foi_pago", to: 'false' }],
    part: 'storm',
    by: /orders that differ/,
  },
  /** A sale whose money was returned and which stays `paid` keeps its promise. */
  'unfulfilled-ignored': {
    edits: [
      {
        file: CALLED_OFF,
        from: "pedido.situacao !== 'cancelado' && !pedido.is_desfeito && !isUnpaidAgain",
        to: "pedido.situacao !== 'cancelado' && !isUnpaidAgain",
      },
    ],
    part: 'storm',
    by: /orders that differ/,
  },
  /** Goods that the marketplace examines count as goods in hand. */
  'return-at-triage': {
    edits: [
      {
        file: 'modules/mercado-livre/sales/claim.ts',
        from: "status === 'delivered' && destination?.name === 'seller_address'",
        to: "status === 'delivered'",
      },
    ],
    part: 'storm',
    by: /orders that differ/,
  },
  /** The order of a component draws the kit in place of the component. */
  'kit-parent-drawn': {
    edits: [
      {
        file: 'modules/mercado-livre/sales/sale-order.ts',
        from: '{ anuncio_id: item.id, variacao_id',
        to: '{ anuncio_id: bundle?.parent_item?.id ?? item.id, variacao_id',
      },
      {
        file: 'modules/mercado-livre/sales/sale-order.ts',
        from: 'bundle?.parent_item?.id === anuncio_id',
        to: 'false',
      },
    ],
    part: 'storm',
    by: /orders that differ/,
  },
  /** An answer that was read earlier and comes later replaces a newer one. */
  'late-older-wins': {
    edits: [
      {
        file: 'modules/vendas/vendas.queries.ts',
        from: 'excluded.atualizado_em >= v.atualizado_em then excluded.',
        to: 'true then excluded.',
      },
    ],
    part: 'frozen',
    by: /orders that differ/,
  },
  /** No poll asks again for a sale whose parcel or complaint changed without a notification. */
  'lost-forgotten': {
    edits: [{ file: 'modules/pedidos/poll.ts', from: 'await reportAgain(tx, seller);', to: '' }],
    part: 'losses',
    by: /orders that differ/,
  },
} satisfies Record<string, Defect>;
