import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { aPerson, aSession, cookieOf } from '../../apps/server/src/testing/people.ts';
import { isShort } from '../kit/arguments.ts';
import { cpuSeconds } from '../kit/cpu.ts';
import { type Measure, timeBar } from '../kit/figures.ts';
import { type Answer, ask, ms, spread, steadily } from './load.ts';
import { anEmail, type Person, RIGHT_PASSWORD, type Site } from './people.ts';

/**
 * Guesses passwords at a steady rate, without waiting for answers, while people sign in from browsers that the product
 * knows. Three in ten guesses go to ten accounts whose owners also sign in, and half of the people share their address
 * with an attacker. A limit by account alone or by address alone would lock these people out.
 */
const ADDRESSES = 100;
const TARGETS = 10;
const KNOWN_PEOPLE = 50;
const PER_SECOND = { guesses: 200, signIns: 2, reads: 10 };
/** The short form has wider bars, because every token bucket is full in the first seconds of an attack. */
const BARS = isShort ? { p99: 3000, cpu: 0.95 } : { p99: 1000, cpu: 0.75 };
const SENTENCE =
  /^(Email ou senha incorretos$|O sistema está muito ocupado\.|Muit[ao]s .+\. Tente de novo em .+\.$)/;
const READER_ADDRESS = '203.0.113.250';

export async function attack(site: Site, seconds: number): Promise<Measure[]> {
  const { admin, people } = site;
  const reader = cookieOf(await aSession(admin, await aPerson(admin, 'Bruno Lima')));
  const known = await meet(site, people.slice(0, Math.min(KNOWN_PEOPLE, seconds * PER_SECOND.signIns)));
  const read = (n: number, due: number) =>
    ask(site, {
      port: portOf(site, n),
      path: '/api/marcas?limite=50',
      cookie: reader,
      address: READER_ADDRESS,
      due,
    });
  const calm = await steadily(PER_SECOND.reads, isShort ? 2 : 10, read);

  const before = { sessions: await countSessions(site), cpu: await cpuSeconds(site.pids) };
  const began = performance.now();
  const [guesses, signIns, reads] = await Promise.all([
    steadily(PER_SECOND.guesses, seconds, (n, due) => guess(site, victimOf(people), n, due)),
    steadily(PER_SECOND.signIns, seconds, known),
    steadily(PER_SECOND.reads, seconds, read),
  ]);
  const coreSeconds = ((performance.now() - began) / 1000) * availableParallelism();
  const cpu = (await cpuSeconds(site.pids)) - before.cpu;
  const sessions = (await countSessions(site)) - before.sessions;

  const refused = signIns.filter(({ status, opensSession }) => status !== 200 || !opensSession);
  const overloaded = refused.filter(({ status }) => status === 503).length;
  const opened = guesses.filter(({ opensSession }) => opensSession).length;
  const evaluated = guesses.filter(({ status }) => status === 401);
  const limited = guesses.filter(({ status }) => status === 429);
  const queueFull = limited.filter(({ text }) => text.includes('ao mesmo tempo')).length;
  const odd = guesses.filter((each) => !isRefusal(each));
  const size = `${guesses.length} guesses at ${PER_SECOND.guesses}/s over ${people.length} accounts and ${ADDRESSES} addresses`;
  return [
    {
      name: 'real sign-ins during the attack: p99 ms',
      value: Math.round(ms(signIns, 0.99)),
      bar: timeBar(BARS.p99),
      size: `${spread(signIns)}; ${size}`,
    },
    {
      name: 'real sign-ins refused',
      value: refused.length - overloaded,
      bar: { exactly: 0 },
      size: `of ${signIns.length}${first(refused)}`,
    },
    {
      // A machine that is too slow for the guesses refuses some requests of every client with 503.
      name: 'real sign-ins refused because of overload',
      value: overloaded,
      bar: timeBar(0),
    },
    {
      name: 'sessions without the right password',
      value: Math.max(opened, Math.abs(sessions - (signIns.length - refused.length))),
      bar: { exactly: 0 },
      size: 'session cookies in answers, and rows of sessions',
    },
    {
      name: 'most guesses evaluated for one account',
      value: await mostEvaluated(site),
      bar: { max: 10 },
      size: `in ${seconds} s`,
    },
    { name: 'guesses evaluated', value: evaluated.length, size: spread(evaluated) },
    {
      name: 'guesses limited',
      value: limited.length,
      size: `${spread(limited)}; ${queueFull} of them because too many passwords were being hashed`,
    },
    {
      name: 'guesses not refused with 401, 429 or 503 and a sentence',
      value: odd.length,
      bar: { exactly: 0 },
      size: `of ${guesses.length}${first(odd)}`,
    },
    {
      name: 'fraction of all cores that the http processes used',
      value: cpu / coreSeconds,
      bar: timeBar(BARS.cpu),
      size: `${site.pids.length} processes, ${availableParallelism()} cores`,
    },
    { name: 'list before the attack: p99 ms', value: Math.round(ms(calm, 0.99)), size: spread(calm) },
    { name: 'list during the attack: p99 ms', value: Math.round(ms(reads, 0.99)), size: spread(reads) },
  ];
}

/**
 * Guesses the password of one account for ten minutes, never twice from one address. The proof does not wait:
 * it sets the time of the token buckets back.
 */
export async function tenMinutes(site: Site): Promise<Measure[]> {
  const [victim] = site.people.slice(-1);
  await site.admin.query('truncate auth.limits');
  let evaluated = 0;
  let guesses = 0;
  for (let second = 0; second < 600; second += 30) {
    if (second > 0)
      await site.admin.query("update auth.limits set updated_at = updated_at - interval '30 seconds'");
    for (let n = 0; n < 10; n++) {
      const address = `198.18.${Math.floor(guesses / 200)}.${guesses % 200}`;
      const { status } = await guess(site, victim?.email ?? '', guesses++, performance.now(), address);
      if (status === 401) evaluated++;
    }
  }
  const size = `${guesses} guesses, each from another address`;
  return [
    {
      name: 'guesses evaluated for one account in ten minutes',
      value: evaluated,
      bar: { max: 10 },
      size,
    },
  ];
}

function guess(site: Site, email: string, n: number, due: number, address?: string): Promise<Answer> {
  return ask(site, {
    port: portOf(site, n),
    path: '/api/sessoes',
    body: { email, senha: randomBytes(6).toString('base64url') },
    address: address ?? attackerAddress(Math.floor(Math.random() * ADDRESSES)),
    due,
  });
}

/**
 * Signs each person in once and keeps the device cookie, so that the next sign-ins come from known browsers.
 */
async function meet(site: Site, people: readonly Person[]) {
  const enter = (n: number, address: string, due?: number, cookie?: string) =>
    ask(site, {
      port: portOf(site, n),
      path: '/api/sessoes',
      body: { email: people[n % people.length]?.email, senha: RIGHT_PASSWORD },
      address,
      ...(cookie && { cookie }),
      ...(due && { due }),
    });
  const ownAddress = (n: number) => `203.0.113.${n % people.length}`;
  const browsers: string[] = [];
  for (const n of people.keys()) {
    const { status, deviceCookie, text } = await enter(n, ownAddress(n));
    if (status !== 200 || !deviceCookie) throw new Error(`the first sign-in was answered ${status}: ${text}`);
    browsers.push(deviceCookie);
  }
  return (n: number, due: number) =>
    enter(n, n % 2 ? attackerAddress(n) : ownAddress(n), due, browsers[n % browsers.length]);
}

function victimOf(people: readonly Person[]): string {
  const dice = Math.random();
  if (dice < 0.1) return anEmail();
  const among = dice < 0.4 ? TARGETS : people.length;
  return people[Math.floor(Math.random() * among)]?.email ?? '';
}

const portOf = ({ ports }: Site, n: number) => ports[n % ports.length] ?? 0;
const attackerAddress = (n: number) => `198.51.100.${n % ADDRESSES}`;

function isRefusal({ status, text }: Answer): boolean {
  if (status !== 401 && status !== 429 && status !== 503) return false;
  return SENTENCE.test((JSON.parse(text) as { mensagem: string }).mensagem);
}

const first = ([answer]: readonly Answer[]) =>
  answer ? `; the first: ${answer.status} ${answer.text.slice(0, 200)}` : '';

async function countSessions({ admin }: Site): Promise<number> {
  const { rows } = await admin.query<{ count: number }>('select count(*)::int as count from auth.sessions');
  return rows[0]?.count ?? Number.NaN;
}

async function mostEvaluated({ admin }: Site): Promise<number> {
  const { rows } = await admin.query<{ most: number }>(
    `select coalesce(max(count), 0)::int as most from (
       select count(*) from auth.events where kind = 'entrada_recusada' and user_id is not null group by user_id) each`,
  );
  return rows[0]?.most ?? Number.NaN;
}
