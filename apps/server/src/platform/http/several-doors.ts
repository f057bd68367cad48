import type { Direito } from '@prumo/contract/papeis.ts';
import type { FastifyRequest } from 'fastify';
import { type Access, type BothSteps, type Budget, inOrder } from '#platform/db/db.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { withContext } from '#platform/log-context.ts';
import { accessTo, type DoorParts, guarded, STATEMENT_MS } from './session/access.ts';

/** The doors of a route that enters several empresas of its person, each with the rights of the person there. */
export interface SeveralDoors {
  /** Reads in one empresa. `statementMs` lowers the time limit of each statement. */
  read<T>(empresaId: string, work: (tx: TenantDb) => Promise<T>, statementMs: number): Promise<T>;
  /**
   * Writes in two empresas, both or none. `inOrder` says which of the two is entered first. The transaction uses one
   * connection, so it takes one place, which counts for the empresa `payer`. It counts against the rates of both.
   */
  writeBoth<A, B>(both: readonly [string, string], payer: string, steps: BothSteps<A, B>): Promise<B>;
  /** Writes in one empresa. */
  write<T>(empresaId: string, work: (tx: TenantDb) => Promise<T>): Promise<T>;
}

export function openSeveral(request: FastifyRequest, right: Direito, parts: DoorParts): SeveralDoors {
  const { db, sessions, config, admission, limits } = parts;
  const { cost = 'read' } = request.routeOptions.config;
  const budget: Budget = { statementMs: STATEMENT_MS[cost] * config.PATIENCE };

  const find = (empresaId: string) => accessTo(empresaId, right, request, parts);
  /** Checks the membership before the request counts against the rates of the empresa. */
  async function enter(empresaId: string): Promise<Access> {
    const access = await find(empresaId);
    limits.takeTenant(access, cost);
    return access;
  }

  return {
    async read(empresaId, work, statementMs) {
      const access = await enter(empresaId);
      return withContext({ empresa: empresaId }, () =>
        admission.tenant(empresaId, cost, () =>
          guarded(access, () => db.read(access, work, { statementMs: statementMs * config.PATIENCE }), {
            sessions,
            request,
          }),
        ),
      );
    },
    async write(empresaId, work) {
      const access = await enter(empresaId);
      return withContext({ empresa: empresaId }, () =>
        admission.tenant(empresaId, cost, () =>
          guarded(access, () => db.write(access, work, budget), { sessions, request }),
        ),
      );
    },
    async writeBoth([one, other], payer, steps) {
      const [first, second] = inOrder(one, other) ? [one, other] : [other, one];
      const accesses = [await find(first), await find(second)] as const;
      for (const access of accesses) limits.takeTenant(access, cost);
      const [inFirst, inSecond] = accesses;
      return withContext({ empresa: payer }, () =>
        admission.tenant(payer, cost, () =>
          guarded(
            inFirst,
            () => guarded(inSecond, () => db.writeBoth(accesses, steps, budget), { sessions, request }),
            { sessions, request },
          ),
        ),
      );
    },
  };
}
