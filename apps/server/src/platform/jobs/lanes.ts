/**
 * The way in which the jobs of a lane run. Every kind of job names its lane. A kind may override only the
 * concurrency.
 */
export interface LanePolicy {
  /** The number of jobs of one kind that a worker process runs concurrently, unless the kind overrides it. */
  atOnce: number;
  /** The number of these concurrent jobs that may belong to one empresa. */
  perEmpresa: number;
  /** Whether enqueueing wakes the workers immediately (LISTEN/NOTIFY). */
  wakes: boolean;
  /**
   * The polling interval of an idle worker. Retries and delayed jobs send no NOTIFY, so only polling finds
   * them.
   */
  pollSeconds: number;
  /** The options of the pg-boss queue. The delays and the expiry are in seconds. */
  queue: {
    retryLimit: number;
    retryDelay: number;
    retryDelayMax: number;
    expireInSeconds: number;
  };
}

/**
 * Jobs of one kind never queue behind jobs of another kind, because each kind has its own queue and workers.
 * Within a kind, the workers of a process skip an empresa that already runs `perEmpresa` jobs in this
 * process, so that its backlog does not delay other empresas.
 *
 * The lanes `urgent` and `watched` have a short backoff, because pg-boss counts a killed worker as a failed
 * attempt of its job. A restart of a machine must not delay such a job for minutes.
 */
export const LANES = {
  /** Jobs whose result a person waits for, or that end the public access to an image. */
  urgent: {
    atOnce: 4,
    perEmpresa: 1,
    wakes: true,
    pollSeconds: 2,
    queue: { retryLimit: 120, retryDelay: 1, retryDelayMax: 30, expireInSeconds: 120 },
  },
  /**
   * Jobs whose progress a person watches, such as an import, or that an anonymous visitor requested, such as
   * the e-mail of a recovery.
   */
  watched: {
    atOnce: 4,
    perEmpresa: 4,
    wakes: true,
    pollSeconds: 2,
    queue: { retryLimit: 120, retryDelay: 2, retryDelayMax: 30, expireInSeconds: 300 },
  },
  /** Jobs that no person waits for and that may be many. */
  bulk: {
    atOnce: 4,
    perEmpresa: 2,
    wakes: false,
    pollSeconds: 2,
    queue: { retryLimit: 8, retryDelay: 2, retryDelayMax: 600, expireInSeconds: 300 },
  },
  /** Jobs that a cron schedule starts. */
  upkeep: {
    atOnce: 1,
    perEmpresa: 1,
    wakes: false,
    pollSeconds: 5,
    queue: { retryLimit: 8, retryDelay: 2, retryDelayMax: 600, expireInSeconds: 300 },
  },
} as const satisfies Record<string, LanePolicy>;

export type Lane = keyof typeof LANES;
