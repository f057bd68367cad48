import type { Edit } from '../kit/edits.ts';
import type { Change } from './cluster.ts';

/** A defect of the cluster's files or of the server. */
interface Defect {
  files?: Record<string, Change>;
  edits?: readonly Edit[];
  /** The figure that must miss its bar. */
  by: RegExp;
}

export const DEFECTS: Record<'asynchronous' | 'loss-unknown', Defect> = {
  /** The primary acknowledges a write before a standby has it. */
  asynchronous: {
    files: {
      'patroni.yml': (text) => text.replace(/synchronous_mode(_strict)?: true/g, 'synchronous_mode$1: false'),
    },
    by: /lost|split/,
  },
  /** The server takes a closed connection for a defect of its own. */
  'loss-unknown': {
    edits: [{ file: 'platform/errors.ts', from: '|Connection terminated|', to: '|' }],
    by: /500/,
  },
};
