import type { TipoDeEvento } from '@prumo/contract/eventos.ts';
import type { IdentityQuery } from '#platform/identity-db.ts';
import type { Origin } from './acesso.ts';

/** How somebody proved who they are. */
export type Method = 'senha' | 'google' | 'recuperacao' | 'codigo' | 'codigo_reserva';

interface Event {
  kind: TipoDeEvento;
  /** Null for an e-mail nobody has. */
  userId: string | null;
  method?: Method;
  sessionId?: string;
}

/** Inside the transaction of what happened: an event without its cause, or a cause without its event, cannot be. */
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
