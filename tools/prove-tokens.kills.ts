import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Edit } from './prove-lookups.defects.ts';
import { type Asker, openAsker } from './prove-tokens.askers.ts';
import type { Measure } from './prove-tokens.measure.ts';
import { type Between, openProxy } from './prove-tokens.proxy.ts';
import type { Conta, Operator, Site } from './prove-tokens.site.ts';

/** When a process that refreshes is ended with -9. */
export const MOMENTS = [
  /** Mercado Livre has answered, and the process never hears it. */
  'unheard',
  /** It has heard, and what it writes is held back until it is dead. */
  'unwritten',
  /** A few milliseconds after the answer, whatever it is at. */
  'anywhere',
  /** It has begun to use the new token. */
  'in-use',
] as const;
export type Moment = (typeof MOMENTS)[number];

/** Whether the process died before it had written down what it was given. */
const LOSES: Record<Moment, boolean | 'either'> = {
  unheard: true,
  unwritten: true,
  anywhere: 'either',
  'in-use': false,
};

/** Short of the time limit of what is held back. */
const HELD_MS = 10_000;

interface Parts {
  site: Site;
  operator: Operator;
  conta: Conta;
  /** Processes that go on living. */
  survivor: Asker;
  edits: readonly Edit[];
}

interface Tally {
  killed: Record<Moment, number>;
  lost: Record<Moment, number>;
  missed: string[];
  elsewhere: string[];
  silent: string[];
  triedAgain: string[];
  notMended: string[];
  slowestFreeMs: number;
}

export async function kill(parts: Parts, times: Record<Moment, number>): Promise<Measure[]> {
  const { site, edits } = parts;
  const proxy = await openProxy(site);
  const settings = { MERCADO_LIVRE_API_URL: proxy.url };
  const holder = new pg.Client({ connectionString: site.postgres.url(site.database) });
  await holder.connect();
  const zero = () => ({ unheard: 0, unwritten: 0, anywhere: 0, 'in-use': 0 });
  const tally: Tally = {
    ...{ killed: zero(), lost: zero(), slowestFreeMs: 0 },
    ...{ missed: [], elsewhere: [], silent: [], triedAgain: [], notMended: [] },
  };
  const moments = MOMENTS.flatMap((moment) => Array<Moment>(times[moment]).fill(moment));
  const spare = moments.length;
  // The next victim gets ready while this one dies.
  let next = openAsker(site, { edits, settings });
  for (let moment = moments.shift(); moment !== undefined; moment = moments.shift()) {
    const victim = next;
    next = openAsker(site, { edits, settings });
    await victim.ready;
    const isKilled = await killOne(parts, { victim, moment, proxy, holder, tally });
    if (!isKilled && tally.missed.length <= spare) moments.push(moment);
  }
  await next.ready.then(next.kill);
  await holder.end();
  return measuresOf(tally, times);
}

interface Kill {
  victim: Asker;
  moment: Moment;
  proxy: Awaited<ReturnType<typeof openProxy>>;
  /** Holds back what is written. */
  holder: pg.Client;
  tally: Tally;
}

/** Whether it died at all. */
async function killOne({ site, operator, conta, survivor }: Parts, one: Kill): Promise<boolean> {
  const { victim, moment, proxy, holder, tally } = one;
  const before = await site.rowOf(conta);
  await site.lapse(conta);
  const dead = Promise.withResolvers<void>();
  proxy.does(betweenOf(moment, { site, holder }, () => victim.kill().then(dead.resolve)));
  const { outcome } = await victim.ask(conta);
  if (!outcome.startsWith('died')) {
    // Too slow for its time limit, it asked twice: no kill, and what it did is right by its own rules.
    tally.missed.push(`${moment}: it lived, and said ${outcome}`);
    await victim.kill();
    if ((await site.rowOf(conta)).situacao === 'reconectar') await site.connect(operator, conta.seller);
    return false;
  }
  await dead.promise;
  tally.killed[moment] += 1;
  tally.slowestFreeMs = Math.max(tally.slowestFreeMs, await site.untilFree());
  const isLost = (await site.rowOf(conta)).versao === before.versao;
  tally.lost[moment] += Number(isLost);
  const expected = LOSES[moment];
  if (expected !== 'either' && expected !== isLost)
    tally.elsewhere.push(`${moment}: the new token is ${isLost ? 'lost' : 'there'}`);

  const used = await survivor.ask(conta);
  const { situacao } = await site.rowOf(conta);
  const saysSo =
    used.outcome === 'conflict' && situacao === 'reconectar' && (await isShown(site, operator, conta));
  const goesOn = used.outcome === 'ok' && situacao === 'ativa';
  if (!(isLost ? saysSo : goesOn))
    tally.silent.push(`${moment}: ${used.outcome}, and the conta is ${situacao}`);
  if (goesOn) return true;
  const calls = await site.tokenCalls(conta.seller);
  await survivor.ask(conta);
  if ((await site.tokenCalls(conta.seller)) !== calls)
    tally.triedAgain.push(`${moment}: a token that was refused was sent again`);
  const again = await site.connect(operator, conta.seller);
  const mended = await survivor.ask(conta);
  if (again.contaId !== conta.contaId || mended.outcome !== 'ok')
    tally.notMended.push(`${moment}: after connecting again ${mended.outcome}`);
  return true;
}

/** What the screen reads. */
async function isShown({ call }: Site, operator: Operator, { contaId }: Conta): Promise<boolean> {
  const { body } = await call<{ itens: { id: string; situacao: string }[] }>(operator, 'GET', '/api/contas');
  return body.itens.some(({ id, situacao }) => id === contaId && situacao === 'reconectar');
}

function betweenOf(
  moment: Moment,
  held: { site: Site; holder: pg.Client },
  end: () => Promise<void>,
): Between {
  const pass = async (forward: () => void) => forward();
  switch (moment) {
    case 'unheard':
      return { onToken: end, onUse: pass };
    case 'unwritten':
      return { onToken: (forward) => endBeforeWriting(held, forward, end), onUse: pass };
    case 'anywhere':
      return {
        onToken: async (forward) => {
          forward();
          await sleep(Math.random() * 8);
          await end();
        },
        onUse: pass,
      };
    case 'in-use':
      return { onToken: pass, onUse: end };
  }
}

/**
 * A lock on the table that lets the row be locked and not written: once the process waits for it, it has the answer in
 * its hands and the database has nothing.
 */
async function endBeforeWriting(
  { site, holder }: { site: Site; holder: pg.Client },
  forward: () => void,
  end: () => Promise<void>,
): Promise<void> {
  await holder.query('begin; lock table mercado_livre_tokens in share mode');
  forward();
  const until = Date.now() + HELD_MS;
  // By another connection: in one transaction every look shows the same.
  while (Date.now() < until) {
    const waiting = await site.sql(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and query like 'update mercado_livre_tokens%'`,
    );
    if (waiting.length > 0) break;
    await sleep(2);
  }
  await end();
  await holder.query('rollback');
}

function measuresOf(tally: Tally, times: Record<Moment, number>): Measure[] {
  const none = (name: string, findings: readonly string[]): Measure => ({
    name,
    value: findings.length,
    bar: { exactly: 0 },
    findings,
  });
  const sum = (counts: Record<Moment, number>) => Object.values(counts).reduce((all, each) => all + each, 0);
  const parts = MOMENTS.map((moment) => `${moment} ${tally.killed[moment]}, lost ${tally.lost[moment]}`).join(
    '; ',
  );
  return [
    {
      name: 'killed with -9 while it refreshed',
      value: sum(tally.killed),
      bar: { min: sum(times) },
      size: parts,
    },
    {
      name: 'those that were not killed in time, and were tried again',
      value: tally.missed.length,
      findings: tally.missed,
    },
    {
      name: 'killed between the answer and the commit',
      value: sum(tally.lost),
      bar: { min: times.unheard + times.unwritten },
      size: 'the new token is lost with the process',
    },
    none('kills that did not leave what they should', tally.elsewhere),
    none('contas that are dead and do not say so, or the other way round', tally.silent),
    none('refused tokens sent again', tally.triedAgain),
    none('contas that connecting again did not mend', tally.notMended),
    {
      name: 'ms until no lock of the dead is left, at most',
      value: tally.slowestFreeMs,
      bar: { max: 2000 },
    },
  ];
}
