import { notificacoesOf } from '@prumo/contract/notificacoes.ts';
import type { Marketplace, Marketplaces } from '#modules/marketplace/marketplace.ts';
import type { NotificationRefusal } from '#modules/marketplace/notifications.ts';
import { network } from '#platform/admission/address.ts';
import type { Database } from '#platform/db/db.ts';
import { AppError, type Explanations } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import type { Log } from '#platform/log.ts';
import { type Inbox, openInbox } from './inbox.ts';
import { receiveNotificacoes } from './notificacoes.queries.ts';
import { openSecrets } from './secrets.ts';
import { openSources, type Sources } from './sources.ts';

/** The maximum size of a request. A notification has a few hundred bytes. */
const BODY_BYTES = 16 * 1024;
const REPORT_MS = 60_000;

export const notificacoesExplanations: Explanations = {
  notificacoes_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  notificacoes_topico_check: { message: 'Este tipo de aviso não é tratado aqui.' },
  notificacoes_recurso_check: { message: 'O aviso não diz do que trata.' },
};

interface Parts {
  db: Database;
  marketplaces: Marketplaces;
  log: Log;
}

export function notificacoesRoutes(app: App, { db, marketplaces, log }: Parts): void {
  const tally = openTally(log);
  const sources = openSources();
  const inbox = openInbox(async (notifications) =>
    tally.add('seller', await receiveNotificacoes(db, notifications)),
  );

  for (const marketplace of marketplaces.all) receive(app, marketplace, { tally, inbox, sources });
  app.addHook('onClose', async () => tally.close());
}

interface Shared {
  tally: ReturnType<typeof openTally>;
  inbox: Inbox;
  sources: Sources;
}

function receive(app: App, { slug, words, notifications }: Marketplace, shared: Shared): void {
  const { tally, inbox, sources } = shared;
  const { secrets, addresses } = notifications;
  const isSecret = openSecrets(secrets);

  /**
   * Receives a notification. If secrets are configured, only a secret makes it trusted. Without secrets, a
   * listed sender address does.
   */
  async function take(
    { ip, body }: { ip: string; body: unknown },
    segment: string | null,
  ): Promise<Record<string, never>> {
    // Refuses the request instead of dropping the notification. If the list is wrong, the sender retries and
    // no notification is lost silently.
    if (addresses && !addresses.includes(plainAddress(ip)))
      throw new AppError('forbidden', 'Este endereço não envia avisos.');
    const isTrusted = secrets.length > 0 ? segment !== null && isSecret(segment) : addresses !== null;
    const read = notifications.read(body);
    if (typeof read === 'string') tally.add(read, 1);
    else {
      if (!isTrusted) tally.add('untrusted', 1);
      const spacingS = isTrusted ? 0 : sources.hint(network(ip));
      // A notification without a time counts as reported now, so that every earlier reading is older.
      await inbox.take({ ...read, marketplace: slug, toldAt: null, isTrusted, spacingS });
    }
    return {};
  }

  // Does not log each request, because two lines per notification would hide all other lines.
  const options = { bodyLimit: BODY_BYTES, logLevel: 'warn' } as const;
  const { plain, secret } = notificacoesOf(slug, words.do);
  app.route({ ...plain, ...options, handler: (req) => take(req, null) });
  app.route({ ...secret, ...options, handler: (req) => take(req, req.params.segredo) });
}

const plainAddress = (address: string) => address.replace(/^::ffff:/i, '');

/** Counts the dropped and untrusted notifications by reason for the operator, without their content. */
function openTally(log: Log) {
  type Reason = NotificationRefusal | 'seller' | 'untrusted';
  const counts = new Map<Reason, number>();
  const timer = setInterval(() => {
    if (counts.size === 0) return;
    log.info({ dropped: Object.fromEntries(counts) }, 'notifications dropped');
    counts.clear();
  }, REPORT_MS);
  timer.unref();
  return {
    add(reason: Reason, count: number): void {
      if (count > 0) counts.set(reason, (counts.get(reason) ?? 0) + count);
    },
    close: () => clearInterval(timer),
  };
}
