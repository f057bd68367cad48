import * as z from 'zod';
import type { Tokens } from '#modules/contas/tokens.ts';
import type { Client } from '#modules/mercado-livre/client.ts';
import { missedFeeds } from '#modules/mercado-livre/missed-feeds.ts';
import {
  type Notification,
  readNotification,
  TOPICS,
  type Topic,
} from '#modules/mercado-livre/notifications.ts';
import type { Database } from '#platform/db.ts';
import { defineJob, handle } from '#platform/jobs.ts';
import type { Log } from '#platform/log.ts';
import { receiveNotificacoes, selectInUse, sweepNotificacoes } from './notificacoes.queries.ts';

/** Fetches what could not be brought here, and forgets what was read days ago. */
export const recoverNotificacoes = defineJob({
  name: 'notificacoes.recuperar',
  data: z.object({}),
  cron: '*/10 * * * *',
});

/** The question is about the application; any seller's token will do, and one of them may have lost its grant. */
const ASKED = 3;

interface Parts {
  db: Database;
  tokens: Tokens;
  client: Client;
  clientId: string | null;
  log: Log;
}

export function notificacoesHandler({ db, tokens, client, clientId, log }: Parts) {
  async function recover(topic: Topic, accessToken: string, ourId: string): Promise<void> {
    const asker = { accessToken, turn: { waits: 'background', key: 'missed-feeds' } } as const;
    for await (const messages of missedFeeds(client, asker, { clientId: ourId, topic })) {
      const read = messages.map((message) => readNotification(message, ourId));
      const notifications = read.filter((each): each is Notification => typeof each !== 'string');
      if (notifications.length > 0) await receiveNotificacoes(db, notifications);
    }
  }

  return handle(recoverNotificacoes, async () => {
    await sweepNotificacoes(db);
    if (clientId === null) return;
    for (const conta of await selectInUse(db, ASKED))
      try {
        await tokens.withToken(conta, async (accessToken) => {
          for (const topic of TOPICS) await recover(topic, accessToken, clientId);
        });
        return;
      } catch (err) {
        log.warn({ conta: conta.contaId, err }, 'missed notifications not read');
      }
  });
}
