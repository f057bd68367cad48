import * as z from 'zod';
import type { Tokens } from '#modules/contas/tokens.ts';
import type { Marketplace, Marketplaces } from '#modules/marketplace/marketplace.ts';
import type { Database } from '#platform/db/db.ts';
import { defineJob, handle } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { receiveNotificacoes, selectInUse, sweepNotificacoes } from './notificacoes.queries.ts';

/** Fetches notifications that a marketplace could not deliver, and deletes those that were read days ago. */
export const recoverNotificacoes = defineJob({
  name: 'notificacoes.recuperar',
  data: z.object({}),
  lane: 'upkeep',
  outside: 'marketplace',
  cron: '*/10 * * * *',
});

/**
 * The number of contas whose token is tried. The request is about the whole application, so the token of any
 * seller works, but a conta may have lost its grant.
 */
const ASKED = 3;

interface Parts {
  db: Database;
  tokens: Tokens;
  marketplaces: Marketplaces;
  log: Log;
}

export function notificacoesHandler({ db, tokens, marketplaces, log }: Parts) {
  async function recover({ slug, notifications }: Marketplace, accessToken: string): Promise<void> {
    const asker = { accessToken, turn: { waits: 'background', key: 'missed-feeds' } } as const;
    for (let cursor: string | null = null; ; ) {
      const page = await notifications.missed(asker, cursor);
      // These notifications are trusted, because our own request to the marketplace returned them.
      const told = page.notifications.map((each) => ({
        ...{ ...each, marketplace: slug },
        ...{ isTrusted: true, spacingS: 0 },
      }));
      if (told.length > 0) await receiveNotificacoes(db, told);
      cursor = page.cursor;
      if (cursor === null) return;
    }
  }

  async function recoverAll(marketplace: Marketplace): Promise<void> {
    for (const conta of await selectInUse(db, marketplace.slug, ASKED))
      try {
        await tokens.withToken(conta, (accessToken) => recover(marketplace, accessToken));
        return;
      } catch (err) {
        log.warn({ conta: conta.contaId, err }, 'missed notifications not read');
      }
  }

  return handle(recoverNotificacoes, async () => {
    await sweepNotificacoes(db);
    for (const marketplace of marketplaces.all)
      if (marketplace.clientId !== null) await recoverAll(marketplace);
  });
}
