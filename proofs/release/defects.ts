export interface Defect {
  /** The signal that ends each process. */
  signal: NodeJS.Signals;
  /** Whether the balancer sends a request that got no answer to another process. */
  retries: boolean;
  /** The figures that must show the defect. */
  by: RegExp;
}

export const DEFECTS = {
  /** A supervisor that kills at once, and a balancer that sends nothing again. Requests get no answer. */
  'killed-at-once': { signal: 'SIGKILL', retries: false, by: /failed requests/ },
} satisfies Record<string, Defect>;
