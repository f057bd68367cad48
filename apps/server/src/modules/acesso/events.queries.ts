import type { TipoDeEvento } from '@prumo/contract/eventos.ts';
import type { IdentityQuery } from '#platform/db/identity-db.ts';
import type { Origin } from './origin.ts';

/** The method by which a person proved their identity. */
export type Method = 'senha' | 'google' | 'recuperacao' | 'codigo' | 'codigo_reserva';

interface Event {
  kind: TipoDeEvento;
  /** Null when no account has the e-mail. */
  userId: string | null;
  method?: Method;
  sessionId?: string;
}

/**
 * Records an event. It runs inside the transaction of the change, so that neither is stored without the
 * other.
 */
export async function recordEvent(
  db: IdentityQuery,
  { kind, userId, method, sessionId }: Event,
  { address, userAgent }: Pick<Origin, 'address' | 'userAgent'>,
): Promise<void> {
  await db.query(
    `insert into auth.events (kind, user_id, method, session_id, address, user_agent)
     values ($1, $2, $3, $4, $5, $6)`,
    [kind, userId, method ?? null, sessionId ?? null, address, userAgent],
  );
}
