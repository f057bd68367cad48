import { setTimeout as sleep } from 'node:timers/promises';
import { MERCADO_LIVRE_FAULT_KINDS } from '../../apps/sandbox/src/mercado-livre/faults/faults.ts';
import { SMALL } from './pairs.ts';
import type { Account, Site } from './site.ts';
import { wrongSums } from './sums.ts';
import { workNearby } from './wave.ts';

/** How many hours Mercado Livre's clock is ahead of the product's clock. A negative number means behind. */
const HOURS = [2, -2];
/** The kind of job that fetches missed notifications. */
const RECOVER = 'notificacoes.recuperar';
const MISSED = 'GET /missed_feeds';
/** The maximum time that the proof waits for the recovery of missed notifications. */
const LIMIT_MS = 180_000;
/** No process listens at this address. */
const UNREACHABLE = 'http://127.0.0.1:9/';

/**
 * Sets Mercado Livre's clock hours ahead of the product's clock and hours behind it. Returns the sums of the
 * synchronised orders that are wrong.
 */
export async function skewed(site: Site): Promise<string[]> {
  const wrong: string[] = [];
  for (const hours of HOURS) {
    await site.standIn.stopClock(Date.now() + hours * 3_600_000);
    const account = await site.anAccount(SMALL);
    await workNearby(site, account, 'sync');
    wrong.push(...(await wrongSums(site, account)).map((each) => `${hours} h: ${each}`));
  }
  await site.standIn.stopClock();
  return wrong;
}

/**
 * Checks that the product later fetches a notification that Mercado Livre could not deliver. The call
 * `GET /missed_feeds` uses the application's token, not a seller's. The stand-in answers this call with each
 * kind of fault once, and then correctly.
 */
export async function fetchMissed(site: Site): Promise<string[]> {
  const account = await site.anAccount(SMALL);
  await workNearby(site, account, 'sync');
  await lose(site, account);
  for (const kind of MERCADO_LIVRE_FAULT_KINDS)
    await site.standIn.misbehave({ 'mercado-livre': kind, rota: MISSED });
  const asked = async () => (await site.callsOf(MISSED)) - before;
  const before = await site.callsOf(MISSED);
  for (const end = Date.now() + LIMIT_MS; (await asked()) <= MERCADO_LIVRE_FAULT_KINDS.length; ) {
    if (Date.now() > end) return [`missed_feeds was called only ${await asked()} times`];
    await recover(site, end);
  }
  await site.standIn.behave();
  await recover(site, Date.now() + LIMIT_MS);
  const rows = await site.sql('select from notificacoes where seller_id = $1', [account.seller]);
  return rows.length > 0 ? [] : ['the product did not fetch the missed notification'];
}

/** Cancels an order while the callback address is unreachable, so that its notification is lost. */
async function lose(site: Site, { seller }: Account): Promise<void> {
  const lost = async () =>
    (await site.standIn.control<{ perdidas: number }>('GET', '/notificacoes')).perdidas;
  const [{ horaMs }, before] = [
    await site.standIn.control<{ horaMs: number }>('GET', '/notificacoes'),
    await lost(),
  ];
  await site.standIn.control('PATCH', '/notificacoes', { horaMs: 800 });
  await site.standIn.setApplication({ callback: UNREACHABLE });
  const [order] = (await site.orders(seller)).filter(({ status }) => status === 'paid');
  await site.standIn.control('POST', `/vendas/${order?.id}/cancelar`);
  for (const end = Date.now() + 30_000; (await lost()) === before && Date.now() < end; ) await sleep(200);
  await site.standIn.setApplication({ callback: site.callback, topicos: ['orders_v2', 'items'] });
  await site.standIn.control('PATCH', '/notificacoes', { horaMs });
}

/** Runs the recovery job as its cron schedule would. */
async function recover(site: Site, end: number): Promise<void> {
  const [job] = await site.sql<{ id: string }>(
    "insert into pgboss.job (name, data) values ($1, '{}') returning id",
    [RECOVER],
  );
  for (; Date.now() < end; await sleep(200)) {
    const [row] = await site.sql<{ state: string }>('select state::text from pgboss.job where id = $1', [
      job?.id,
    ]);
    if (row?.state === 'completed') return;
  }
}
