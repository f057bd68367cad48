import { notificacoes } from '@prumo/contract/notificacoes.ts';
import { type Refusal, readNotification } from '#modules/mercado-livre/notifications.ts';
import type { Database } from '#platform/db.ts';
import { AppError, type Explanations } from '#platform/errors.ts';
import type { App } from '#platform/http.ts';
import type { Log } from '#platform/log.ts';
import { openInbox } from './inbox.ts';
import { receiveNotificacoes } from './notificacoes.queries.ts';

/** Theirs have a few hundred bytes. */
const BODY_BYTES = 16 * 1024;
const REPORT_MS = 60_000;

export const notificacoesExplanations: Explanations = {
  notificacoes_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  notificacoes_topico_check: { message: 'Este tipo de aviso não é tratado aqui.' },
  notificacoes_recurso_check: { message: 'O aviso não diz do que trata.' },
};

interface Parts {
  db: Database;
  /** Null: no application of ours is there to be notified. */
  clientId: string | null;
  /** Where they may come from; null where nobody said. */
  addresses: readonly string[] | null;
  log: Log;
}

export function notificacoesRoutes(app: App, { db, clientId, addresses, log }: Parts): void {
  const dropped = openTally(log);
  const inbox = openInbox(async (notifications) =>
    dropped.add('seller', await receiveNotificacoes(db, notifications)),
  );

  app.route({
    ...notificacoes.mercadoLivre,
    bodyLimit: BODY_BYTES,
    // Two lines for each would bury everything else.
    logLevel: 'warn',
    handler: async (req) => {
      // Refused, not dropped: if the list is wrong they come again, and nothing is lost without a word.
      if (addresses && !addresses.includes(plain(req.ip)))
        throw new AppError('forbidden', 'Este endereço não envia avisos.');
      const read = clientId === null ? 'application' : readNotification(req.body, clientId);
      if (typeof read === 'string') dropped.add(read, 1);
      // Told just now: whatever was read before is older.
      else await inbox.take({ ...read, toldAt: null });
      return {};
    },
  });
  app.addHook('onClose', async () => dropped.close());
}

const plain = (address: string) => address.replace(/^::ffff:/i, '');

/** How many were answered and dropped, and why, for whoever runs the product: nothing of what they said. */
function openTally(log: Log) {
  const counts = new Map<Refusal | 'seller', number>();
  const timer = setInterval(() => {
    if (counts.size === 0) return;
    log.info({ dropped: Object.fromEntries(counts) }, 'notifications dropped');
    counts.clear();
  }, REPORT_MS);
  timer.unref();
  return {
    add(reason: Refusal | 'seller', count: number): void {
      if (count > 0) counts.set(reason, (counts.get(reason) ?? 0) + count);
    },
    close: () => clearInterval(timer),
  };
}
