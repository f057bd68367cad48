import { IDADE_MAXIMA, mudancas } from '@prumo/contract/mudancas.ts';
import type { Database } from '#platform/db/db.ts';
import { unauthenticated, unavailable } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import type { Log } from '#platform/log.ts';
import type { KeyRing } from '#platform/secrets/vault.ts';
import { heardBy, isTooMuch } from './heard.ts';
import { type Listener, openHub } from './hub.ts';
import { isResumable, openMarcas, type Position } from './marca.ts';
import { selectMudancas } from './mudancas.queries.ts';
import { demandPlace } from './places.ts';
import { openStream } from './stream.ts';

/** Rows stay for ten minutes. */
const ALL_ROWS_S = 600;
/** A transaction ends at most this long after it changed something (`roles.sql`). */
const LONGEST_TRANSACTION_S = 15;

/** `db` has one connection, which serves the streams alone. */
export function mudancasRoutes(app: App, { db, log, keys }: { db: Database; log: Log; keys: KeyRing }): void {
  const marcas = openMarcas(keys);
  const hub = openHub({ db, marcas, log });
  // Open streams would keep the server from closing.
  app.addHook('preClose', hub.close);

  app.route({
    ...mudancas.read,
    handler: async (request, reply) => {
      const marca = request.headers['last-event-id'];
      const since = typeof marca === 'string' ? marcas.read(marca) : null;
      const takenAt = Date.now();
      const { idade } = request.query;
      const seconds = since ? ALL_ROWS_S : Math.min(idade, IDADE_MAXIMA) + LONGEST_TRANSACTION_S;
      const read = await request.read(async (tx) => ({
        ...(await selectMudancas(tx, { snapshot: since?.snapshot ?? null, seconds })),
        ...{ empresaId: tx.empresaId, userId: tx.userId },
      }));
      const { snapshot, changed, direitos } = read;
      const now: Position = { snapshot, takenAt };
      const isComplete =
        marca === undefined ? idade <= IDADE_MAXIMA : since !== null && isResumable(since, now);
      const novidade = {
        marca: marcas.write(now),
        mudancas: heardBy(direitos, changed),
        recomece: !isComplete || isTooMuch(changed),
      };
      if (!request.headers.accept?.includes('text/event-stream')) return novidade;

      const { sessionHash } = request;
      if (sessionHash === null) throw unauthenticated();
      if (hub.isClosing()) throw unavailable(new Error('the process is stopping'));
      demandPlace(hub.listeners(), read);
      reply.hijack();
      const stream = openStream(reply.raw, reply.getHeaders());
      stream.send(novidade);
      const { empresaId, userId } = read;
      const listener: Listener = { sessionHash, userId, empresaId, direitos, snapshot, stream };
      hub.add(listener);
      reply.raw.once('close', () => hub.remove(listener));
      return reply;
    },
  });
}
