import { type Measure, percentile, timeBar } from '../kit/figures.ts';
import type { StandIn } from '../kit/stand-in.ts';
import { aNumber, breakServices, requestsOutside, SERVICES, type Tipo, TYPES } from './world.ts';

/** The running product, and the session that sends the lookups. */
export interface Site {
  api: string;
  standIn: StandIn;
  cookie: string;
}

/** The specified limit for a lookup in a form. */
const IN_TIME_MS = 5000;
/** How long a lookup waits before it counts as unanswered. */
const GIVE_UP_MS = 8000;
/** The number of concurrent lookups. */
const AT_ONCE = 8;
const REPEATED_P99_MS = timeBar(20);
/**
 * One in seven numbers does not exist. Seven is coprime to the number of sets of failing services, so each
 * gets some.
 */
const MISSING_EVERY = 7;
let lookedUp = 0;

export interface Lookup {
  tipo: Tipo;
  numero: string;
  ms: number;
  /** What is wrong with the answer, if anything. */
  wrong: string | undefined;
  found: boolean;
  /** Whether the number exists and at least one service can answer. */
  findable: boolean;
}

interface Expected {
  status: 200 | 404 | 502;
  /** The services that may be the source of the answer. */
  fontes: readonly string[];
}

/**
 * Looks up `count` numbers, a few concurrently, while the services at these positions of SERVICES fail in
 * this way.
 */
export async function lookUpBroken(
  site: Site,
  kind: string,
  places: readonly number[],
  count: number,
): Promise<Lookup[]> {
  const lookups: Lookup[] = [];
  for (const tipo of TYPES) {
    const broken = SERVICES[tipo].filter((_service, n) => places.includes(n));
    const fontes = SERVICES[tipo].filter((service) => !broken.includes(service));
    await breakServices(site.standIn, kind, broken);
    await severalAtOnce(count / TYPES.length, async () => {
      lookedUp += 1;
      const exists = lookedUp % MISSING_EVERY !== 0;
      const status = exists && fontes.length > 0 ? 200 : isSilent(kind, fontes.length) ? 502 : 404;
      lookups.push(await lookUp(site, tipo, aNumber(tipo, exists), { status, fontes }));
    });
    await site.standIn.behave();
  }
  return lookups;
}

/**
 * Whether no service gives a usable answer. An answer with `erro` is usable: it states that the number is
 * unknown.
 */
const isSilent = (kind: string, healthy: number) => healthy === 0 && !kind.startsWith('erro-');

async function lookUp(site: Site, tipo: Tipo, numero: string, expected: Expected): Promise<Lookup> {
  const began = performance.now();
  const answer = await get(site, tipo, numero).catch((error: unknown) => ({
    status: 0,
    type: '',
    body: { mensagem: String(error) } as Record<string, unknown>,
  }));
  const ms = performance.now() - began;
  const wrong = wrongWith(answer, tipo, numero, expected);
  return { tipo, numero, ms, wrong, found: answer.status === 200, findable: expected.status === 200 };
}

async function get({ api, cookie }: Site, tipo: Tipo, numero: string) {
  const response = await fetch(`${api}/api/consultas/${tipo}/${numero}`, {
    headers: { cookie },
    signal: AbortSignal.timeout(GIVE_UP_MS),
  });
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    body: (await response.json()) as Record<string, unknown>,
  };
}

function wrongWith(
  { status, type, body }: Awaited<ReturnType<typeof get>>,
  tipo: Tipo,
  numero: string,
  expected: Expected,
): string | undefined {
  if (status !== expected.status)
    return `${tipo}: ${status} instead of ${expected.status}: ${body['mensagem']}`;
  if (status === 200) {
    const isTold = body[tipo] === numero && expected.fontes.includes(String(body['fonte']));
    return isTold ? undefined : `${tipo}: the answer does not come from ${expected.fontes.join(' or ')}`;
  }
  const isSentence = /^[A-ZÀ-Ú].*\.$/.test(String(body['mensagem']));
  return type.startsWith('application/problem+json') && isSentence
    ? undefined
    : `${tipo}: ${status} without a sentence`;
}

/** The figures of a set of lookups, the same for every kind of fault. */
export function figuresOf(name: string, lookups: readonly Lookup[]): Measure[] {
  const times = lookups.map(({ ms }) => ms).sort((a, b) => a - b);
  const inTime = lookups.filter(({ ms }) => ms <= IN_TIME_MS).length;
  const right = lookups.filter(({ wrong }) => wrong === undefined).length;
  const findable = lookups.filter((each) => each.findable);
  const found = findable.filter((each) => each.found).length;
  const [example] = lookups.flatMap(({ wrong }) => wrong ?? []);
  const [p50, p95, slowest] = [0.5, 0.95, 1].map((share) => Math.round(percentile(times, share)));
  const size = `${lookups.length} lookups; ms: p50 ${p50}, p95 ${p95}, slowest ${slowest}`;
  return [
    {
      name: `${name}: fraction answered within 5 s`,
      value: inTime / lookups.length,
      bar: { exactly: 1 },
      size,
    },
    ...(findable.length > 0
      ? [
          {
            name: `${name}: fraction of existing numbers that were found`,
            value: found / findable.length,
            bar: { exactly: 1 },
            size: `${found} of ${findable.length}`,
          },
        ]
      : []),
    {
      name: `${name}: fraction answered by another service, or refused as specified`,
      value: right / lookups.length,
      bar: { exactly: 1 },
      ...(example !== undefined && { size: example }),
    },
  ];
}

/** Looks up the same numbers repeatedly, with every service working. */
export async function repeated(site: Site, numbers: number, times: number): Promise<Measure[]> {
  const asked = Array.from({ length: numbers }, (_, n) => {
    const tipo = TYPES[n % TYPES.length] ?? 'cep';
    return { tipo, numero: aNumber(tipo, true) };
  });
  const all = (tipo: Tipo) => ({ status: 200, fontes: SERVICES[tipo] }) as const;
  const first: Lookup[] = [];
  const again: Lookup[] = [];
  for (const { tipo, numero } of asked) first.push(await lookUp(site, tipo, numero, all(tipo)));
  const before = await requestsOutside(site.standIn);
  for (let n = 0; n < times; n++)
    for (const { tipo, numero } of asked) again.push(await lookUp(site, tipo, numero, all(tipo)));
  const outside = (await requestsOutside(site.standIn)) - before;
  const sorted = again.map(({ ms }) => ms).sort((a, b) => a - b);
  const wrong = [...first, ...again].filter((each) => each.wrong !== undefined).length;
  const size = `${again.length} lookups of ${numbers} numbers`;
  return [
    {
      name: 'repeated lookups: p99 ms',
      value: percentile(sorted, 0.99),
      bar: REPEATED_P99_MS,
      size: `${size}; p50 ${percentile(sorted, 0.5).toFixed(1)}`,
    },
    {
      name: 'repeated lookups: requests outside, to the public services',
      value: outside,
      bar: { exactly: 0 },
      size,
    },
    { name: 'repeated lookups: wrong answers', value: wrong, bar: { exactly: 0 }, size },
  ];
}

async function severalAtOnce(count: number, work: () => Promise<void>): Promise<void> {
  let begun = 0;
  const loop = async () => {
    while (begun++ < count) await work();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loop));
}
