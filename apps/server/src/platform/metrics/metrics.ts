import { empresaCosts, RANKS } from './empresa-costs.ts';
import { capped, counter, gauge, histogram } from './registry.ts';

/**
 * Every metric of the product. docs/operations.md lists the same names. Names carry the unit, and a label has a
 * bounded set of values (`registry.ts`): never an empresa, a person, an address or a record.
 */

const SHORT_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];
const LONG_SECONDS = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300];
const LAG_SECONDS = [1, 5, 15, 60, 300, 1800, 7200, 21_600, 86_400];

/** The kinds of jobs, one queue each. */
const kind = capped(64);
const marketplace = capped(8);

// Requests

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;
export const STATUSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;
export const httpRequests = histogram(
  'prumo_http_request_duration_seconds',
  'Duration of a request until its response was sent, by route pattern. Open streams do not count.',
  { method: METHODS, route: capped(400), status: STATUSES },
  SHORT_SECONDS,
);
export const httpAborted = counter(
  'prumo_http_aborted_total',
  'Requests whose client left before the response was sent.',
  {},
);
export const httpShed = counter(
  'prumo_http_shed_total',
  'Requests refused before routing, because more are in flight than the process can serve.',
  {},
);
export const httpInFlight = gauge('prumo_http_in_flight', 'Requests in flight.', {});
export const httpInFlightLimit = gauge(
  'prumo_http_in_flight_limit',
  'The number of requests in flight above which requests are refused.',
  {},
);
export const liveStreams = gauge('prumo_live_streams', 'Open streams of changes.', {});

// Admission to the database

export const ADMISSION_CLASSES = [
  ...['read', 'search', 'summary', 'write', 'heavy', 'sign-in', 'notification'],
  ...['upload', 'session', 'account'],
] as const;
export const admissions = counter(
  'prumo_admission_total',
  'Tasks that asked for a place: admitted, refused for the share of their empresa, refused for the load of all.',
  { class: ADMISSION_CLASSES, outcome: ['admitted', 'refused_empresa', 'refused_all'] },
);
export const admissionWaiting = gauge('prumo_admission_waiting', 'Tasks that wait for a place.', {
  class: ADMISSION_CLASSES,
});

// Database

export const POOLS = ['app', 'urgent', 'streams', 'identity'] as const;
export type PoolName = (typeof POOLS)[number];
export const dbConnections = gauge('prumo_db_connections', 'Open connections of a pool.', {
  pool: POOLS,
  state: ['busy', 'idle'],
});
export const dbConnectionsLimit = gauge('prumo_db_connections_limit', 'Most connections of a pool.', {
  pool: POOLS,
});
export const dbWaiting = gauge('prumo_db_waiting', 'Transactions that wait for a connection of a pool.', {
  pool: POOLS,
});
export const dbWait = histogram(
  'prumo_db_wait_seconds',
  'The time that a transaction waited for a connection.',
  { pool: POOLS },
  SHORT_SECONDS,
);
export const dbTransactions = histogram(
  'prumo_db_transaction_duration_seconds',
  'The time that a transaction held its connection.',
  { pool: POOLS, kind: ['read', 'write', 'global', 'identity'] },
  SHORT_SECONDS,
);

/** Cost by empresa, without the empresa as a label. `/empresas` of the same port names them. */
gauge(
  'prumo_empresa_cost_seconds',
  'Database time of the empresas that used the most in the last full minute, by rank.',
  { rank: RANKS },
).watch(() => empresaCosts.top().map(({ seconds }, n) => [{ rank: RANKS[n] ?? '10' }, seconds] as const));
gauge('prumo_empresas_active', 'Empresas that used the database in the last full minute.', {}).watch(() => [
  [{}, empresaCosts.active()],
]);

// Jobs

const JOB_OUTCOMES = ['completed', 'failed', 'given_up'] as const;
export const jobRuns = histogram(
  'prumo_job_duration_seconds',
  'Duration of an attempt of a job.',
  { kind, outcome: JOB_OUTCOMES },
  LONG_SECONDS,
);

/** Shows the series of a kind before its first job, which `increase` would miss otherwise. */
export function showJobs(name: string): void {
  for (const outcome of JOB_OUTCOMES) jobRuns({ kind: name, outcome });
}
export const queueJobs = gauge('prumo_queue_jobs', 'Jobs in the queue of a kind.', {
  kind,
  state: ['ready', 'deferred', 'active'],
});
export const queueOldestAge = gauge(
  'prumo_queue_oldest_age_seconds',
  'How long the job of a kind that is next in its queue has been due.',
  { kind },
);
export const pulseAge = gauge(
  'prumo_pulse_age_seconds',
  'Time since a loop of the worker last reached the database.',
  { loop: capped(8) },
);

// Other systems

export const outboundCalls = histogram(
  'prumo_outbound_duration_seconds',
  'Duration of a call to another service.',
  {
    service: capped(16),
    outcome: ['2xx', '3xx', '4xx', '5xx', 'timeout', 'unreachable', 'aborted', 'too-large'],
  },
  SHORT_SECONDS,
);
const TURN_LANES = ['person', 'news', 'hint', 'background'] as const;
const TURN_OUTCOMES = ['taken', 'given_up'] as const;
export const marketplaceTurns = histogram(
  'prumo_marketplace_turn_wait_seconds',
  'The wait of a call for its turn in the budget of a marketplace.',
  {
    marketplace,
    lane: TURN_LANES,
    outcome: TURN_OUTCOMES,
  },
  LONG_SECONDS,
);
export const marketplaceLag = histogram(
  'prumo_marketplace_lag_seconds',
  'Time between a change of a pedido at the marketplace and its arrival here.',
  { marketplace },
  LAG_SECONDS,
);

/** Shows the series of a marketplace before its first event, which `increase` would miss otherwise. */
export function showMarketplace(name: string): void {
  for (const lane of TURN_LANES)
    for (const outcome of TURN_OUTCOMES) marketplaceTurns({ marketplace: name, lane, outcome });
  marketplaceLag({ marketplace: name });
}
export const mails = counter('prumo_mail_total', 'Mails by outcome. A refused address is refused for good.', {
  outcome: ['sent', 'refused', 'failed'],
});

// Work of this process

export const imageRuns = histogram(
  'prumo_image_duration_seconds',
  'Duration of the work on an image, its wait included.',
  { outcome: ['ok', 'refused', 'busy'] },
  SHORT_SECONDS,
);
export const signIns = counter('prumo_sign_ins_total', 'Attempts to sign in, by method and outcome.', {
  method: ['senha', 'google', 'recuperacao', 'codigo'],
  outcome: ['entered', 'second_factor', 'refused', 'limited', 'unconfirmed'],
});

// Backups

export const BACKUPS = ['database', 'objects'] as const;
export const backupAge = gauge(
  'prumo_backup_age_seconds',
  'The time since the last backup that succeeded. Absent if there was none.',
  { what: BACKUPS },
);
export const held = gauge(
  'prumo_held',
  '1 while mail and marketplaces are held back after a restore, otherwise 0.',
  {},
);
