import { randomUUID } from 'node:crypto';
import type { RouteEntry } from '#platform/http/http.ts';
import type { Harness } from '#testing/harness.ts';
import {
  bodiesOf,
  type Combination,
  changesMemberships,
  codeOf,
  combinationsOf,
  isAboutEmpresas,
  mustFindNothing,
} from './combinations.ts';
import {
  type Attempt,
  empresaReached,
  FIELD_RIGHTS,
  mayDo,
  sendsTooMuch,
  type Verdict,
  verdictIn,
  verdictsOf,
} from './model.ts';
import { foreignNotes, isProduct, queryOf, rowsFingerprint } from './routes.ts';
import type { Target, World } from './world.ts';

const AT_ONCE = 16;
/** One of this many admitted calls of a heavy route is sent, because such a call starts a process or scans rows. */
const COSTLY = 50;
/** One of this many admitted writes carries a valid body. The others are refused after the caller was admitted. */
const REAL_WRITES = 10;
/** The number of times that a call is repeated which a busy server refuses. */
const PATIENT = 50;
const BUSY = new Set([429, 503]);

export interface PapeisResult {
  findings: string[];
  probes: number;
  combinations: number;
  /** The writes that succeeded. */
  written: number;
  /** The probes by their expected answer. */
  expected: Record<string, number>;
}

interface Extent {
  /** The number of probes after which the run ends. */
  atMost: number;
  /** Ends the run with the first finding. */
  untilFound?: boolean;
  /** Decides the order and the bodies. */
  random?: () => number;
}

/**
 * Calls every route with every combination of papel, page and session, and compares each answer with the model. In
 * one pass, all admitted writes are in one empresa. After it the rows of the other empresas must be unchanged, also of
 * those in which the same person may write. No answer may show a text of another empresa than the page's.
 */
export async function papelFindings(
  harness: Harness,
  world: World,
  { atMost, untilFound = false, random = Math.random }: Extent,
): Promise<PapeisResult> {
  const { app, sql } = harness;
  const { a, b, targets } = world;
  const routes = app.routeInventory.filter(isProduct);
  const findings = new Set<string>();
  const expected: Record<string, number> = {};
  const bodies = new Map(routes.map((route) => [route, bodiesOf(route, targets)]));
  const combinations = combinationsOf(routes, world);
  const listing = await routesThatShow(harness, world, routes);
  if (listing.size === 0) findings.add('no list shows a dono the records of the empresa');
  let probes = 0;
  let written = 0;

  async function probe({ route, visitor, session, page, isOvertaken }: Combination, target: Target) {
    const attempt: Attempt = { ...visitor, last: session.last, named: page.empresa, isOvertaken };
    const stated = verdictsOf(route, attempt);
    const reached = stated.includes('admitted') ? empresaReached(attempt) : undefined;
    const isWrite = route.method !== 'GET' && route.config.tenant && reached !== undefined;
    if (isWrite && (reached !== target.id || changesMemberships(route))) return;
    if (reached !== undefined && route.config.cost === 'heavy' && random() > 1 / COSTLY) return;
    const isForeign = ({ id }: Target) =>
      id !== reached && !(isAboutEmpresas(route) && visitor.memberships.has(id));
    const victim = pick(targets.filter(isForeign));
    const isReal = !isWrite || random() < 1 / REAL_WRITES;
    const named = mustFindNothing(route) ? victim.id : (reached ?? victim.id);
    const isBare = route.method === 'GET' || route.method === 'DELETE';
    const body = isBare ? undefined : isReal ? bodies.get(route)?.get(named) : {};
    const papel = visitor.memberships.get(reached ?? '');
    const verdicts: readonly Verdict[] =
      reached !== undefined && route.config.tenant && sendsTooMuch(papel, body)
        ? ['forbidden']
        : // The body of these routes names an empresa in which the person is no membro.
          isAboutEmpresas(route)
          ? [...stated, 'not_a_membro']
          : stated;
    const query = { ...Object.fromEntries(queryOf(route, victim.ids)), ...codeOf(route, pick(targets)) };
    const path = `${route.url.replaceAll(/:\w+/g, () => pick(victim.ids))}?${new URLSearchParams(query)}`;
    const response = await patiently(() =>
      session.client.send(route.method as 'GET', path, body, {
        ...(page.empresa !== undefined && { 'x-empresa': page.empresa }),
        'x-usuario': isOvertaken ? randomUUID() : visitor.userId,
      }),
    );
    probes++;
    const { statusCode, payload } = response;
    if (isWrite && statusCode < 400) written++;
    const label = `${route.method} ${route.url}: ${visitor.name}, page of ${page.name}, session of ${nameOf(session.last)}`;
    const verdict = verdictIn(statusCode, payload);
    expected[verdicts[0] ?? ''] = (expected[verdicts[0] ?? ''] ?? 0) + 1;
    if (!verdicts.includes(verdict)) findings.add(`${label}: ${verdict} (${statusCode}), not ${verdicts}`);
    if (statusCode >= 500) findings.add(`${label}: answers ${statusCode}`);
    if (reached !== undefined && statusCode < 400 && mustFindNothing(route))
      findings.add(`${label}: answers ${statusCode} for a row of ${nameOf(victim.id)}`);
    const shown = `${payload}${response.headers['location'] ?? ''}`;
    const mayShow = route.config.tenant ? [reached] : [...visitor.memberships.keys()];
    for (const { id, canary } of targets)
      if (!mayShow.includes(id) && shown.includes(canary)) findings.add(`${label}: shows ${nameOf(id)}`);
    for (const { field, right } of FIELD_RIGHTS)
      for (const { id, [field]: value } of targets)
        if (shown.includes(value) && !(id === reached && mayDo(visitor.memberships.get(id), right)))
          findings.add(`${label}: shows the ${field} of ${nameOf(id)}`);
    const own = targets.find(({ id }) => id === reached);
    if (own && verdict === 'admitted' && listing.has(route) && !shown.includes(own.canary))
      findings.add(`${label}: does not show ${nameOf(own.id)}`);
  }

  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const nameOf = (id: string | null) =>
    id === null ? 'nobody' : ('ABCD'[targets.findIndex((each) => each.id === id)] ?? 'no empresa');

  const isOver = () => probes >= atMost || (untilFound && findings.size > 0);
  for (let pass = 0; !isOver(); pass++) {
    const target = pass % 2 === 0 ? a : b;
    // The sensitive routes need a fresh proof of identity, which lasts ten minutes.
    await sql('update auth.sessions set confirmed_at = now()');
    const others = targets.filter((each) => each !== target);
    const before = await fingerprints(harness, others);
    const queue = shuffled(combinations, random);
    const loop = async () => {
      for (let next = queue.pop(); next && !isOver(); next = queue.pop()) await probe(next, target);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, loop));
    const after = await fingerprints(harness, others);
    for (const [index, { id }] of others.entries())
      if (before[index] !== after[index])
        findings.add(`writes in ${nameOf(target.id)} changed rows of ${nameOf(id)}`);
    for (const finding of await foreignNotes(sql)) findings.add(finding);
  }
  return { findings: [...findings], probes, written, combinations: combinations.length, expected };
}

/** Finds the lists that show a record of their empresa, so that an empty answer does not pass for a right one. */
async function routesThatShow({ withCookie }: Harness, { a, visitors }: World, routes: RouteEntry[]) {
  const dono = visitors.find(({ memberships }) => memberships.get(a.id) === 'dono');
  const cookie = dono?.sessions.find(({ last }) => last === a.id)?.cookie;
  if (!cookie) throw new Error('no dono has a session');
  const shown = new Set<RouteEntry>();
  for (const route of routes) {
    // What a probe makes is newer than the canary: the change of the policy or of the term of the history, and the lines
    // about refused calls. Início shows each papel something else.
    if (route.url.includes('/:') || /^\/api\/(politica|retencao|atividades|inicio)/.test(route.url)) continue;
    if (route.method !== 'GET' || !route.config.tenant) continue;
    const { payload } = await withCookie(cookie).send('GET', route.url, undefined, { 'x-empresa': a.id });
    if (payload.includes(a.canary)) shown.add(route);
  }
  return shown;
}

const fingerprints = ({ sql }: Harness, targets: readonly Target[]) =>
  Promise.all(targets.map(({ id }) => rowsFingerprint(sql, id, '')));

async function patiently<R extends { statusCode: number }>(send: () => Promise<R>): Promise<R> {
  for (let tries = 1; ; tries++) {
    const response = await send();
    if (!BUSY.has(response.statusCode) || tries === PATIENT) return response;
  }
}

function shuffled<T>(from: readonly T[], random: () => number): T[] {
  const to = [...from];
  for (let last = to.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [to[last], to[other]] = [to[other] as T, to[last] as T];
  }
  return to;
}
