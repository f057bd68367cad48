import { setTimeout as sleep } from 'node:timers/promises';
import { MERCADO_LIVRE_CLIENT } from '../apps/sandbox/src/mercado-livre/application.ts';
import { MERCADO_LIVRE_FAULT_KINDS } from '../apps/sandbox/src/mercado-livre/mercado-livre-faults.ts';
import { SMALL } from './prove-chaos.pairs.ts';
import type { Account, Site } from './prove-chaos.site.ts';
import { wrongSums } from './prove-chaos.sums.ts';
import { workNearby } from './prove-chaos.wave.ts';

const HOURS = [2, -2];
const RECOVER = 'notificacoes.recuperar';
const MISSED = 'GET /missed_feeds';
const LIMIT_MS = 180_000;
const NOBODY = 'http://127.0.0.1:9/';

/** Mercado Livre's clock is hours ahead of ours, or behind: what comes is the same. */
export async function skewed(site: Site): Promise<string[]> {
  const wrong: string[] = [];
  for (const hours of HOURS) {
    const agora = new Date(Date.now() + hours * 3_600_000).toISOString();
    await site.control('/relogio', { agora, parado: true });
    const account = await site.anAccount(SMALL);
    await workNearby(site, account, 'sync');
    wrong.push(...(await wrongSums(site, account)).map((each) => `${hours} h: ${each}`));
  }
  await site.control('/relogio', { agora: new Date().toISOString(), parado: true });
  return wrong;
}

/**
 * A notification that found nobody is fetched later. It is asked for in the application's name, not a seller's: the
 * faults come one after another, and then none.
 */
export async function fetchMissed(site: Site): Promise<string[]> {
  const account = await site.anAccount(SMALL);
  await workNearby(site, account, 'sync');
  await lose(site, account);
  for (const kind of MERCADO_LIVRE_FAULT_KINDS) await site.misbehave({ 'mercado-livre': kind, rota: MISSED });
  const asked = async () => (await site.callsOf(MISSED)) - before;
  const before = await site.callsOf(MISSED);
  for (const end = Date.now() + LIMIT_MS; (await asked()) <= MERCADO_LIVRE_FAULT_KINDS.length; ) {
    if (Date.now() > end) return [`only ${await asked()} times asked for what was missed`];
    await recover(site, end);
  }
  await site.behave();
  await recover(site, Date.now() + LIMIT_MS);
  const rows = await site.sql('select from notificacoes where user_ml_id = $1', [account.seller]);
  return rows.length > 0 ? [] : ['what was missed is still missing'];
}

/** An order changes while nobody is at home. */
async function lose(site: Site, { seller }: Account): Promise<void> {
  const path = `/aplicacoes/${MERCADO_LIVRE_CLIENT.id}`;
  const lost = async () => (await site.control<{ perdidas: number }>('/notificacoes')).perdidas;
  const [{ horaMs }, before] = [await site.control<{ horaMs: number }>('/notificacoes'), await lost()];
  await site.control('/notificacoes', { horaMs: 800 }, 'PATCH');
  await site.control(path, { callback: NOBODY }, 'PATCH');
  const [order] = (await site.orders(seller)).filter(({ status }) => status === 'paid');
  await site.control(`/vendas/${order?.id}/cancelar`, {});
  for (const end = Date.now() + 30_000; (await lost()) === before && Date.now() < end; ) await sleep(200);
  await site.control(path, { callback: site.callback, topicos: ['orders_v2', 'items'] }, 'PATCH');
  await site.control('/notificacoes', { horaMs }, 'PATCH');
}

/** As its hour would do it. */
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
