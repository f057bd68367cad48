import { IDADE_MAXIMA, novidades } from '@prumo/contract/novidades.ts';
import type { Database } from '#platform/db/db.ts';
import { unauthenticated, unavailable } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import type { Log } from '#platform/log.ts';
import { liveStreams } from '#platform/metrics/metrics.ts';
import type { KeyRing } from '#platform/secrets/vault.ts';
import { heardBy, isTooMuch } from './heard.ts';
import { type Listener, openHub } from './hub.ts';
import { selectNovidades } from './novidades.queries.ts';
import { demandPlace } from './places.ts';
import { isResumable, openPosicoes, type Position } from './posicao.ts';
import { openStream } from './stream.ts';

/** Rows stay for ten minutes. */
const ALL_ROWS_S = 600;
/** A transaction ends at most this long after it changed something (`roles.sql`). */
const LONGEST_TRANSACTION_S = 15;

/** `db` has one connection, which serves the streams alone. */
export function novidadesRoutes(
  app: App,
  { db, log, keys }: { db: Database; log: Log; keys: KeyRing },
): void {
  const posicoes = openPosicoes(keys);
  const hub = openHub({ db, posicoes, log });
  // Open streams would keep the server from closing.
  app.addHook('preClose', hub.close);
  const stopCounting = liveStreams.watch(() => [[{}, hub.listeners().size]]);
  app.addHook('onClose', async () => stopCounting());

  app.route({
    ...novidades.read,
    handler: async (request, reply) => {
      const posicao = request.headers['last-event-id'];
      const since = typeof posicao === 'string' ? posicoes.read(posicao) : null;
      const takenAt = Date.now();
      const { idade } = request.query;
      const seconds = since ? ALL_ROWS_S : Math.min(idade, IDADE_MAXIMA) + LONGEST_TRANSACTION_S;
      const read = await request.read(async (tx) => ({
        ...(await selectNovidades(tx, { snapshot: since?.snapshot ?? null, seconds })),
        ...{ empresaId: tx.empresaId, userId: tx.userId },
      }));
      const { snapshot, changed, direitos } = read;
      const now: Position = { snapshot, takenAt };
      const isComplete =
        posicao === undefined ? idade <= IDADE_MAXIMA : since !== null && isResumable(since, now);
      const boletim = {
        posicao: posicoes.write(now),
        novidades: heardBy(direitos, changed),
        recomece: !isComplete || isTooMuch(changed),
      };
      if (!request.headers.accept?.includes('text/event-stream')) return boletim;

      const { sessionHash } = request;
      if (sessionHash === null) throw unauthenticated();
      if (hub.isClosing()) throw unavailable(new Error('the process is stopping'));
      demandPlace(hub.listeners(), read);
      reply.hijack();
      reply.isStream = true;
      // The tab may have closed meanwhile.
      if (reply.raw.destroyed) return reply;
      const stream = openStream(reply.raw, reply.getHeaders());
      stream.send(boletim);
      const { empresaId, userId } = read;
      const listener: Listener = { sessionHash, userId, empresaId, direitos, snapshot, stream };
      hub.add(listener);
      reply.raw.once('close', () => hub.remove(listener));
      return reply;
    },
  });
}
