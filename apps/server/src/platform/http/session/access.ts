import type { Direito } from '@prumo/contract/papeis.ts';
import type { FastifyRequest } from 'fastify';
import { site } from '#platform/admission/address.ts';
import type { Admission, Cost } from '#platform/admission/admission.ts';
import type { RateLimits } from '#platform/admission/rate-limits.ts';
import { type Access, UUID } from '#platform/db/db.ts';
import {
  beingDeleted,
  isNoMembro,
  isNoSession,
  isWithoutRight,
  notAMembro,
  unauthenticated,
  withoutRight,
} from '#platform/errors.ts';
import type { HttpParts } from '#platform/http/http.ts';
import type { Looked } from './session.queries.ts';
import type { Sessions } from './session.ts';

export interface DoorParts extends Pick<HttpParts, 'db' | 'sessions' | 'config' | 'onRefused'> {
  admission: Admission;
  limits: RateLimits;
}

export type Lookup = Pick<DoorParts, 'sessions' | 'admission'>;

/** The time limit of one statement, by the cost class of its route. The whole request has 15 s. */
export const STATEMENT_MS: Record<Cost, number> = {
  read: 3_000,
  search: 2_000,
  summary: 2_000,
  write: 5_000,
  heavy: 8_000,
  'sign-in': 5_000,
  notification: 5_000,
};

/** Finds the access of the request to an empresa. Without an id it is the empresa that the session used last. */
export async function accessTo(
  named: string | null,
  right: Direito | null,
  request: FastifyRequest,
  { sessions, admission }: Lookup,
): Promise<Access> {
  const { sessionHash } = request;
  if (sessionHash === null) throw unauthenticated();
  const lookUp = () => admission.session(site(request.ip), () => sessions.accessOf(sessionHash, named));
  const known = sessions.known(sessionHash, named);
  // The papel may have gained the right since the lookup that memory holds.
  const looked = known && may(known, right) ? known : await lookUp();
  if (!looked || isMeantForAnother(request, looked.userId)) throw unauthenticated();
  const { userId, empresaId } = looked;
  if (empresaId === null) throw notAMembro();
  const access = { sessionHash, empresaId, userId, ...(right && { right }) };
  if (!may(looked, right)) {
    if (may(looked, 'em_exclusao')) throw beingDeleted();
    request.refused = access;
    throw withoutRight();
  }
  return access;
}

/** `em_exclusao` is no right: the database adds it where an empresa waits for its deletion. */
const may = ({ direitos }: Looked, right: Direito | 'em_exclusao' | null) =>
  right === null || direitos?.includes(`,${right},`) === true;

/**
 * Whether the request comes from a page of another person. The page sends the id of the person whom it shows
 * as signed in (`x-usuario`). When another person has since signed in in another tab, the request is refused,
 * so that no change is saved under the wrong person.
 */
export const isMeantForAnother = (request: FastifyRequest, userId: string) =>
  request.headers['x-usuario'] !== undefined && request.headers['x-usuario'] !== userId;

/**
 * The empresa that the page shows (`x-empresa`). Two tabs of one session may show two empresas, and each request
 * reaches the empresa of its own tab. A caller without the header reaches the empresa that the session used last.
 */
export function empresaOf({ headers }: FastifyRequest): string | null {
  const named = headers['x-empresa'];
  if (named === undefined) return null;
  if (typeof named !== 'string' || !UUID.test(named)) throw notAMembro();
  return named;
}

export async function guarded<T>(
  access: Access,
  run: () => Promise<T>,
  { sessions, request }: { sessions: Sessions; request: FastifyRequest },
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    // The session or the membership has ended, so the next request looks both up again.
    if (access.sessionHash !== null && (isNoSession(error) || isNoMembro(error)))
      sessions.forget(access.sessionHash, access.empresaId);
    if (isWithoutRight(error)) request.refused ??= access;
    throw error;
  }
}
