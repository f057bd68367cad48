import { setTimeout as sleep } from 'node:timers/promises';
import { MERCADO_LIVRE_FAULT_KINDS } from '../../apps/sandbox/src/mercado-livre/faults/faults.ts';
import type { Measure } from '../kit/figures.ts';
import type { Operator } from '../kit/product.ts';
import type { Answered } from './asker.ts';
import type { Asker } from './askers.ts';
import type { Conta, Site } from './site.ts';

type Kind = (typeof MERCADO_LIVRE_FAULT_KINDS)[number];

/**
 * Faults after which the refresh token is spent although the product could not read the new one. Only a new
 * authorization by the seller helps.
 */
const SPENT: readonly Kind[] = [
  'lento',
  'gotejamento',
  'fora-depois',
  'corta',
  'truncado',
  'forma',
  'campo-ausente',
  '200-erro',
  'html',
  'grande',
];

/**
 * One fault of each sort: an answer lost after the refresh, a server error, a rate limit, an unreachable
 * server.
 */
export const SHORT_KINDS: readonly Kind[] = ['fora-depois', '500', '429', 'fora'];
export const ALL_KINDS: readonly Kind[] = MERCADO_LIVRE_FAULT_KINDS;

/** The maximum time until an asker gets a token or a refusal. */
const PATIENCE_MS = 15_000;
/** The maximum time until an asker gets a token or a final refusal after a fault. */
const SETTLED_MS = 30_000;
/** The outcomes that an asker may get during a fault. */
const WORDS = new Set(['ok', 'conflict', 'upstream', 'unavailable']);

/**
 * Plants each kind of fault in the answer to a refresh while all processes ask for the token, and checks the
 * final state of the conta.
 */
export async function refreshAmongFaults(
  parts: { site: Site; operator: Operator; conta: Conta; askers: readonly Asker[] },
  kinds: readonly Kind[],
): Promise<Measure[]> {
  const { site, operator, conta, askers } = parts;
  const [wrong, words, stuck]: [string[], string[], string[]] = [[], [], []];
  let slowestMs = 0;
  const seen: string[] = [];
  for (const kind of kinds) {
    await site.standIn.misbehave({ 'mercado-livre': kind, rota: `POST /oauth/token ${conta.seller}` });
    await site.lapse(conta);
    const answers = await Promise.all(askers.map((asker) => asker.ask(conta)));
    for (const { outcome, began, ended } of answers) {
      slowestMs = Math.max(slowestMs, ended - began);
      if (!WORDS.has(outcome)) words.push(`${kind}: ${outcome}`);
    }
    if ((await site.untilFree()) > 2000) stuck.push(kind);
    const last = await settled(askers[0], conta);
    await site.standIn.behave();
    const { situacao } = await site.rowOf(conta);
    const expected = SPENT.includes(kind) ? 'reconectar' : 'ativa';
    const isSo = situacao === expected && last?.outcome === (expected === 'ativa' ? 'ok' : 'conflict');
    if (!isSo) wrong.push(`${kind}: ${situacao} instead of ${expected}, and an asker got ${last?.outcome}`);
    seen.push(`${kind} ${situacao}`);
    if (situacao === 'reconectar') await site.connect(operator, conta.seller);
    await restOver(site);
  }
  return [
    {
      name: 'faults after which the conta has a wrong situacao',
      value: wrong.length,
      bar: { exactly: 0 },
      size: `${kinds.length} kinds, ${askers.length} processes: ${seen.join(', ')}`,
      findings: wrong,
    },
    { name: 'askers with an unexpected answer', value: words.length, bar: { exactly: 0 }, findings: words },
    {
      name: 'faults after which a lock remains for more than 2 s',
      value: stuck.length,
      bar: { exactly: 0 },
      findings: stuck,
    },
    { name: 'slowest asker among faults, ms', value: Math.round(slowestMs), bar: { max: PATIENCE_MS } },
  ];
}

/** Asks again until the process gets a token or a refusal that is final. */
async function settled(asker: Asker | undefined, conta: Conta): Promise<Answered | undefined> {
  const end = Date.now() + SETTLED_MS;
  for (;;) {
    const answered = await asker?.ask(conta);
    if (answered?.outcome === 'ok' || answered?.outcome === 'conflict' || Date.now() > end) return answered;
    await sleep(100);
  }
}

/**
 * Ends the pause that a 429 causes for the whole application, so that it does not affect the next
 * measurement.
 */
const restOver = (site: Site) =>
  site.sql("update marketplaces.marketplace_budget set paused_until = '-infinity'");
