import type pg from 'pg';
import { empresaCosts } from '#platform/metrics/empresa-costs.ts';
import {
  dbConnections,
  dbConnectionsLimit,
  dbTransactions,
  dbWait,
  dbWaiting,
  type PoolName,
} from '#platform/metrics/metrics.ts';

type Kind = 'read' | 'write' | 'global' | 'identity';

/** Measures a pool: its connections, the wait for one, and the time for which each use holds one. */
export function watchPool(name: PoolName, pool: pg.Pool) {
  const wait = dbWait({ pool: name });
  const uses = {
    read: dbTransactions({ pool: name, kind: 'read' }),
    write: dbTransactions({ pool: name, kind: 'write' }),
    global: dbTransactions({ pool: name, kind: 'global' }),
    identity: dbTransactions({ pool: name, kind: 'identity' }),
  };
  const stops = [
    dbConnections.watch(() => [
      [{ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount],
      [{ pool: name, state: 'idle' }, pool.idleCount],
    ]),
    dbConnectionsLimit.watch(() => [[{ pool: name }, pool.options.max]]),
    dbWaiting.watch(() => [[{ pool: name }, pool.waitingCount]]),
  ];
  return {
    /** Notes the wait since `asked`, also one that ended without a connection. Returns the instant of its end. */
    connected(asked: number): number {
      const began = performance.now();
      wait.observe((began - asked) / 1000);
      return began;
    },
    /** Notes the end of a use, also as a cost of its empresa. */
    released(began: number, kind: Kind, empresaId?: string): void {
      const seconds = (performance.now() - began) / 1000;
      uses[kind].observe(seconds);
      if (empresaId !== undefined) empresaCosts.add(empresaId, seconds);
    },
    stop(): void {
      for (const stop of stops) stop();
    },
  };
}
