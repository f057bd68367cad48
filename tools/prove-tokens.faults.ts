import { setTimeout as sleep } from 'node:timers/promises';
import { MERCADO_LIVRE_FAULT_KINDS } from '../apps/sandbox/src/mercado-livre/mercado-livre-faults.ts';
import type { Answered } from './prove-tokens.asker.ts';
import type { Asker } from './prove-tokens.askers.ts';
import type { Measure } from './prove-tokens.measure.ts';
import type { Conta, Operator, Site } from './prove-tokens.site.ts';

type Kind = (typeof MERCADO_LIVRE_FAULT_KINDS)[number];

/** The refresh token is spent, and what was given for it cannot be read: only the seller can mend it. */
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

/** Slow, gone after it was done, failing, and too many: one of each sort. */
export const SHORT_KINDS: readonly Kind[] = ['fora-depois', '500', '429', 'fora'];
export const ALL_KINDS: readonly Kind[] = MERCADO_LIVRE_FAULT_KINDS;

/** As much as a person waits for an answer. */
const PATIENCE_MS = 15_000;
const SETTLED_MS = 30_000;
const WORDS = new Set(['ok', 'conflict', 'upstream', 'unavailable']);

/** Refreshes answered in every wrong way, all processes asking at once: what the conta is in the end. */
export async function refreshAmongFaults(
  parts: { site: Site; operator: Operator; conta: Conta; askers: readonly Asker[] },
  kinds: readonly Kind[],
): Promise<Measure[]> {
  const { site, operator, conta, askers } = parts;
  const [wrong, words, stuck]: [string[], string[], string[]] = [[], [], []];
  let slowestMs = 0;
  const seen: string[] = [];
  for (const kind of kinds) {
    await site.misbehave({ 'mercado-livre': kind, rota: `POST /oauth/token ${conta.seller}` });
    await site.lapse(conta);
    const answers = await Promise.all(askers.map((asker) => asker.ask(conta)));
    for (const { outcome, began, ended } of answers) {
      slowestMs = Math.max(slowestMs, ended - began);
      if (!WORDS.has(outcome)) words.push(`${kind}: ${outcome}`);
    }
    if ((await site.untilFree()) > 2000) stuck.push(kind);
    const last = await settled(askers[0], conta);
    await site.behave();
    const { situacao } = await site.rowOf(conta);
    const expected = SPENT.includes(kind) ? 'reconectar' : 'ativa';
    const isSo = situacao === expected && last?.outcome === (expected === 'ativa' ? 'ok' : 'conflict');
    if (!isSo) wrong.push(`${kind}: ${situacao} instead of ${expected}, and its use says ${last?.outcome}`);
    seen.push(`${kind} ${situacao}`);
    if (situacao === 'reconectar') await site.connect(operator, conta.seller);
    await restOver(site);
  }
  return [
    {
      name: 'faults after which the conta is not what it should be',
      value: wrong.length,
      bar: { exactly: 0 },
      size: `${kinds.length} kinds, ${askers.length} processes: ${seen.join(', ')}`,
      findings: wrong,
    },
    { name: 'askers told something else', value: words.length, bar: { exactly: 0 }, findings: words },
    { name: 'faults that left a lock', value: stuck.length, bar: { exactly: 0 }, findings: stuck },
    { name: 'slowest asker among faults, ms', value: Math.round(slowestMs), bar: { max: PATIENCE_MS } },
  ];
}

/** Until the same process gets in, or is told that it never will. */
async function settled(asker: Asker | undefined, conta: Conta): Promise<Answered | undefined> {
  const end = Date.now() + SETTLED_MS;
  for (;;) {
    const answered = await asker?.ask(conta);
    if (answered?.outcome === 'ok' || answered?.outcome === 'conflict' || Date.now() > end) return answered;
    await sleep(100);
  }
}

/** The rest that a 429 asked for is the application's: what comes next is not to be measured in it. */
const restOver = (site: Site) =>
  site.sql("update marketplaces.marketplace_budget set paused_until = '-infinity'");
