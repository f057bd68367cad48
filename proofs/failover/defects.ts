import type { Edit } from '../kit/edits.ts';
import type { Change } from './cluster.ts';
import { apart, burnt, type Fault } from './faults.ts';

/** A defect of the cluster's files or of the server. */
interface Defect {
  files?: Record<string, Change>;
  edits?: readonly Edit[];
  /** The one fault of the run. */
  fault: Fault;
  /** The figure that must miss its bar. */
  by: RegExp;
}

export const DEFECTS: Record<'asynchronous' | 'loss-unknown' | 'archive-gap', Defect> = {
  /** The primary acknowledges a write before a standby has it. */
  asynchronous: {
    files: {
      'patroni.yml': (text) => text.replace(/synchronous_mode(_strict)?: true/g, 'synchronous_mode$1: false'),
    },
    fault: apart,
    by: /lost|split/,
  },
  /** The server takes a closed connection for a defect of its own. */
  'loss-unknown': {
    edits: [{ file: 'platform/errors.ts', from: '|Connection terminated|', to: '|' }],
    fault: apart,
    by: /500/,
  },
  /** The new primary does not archive what the lost one had not archived yet. */
  'archive-gap': {
    files: { 'patroni.yml': (text) => text.replace(/^ +callbacks:\n.*\n.*archive-missed.*$/m, '') },
    fault: burnt,
    by: /do not bring back/,
  },
};
