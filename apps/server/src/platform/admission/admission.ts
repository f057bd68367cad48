import type { EndpointConfig } from '@prumo/contract/endpoint.ts';
import { AppError } from '#platform/errors.ts';
import { countAdmissions } from './admission-metrics.ts';
import { openCrowd } from './crowd.ts';
import { type Gate, type GateLimits, type GateRefusal, openGate } from './gate.ts';
import { placesOf } from './places.ts';

export type Cost = EndpointConfig['cost'];

/**
 * Admits tasks to the database. `who` names the owner whose fair share a task counts against: an empresa, a
 * person, or the network of a stranger. Each gate is fair between these owners (`gate.ts`).
 */
export interface Admission {
  /** Runs a task on the rows of an empresa. */
  tenant<T>(who: string, cost: Cost, work: () => Promise<T>): Promise<T>;
  /** Holds a place for an upload while `work` reads and handles its body. */
  upload<T>(who: string, work: () => Promise<T>): Promise<T>;
  /** Runs the lookup of a session. */
  session<T>(who: string, work: () => Promise<T>): Promise<T>;
  /** Runs the handler of a route that uses accounts and no rows of an empresa. */
  account<T>(who: string, work: () => Promise<T>): Promise<T>;
  /**
   * Returns the longest wait for a place on the rows of an empresa since the last call. It counts only
   * requests within the fair share of their empresa.
   */
  takeWaitMs(): number;
  /** Ends the measuring. */
  close(): void;
}

/**
 * The account gate has one place fewer than `identity-db.ts` has connections. The sixth connection stays
 * free for jobs and sweeps.
 */
const ACCOUNT_PLACES = 5;
/**
 * The maximum number of uploads whose body is in memory. With the largest file that the contract allows, they
 * take 320 MB.
 */
const UPLOAD_PLACES = 32;
/** The maximum number of these that belong to one empresa. */
const UPLOADS_PER_EMPRESA = 8;
/**
 * The maximum time that a task waits for its places. The gates of one `tenant` task share this time. The
 * lookup of a session waits separately.
 */
const WAIT_MS = 4000;
/** Replaces WAIT_MS while a gate is overloaded (`fullWaitMs` in `gate.ts`). */
const FULL_WAIT_MS = 250;
/**
 * A healthy database ends some transaction far more often. The gates of uploads and of expensive reads do not use it,
 * because their tasks may take longer.
 */
const STILL_MS = 1000;

/**
 * `share` returns the fraction of the places that is usable at the moment (`pressure.ts`). `patience`
 * multiplies the maximum wait of a request.
 */
export function openAdmission(pool: number, share: () => number, patience = 1): Admission {
  const places = placesOf(pool);
  const stillMs = STILL_MS * patience;
  const gate = gateOf(patience, refuseEmpresa);
  const gateOfPeople = gateOf(patience, refuseClient);
  const crowd = openCrowd();
  // An empresa that is alone may use every place but the reserved one. Beside others it leaves them half of
  // the connections, and with these the processor time that its own statements would take.
  const halfOf = (count: number) => () => (crowd.isShared ? Math.ceil(count / 2) : Number.POSITIVE_INFINITY);
  const empresaGate = (
    count: number,
    limits: Pick<GateLimits, 'waiting' | 'waitingPerTenant' | 'share' | 'stillMs'>,
  ) => gate(count, { ...limits, runningPerTenant: halfOf(count) });
  const tenants = empresaGate(places.tenants, { waiting: 400, waitingPerTenant: 100, share, stillMs });
  const expensive = empresaGate(places.expensive, { waiting: 200, waitingPerTenant: 64 });
  const summary = empresaGate(places.summary, { waiting: 64, waitingPerTenant: 16 });
  const heavy = empresaGate(places.heavy, { waiting: 100, waitingPerTenant: 32 });
  const uploads = gate(UPLOAD_PLACES, {
    waiting: 200,
    waitingPerTenant: 24,
    runningPerTenant: () => UPLOADS_PER_EMPRESA,
  });
  const sessions = gateOfPeople(places.sessions, { waiting: 400, waitingPerTenant: 100, stillMs });
  const accounts = gateOfPeople(ACCOUNT_PLACES, { waiting: 200, waitingPerTenant: 50, stillMs });

  const counts = countAdmissions();
  const throughGates = <T>(who: string, cost: Cost, work: () => Promise<T>): Promise<T> => {
    const until = performance.now() + WAIT_MS * patience;
    const admitted = () => tenants.run(who, work, until);
    const admittedDear = () => expensive.run(who, admitted, until);
    if (cost === 'search') return admittedDear();
    if (cost === 'summary') return summary.run(who, admittedDear, until);
    if (cost === 'heavy') return heavy.run(who, admittedDear, until);
    return admitted();
  };

  return {
    takeWaitMs: () => tenants.takeFairWaitMs(),
    tenant(who, cost, work) {
      crowd.note(who);
      return counts.through(cost, work, (counted) => throughGates(who, cost, counted));
    },
    upload: (who, work) => counts.through('upload', work, (counted) => uploads.run(who, counted)),
    session: (who, work) => counts.through('session', work, (counted) => sessions.run(who, counted)),
    account: (who, work) => counts.through('account', work, (counted) => accounts.run(who, counted)),
    close: counts.stop,
  };
}

/**
 * A gate with three or more places reserves one for owners that hold none, so the long tasks of one owner
 * never occupy the whole gate.
 */
const gateOf =
  (patience: number, refuse: (why: GateRefusal) => AppError) =>
  (
    places: number,
    limits: Pick<GateLimits, 'waiting' | 'waitingPerTenant' | 'runningPerTenant' | 'share' | 'stillMs'>,
  ): Gate => {
    const waits = { maxWaitMs: WAIT_MS * patience, fullWaitMs: FULL_WAIT_MS * patience };
    return openGate({ places, reserve: places >= 3 ? 1 : 0, ...waits, ...limits }, refuse);
  };

const refusal = (tooMany: string) => (why: GateRefusal) =>
  why === 'tenant'
    ? new AppError('limited', tooMany, { retryAfter: 2 })
    : new AppError('unavailable', 'O sistema está muito ocupado. Espere alguns segundos e tente de novo.', {
        retryAfter: 2,
      });

const refuseEmpresa = refusal(
  'Sua empresa está com muitos pedidos ao mesmo tempo. Espere alguns segundos e tente de novo.',
);
/** The owner of such a task is a person or a network, and the person may belong to no empresa. */
const refuseClient = refusal('Há muitos pedidos ao mesmo tempo. Espere alguns segundos e tente de novo.');
