import { isShort, percentile } from './proof.ts';
import {
  aNumber,
  breakServices,
  mendServices,
  requestsOutside,
  SERVICES,
  type Tipo,
  TYPES,
} from './prove-lookups.world.ts';

/** The running product, and who asks. */
export interface Site {
  api: string;
  sandbox: string;
  cookie: string;
}

/** A figure before it is printed, so that a run with a planted defect can ask which ones fell short. */
export interface Measure {
  name: string;
  value: number;
  bar?: { max: number } | { exactly: number };
  size?: string;
}

export const isShortOf = ({ value, bar }: Measure) =>
  bar !== undefined && !('max' in bar ? value <= bar.max : value === bar.exactly);

/** What a form waits for. */
const IN_TIME_MS = 5000;
const GIVE_UP_MS = 8000;
const AT_ONCE = 8;
/** A busy machine only shows what has become much slower; the promise is the full run's. */
const REPEATED_P99_MS = { max: isShort ? 100 : 20 };
/** One in so many is a number that does not exist; not a number that the places of failing divide. */
const MISSING_EVERY = 7;
let lookedUp = 0;

export interface Lookup {
  tipo: Tipo;
  numero: string;
  ms: number;
  /** What is wrong with the answer, if anything. */
  wrong: string | undefined;
  found: boolean;
  /** There is such a number, and somebody who can say so. */
  findable: boolean;
}

interface Expected {
  status: 200 | 404 | 502;
  /** Those that can have said so. */
  fontes: readonly string[];
}

/** Looks up `count` numbers while the services at these places fail in this way, a few at a time. */
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
    await breakServices(site.sandbox, kind, broken);
    await severalAtOnce(count / TYPES.length, async () => {
      lookedUp += 1;
      const exists = lookedUp % MISSING_EVERY !== 0;
      const status = exists && fontes.length > 0 ? 200 : isSilent(kind, fontes.length) ? 502 : 404;
      lookups.push(await lookUp(site, tipo, aNumber(tipo, exists), { status, fontes }));
    });
    await mendServices(site.sandbox);
  }
  return lookups;
}

/** Nobody says anything: a service that says `erro` has answered. */
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
    return isTold ? undefined : `${tipo}: not the answer of ${expected.fontes.join(' or ')}`;
  }
  const isSentence = /^[A-ZÀ-Ú].*\.$/.test(String(body['mensagem']));
  return type.startsWith('application/problem+json') && isSentence
    ? undefined
    : `${tipo}: ${status} without a sentence`;
}

/** What holds of every lookup, whatever the fault. */
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
    { name: `${name}: share answered within 5 s`, value: inTime / lookups.length, bar: { exactly: 1 }, size },
    ...(findable.length > 0
      ? [
          {
            name: `${name}: share found, of what exists`,
            value: found / findable.length,
            bar: { exactly: 1 },
            size: `${found} of ${findable.length}`,
          },
        ]
      : []),
    {
      name: `${name}: share answered by another service, or refused as specified`,
      value: right / lookups.length,
      bar: { exactly: 1 },
      ...(example !== undefined && { size: example }),
    },
  ];
}

/** The same numbers again and again, with every service there. */
export async function repeated(site: Site, numbers: number, times: number): Promise<Measure[]> {
  const asked = Array.from({ length: numbers }, (_, n) => {
    const tipo = TYPES[n % TYPES.length] ?? 'cep';
    return { tipo, numero: aNumber(tipo, true) };
  });
  const all = (tipo: Tipo) => ({ status: 200, fontes: SERVICES[tipo] }) as const;
  const first: Lookup[] = [];
  const again: Lookup[] = [];
  for (const { tipo, numero } of asked) first.push(await lookUp(site, tipo, numero, all(tipo)));
  const before = await requestsOutside(site.sandbox);
  for (let n = 0; n < times; n++)
    for (const { tipo, numero } of asked) again.push(await lookUp(site, tipo, numero, all(tipo)));
  const outside = (await requestsOutside(site.sandbox)) - before;
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
    { name: 'repeated lookups: requests outside', value: outside, bar: { exactly: 0 }, size },
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
