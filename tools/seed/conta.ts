import { setTimeout as sleep } from 'node:timers/promises';
import type { Analise } from '../../packages/contract/src/analises.ts';
import type { Conta } from '../../packages/contract/src/contas.ts';
import { authorize } from '../authorize.ts';
import { DEMO } from './demo.ts';
import { type Caller, signedIn } from './signed-in.ts';

/** A seller of parts at the stand-in for Mercado Livre, with the sales of a year. */
const SELLER = 1001000050;
const DAY_MS = 86_400_000;
const SYNC_PATIENCE_MS = 120_000;

/**
 * Connects the demo empresa to a seller of the stand-in through the running product, as a person does, and
 * waits for the pedidos. The stand-in forgets every grant when it stops, so each start authorizes again. The
 * conta stays the same.
 */
export async function seedConta(api: string, env: Readonly<Record<string, string>>): Promise<void> {
  const caller = await signedIn(api, env['PUBLIC_URL'] ?? api, DEMO);
  const authorized = await authorize(env, (body) => caller.post('/api/contas/conexoes', body), SELLER);
  const conta = await caller.post<Conta>('/api/contas', authorized);
  await untilSynced(caller, conta);
  await caller.signOut();
}

async function untilSynced(caller: Caller, { id: accountId }: Conta): Promise<void> {
  const until = Date.now() + SYNC_PATIENCE_MS;
  while (Date.now() < until) {
    const now = Date.now();
    const [dateFrom, dateTo] = [now - 30 * DAY_MS, now].map((at) => new Date(at).toISOString());
    const { sincronia } = await caller.post<Analise>('/api/analises', { accountId, dateFrom, dateTo });
    if (!sincronia.em_andamento && sincronia.sincronizado_ate !== null) return;
    await sleep(500);
  }
  throw new Error('the pedidos of the demo conta were not synchronised in time');
}
