import type { BalancerEdit } from './balancer.ts';

export interface Defect {
  /** The signal that ends each process. */
  signal: NodeJS.Signals;
  edit: readonly BalancerEdit[];
  /** The figures that must show the defect. */
  by: RegExp;
}

export const DEFECTS = {
  /** A supervisor that kills at once, and a balancer that sends nothing again. Requests get no answer. */
  'killed-at-once': {
    signal: 'SIGKILL',
    edit: [{ from: /retry-on .*/, to: 'retry-on none' }],
    by: /^failed requests/,
  },
  /** A balancer that forwards the head of a change before its body has arrived, so that it cannot send it again. */
  'body-not-read-first': {
    signal: 'SIGKILL',
    edit: [{ from: /option http-buffer-request\n/, to: '' }],
    by: /^failed changes with a late body/,
  },
  /** A balancer that passes on how long its own connection to a process lives. Clients then trust closed connections. */
  'keep-alive-passed-on': {
    signal: 'SIGTERM',
    edit: [{ from: /http-response del-header Keep-Alive\n/, to: '' }],
    by: /^failed requests on idle connections/,
  },
} satisfies Record<string, Defect>;
