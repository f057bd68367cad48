import type { Edit } from '../kit/edits.ts';

/** A defect of `prove:packing --planted`: edits of the server's source. */
interface Defect {
  edits: readonly Edit[];
  /** The figure that must miss its bar. */
  by: RegExp;
}

const ROUTES = 'modules/pedidos/fila/pedidos.routes.ts';

export const DEFECTS = {
  /** The screen calls a parcel packed, and nothing is stored. */
  'mark-lost': {
    edits: [{ file: ROUTES, from: 'await markSeparado(tx, before.id, req.body.separado);', to: '' }],
    by: /^parcels packed$/,
  },
  /** A scan opens the most urgent parcel, whichever part was scanned. */
  'opens-any-parcel': {
    edits: [{ file: ROUTES, from: 'const rows = busca\n', to: 'const rows = busca && false\n' }],
    by: /unlike those the person packed/,
  },
} satisfies Record<string, Defect>;
