import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Edit } from '../kit/edits.ts';
import type { Measure } from '../kit/figures.ts';
import type { Operator } from '../kit/product.ts';
import { type Asker, openAsker } from './askers.ts';
import { type Between, openProxy } from './proxy.ts';
import type { Conta, Site } from './site.ts';

/** The moments at which the proof kills a refreshing process with SIGKILL. */
export const MOMENTS = [
  /** Mercado Livre has answered, but the process never receives the answer. */
  'unheard',
  /** The process has received the answer, but a lock blocks its write until the process is dead. */
  'unwritten',
  /** A few milliseconds after the answer, at any point of the code. */
  'anywhere',
  /** The process has begun to use the new token. */
  'in-use',
] as const;
export type Moment = (typeof MOMENTS)[number];

/** Whether the process dies before it has stored the new token. */
const LOSES: Record<Moment, boolean | 'either'> = {
  unheard: true,
  unwritten: true,
  anywhere: 'either',
  'in-use': false,
};

/** The maximum time until the next asker gets a token or a refusal. */
const PATIENCE_MS = 15_000;
/**
 * The maximum time that the proof holds the lock while it waits for the blocked write. It is shorter than the
 * time limit of that write.
 */
const HELD_MS = 10_000;

interface Parts {
  site: Site;
  operator: Operator;
  conta: Conta;
  /** A process that is not killed. */
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
  slowestNextMs: number;
}

export async function kill(parts: Parts, times: Record<Moment, number>): Promise<Measure[]> {
  const { site, edits } = parts;
  const proxy = await openProxy(site);
  const settings = { MERCADO_LIVRE_API_URL: proxy.url };
  const holder = new pg.Client({ connectionString: site.adminUrl });
  await holder.connect();
  const zero = () => ({ unheard: 0, unwritten: 0, anywhere: 0, 'in-use': 0 });
  const tally: Tally = {
    ...{ killed: zero(), lost: zero(), slowestFreeMs: 0, slowestNextMs: 0 },
    ...{ missed: [], elsewhere: [], silent: [], triedAgain: [], notMended: [] },
  };
  const moments = MOMENTS.flatMap((moment) => Array<Moment>(times[moment]).fill(moment));
  const spare = moments.length;
  // The process of the next kill starts during this kill, which saves time.
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
  /** The connection that holds the lock which blocks the write. */
  holder: pg.Client;
  tally: Tally;
}

/** Returns whether the process was killed in time. */
async function killOne({ site, operator, conta, survivor }: Parts, one: Kill): Promise<boolean> {
  const { victim, moment, proxy, holder, tally } = one;
  const before = await site.rowOf(conta);
  await site.lapse(conta);
  const dead = Promise.withResolvers<void>();
  proxy.does(betweenOf(moment, { site, holder }, () => victim.kill().then(dead.resolve)));
  const { outcome } = await victim.ask(conta);
  if (!outcome.startsWith('died')) {
    // The process reached its time limit and asked again before the kill, so this run does not count.
    tally.missed.push(`${moment}: the process survived and got ${outcome}`);
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
    tally.elsewhere.push(`${moment}: the new token is ${isLost ? 'lost' : 'stored'}`);

  const used = await survivor.ask(conta);
  tally.slowestNextMs = Math.max(tally.slowestNextMs, used.ended - used.began);
  const { situacao } = await site.rowOf(conta);
  const saysSo =
    used.outcome === 'conflict' && situacao === 'reconectar' && (await isShown(site, operator, conta));
  const goesOn = used.outcome === 'ok' && situacao === 'ativa';
  if (!(isLost ? saysSo : goesOn))
    tally.silent.push(`${moment}: the next asker got ${used.outcome}, and the conta is ${situacao}`);
  if (goesOn) return true;
  const calls = await site.tokenCalls(conta.seller);
  await survivor.ask(conta);
  if ((await site.tokenCalls(conta.seller)) !== calls)
    tally.triedAgain.push(`${moment}: the product sent a refused token again`);
  const again = await site.connect(operator, conta.seller);
  const mended = await survivor.ask(conta);
  if (again.contaId !== conta.contaId || mended.outcome !== 'ok')
    tally.notMended.push(`${moment}: after reconnecting, an asker got ${mended.outcome}`);
  return true;
}

/** Whether the API that the screen reads shows the conta as 'reconectar'. */
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
 * Takes a table lock that allows row locks but no writes, passes the answer on, and kills the process once
 * its write waits for the lock. At that moment the process has the new token and the database does not.
 */
async function endBeforeWriting(
  { site, holder }: { site: Site; holder: pg.Client },
  forward: () => void,
  end: () => Promise<void>,
): Promise<void> {
  await holder.query('begin; lock table mercado_livre_tokens in share mode');
  forward();
  const until = Date.now() + HELD_MS;
  // Uses another connection, because pg_stat_activity does not change within one transaction.
  while (Date.now() < until) {
    const waiting = await site.sql(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and query like 'update mercado_livre_tokens set access_token%'`,
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
      name: 'processes killed with SIGKILL during a refresh',
      value: sum(tally.killed),
      bar: { min: sum(times) },
      size: parts,
    },
    {
      name: 'processes not killed in time, whose kill was repeated',
      value: tally.missed.length,
      findings: tally.missed,
    },
    {
      name: 'processes killed between the answer and the commit',
      value: sum(tally.lost),
      bar: { min: times.unheard + times.unwritten },
      size: 'the new token is lost with the process',
    },
    none('kills that left an unexpected state', tally.elsewhere),
    none('contas whose situacao contradicts their grant', tally.silent),
    none('refused tokens sent again', tally.triedAgain),
    none('contas that still fail after the seller reconnects', tally.notMended),
    {
      name: 'longest time until the locks of a dead process are released, ms',
      value: tally.slowestFreeMs,
      bar: { max: 2000 },
    },
    {
      name: 'longest time until the next asker is answered, ms',
      value: Math.round(tally.slowestNextMs),
      bar: { max: PATIENCE_MS },
      size: 'the lease of the dead process has to expire first',
    },
  ];
}
