import type { Edit } from '../kit/edits.ts';

/** A defect of `prove:lag --planted`. */
interface Defect {
  edits: readonly Edit[];
  /** The figure that must miss its bar. */
  by: RegExp;
}

export const DEFECTS = {
  /** The former behaviour: the product polls every conta every half hour, even if notifications arrive. */
  'polled-every-half-hour': {
    edits: [
      {
        file: 'modules/pedidos/next-poll.ts',
        from: 'export const LONGEST_S = 6 * HOUR_S;',
        to: 'export const LONGEST_S = 1800;',
      },
    ],
    by: /polls in six hours/,
  },
  /**
   * The former behaviour: after many made-up notifications, the product does not read that seller for ten
   * minutes.
   */
  'seller-silenced': {
    edits: [
      {
        file: 'modules/notificacoes/reader.ts',
        from: 'except: [...busy],',
        to: 'except: [...busy, ...doubted.keys()],',
      },
    ],
    by: /made-up notifications/,
  },
  'lag-not-recorded': {
    edits: [
      {
        file: 'modules/notificacoes/topics.ts',
        from: 'await noteArrival(tx, claim, newest);',
        to: '',
      },
    ],
    by: /recorded lag/,
  },
} satisfies Record<string, Defect>;
