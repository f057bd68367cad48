import type { RouteEntry } from '../../apps/server/src/platform/http/http.ts';
import { diceOf } from '../kit/random.ts';
import { openKnown } from '../kit/requests/known.ts';
import { keepReady } from '../kit/requests/people.ts';
import { type Answer, openConnection } from '../kit/requests/wire.ts';
import { count, findingOf, labelOf, openTally, type Tally } from './judge.ts';
import type { Memory } from './memory.probe.ts';
import { type Request, type Visitor, wireOf } from './request.ts';
import { makeRequest } from './requests.ts';
import { asCurl, shrink } from './shrink.ts';
import type { Site } from './site.ts';

export interface Options {
  seed: number;
  requests: number;
  visitors: number;
  /** The run ends early after this many different findings. */
  enough?: number;
}

export interface Result {
  tally: Tally;
  /** Shell commands that reproduce the findings, by route and error. */
  findings: Map<string, string>;
  middle: Memory | null;
  end: Memory | null;
}

const READY_EVERY = 500;

/**
 * Runs several visitors concurrently. Each has its own empresa, connection and random generator, so that a
 * seed reproduces its requests in the same order. The run measures memory halfway and at the end, when no
 * request is in flight.
 */
export async function fuzz(
  site: Site,
  { seed, requests, visitors: size, enough = 50 }: Options,
): Promise<Result> {
  const tally = openTally();
  const findings = new Map<string, string>();
  const visitors: Awaited<ReturnType<typeof aVisitor>>[] = [];
  while (visitors.length < size) visitors.push(await aVisitor(site, seed + visitors.length));
  const walk = (share: number) =>
    Promise.all(
      visitors.map(async (visit) => {
        for (let n = 0; n < share && findings.size < enough && site.isAlive(); n++)
          await visit(tally, findings);
      }),
    );
  const half = Math.ceil(requests / size / 2);
  await walk(half);
  const middle = site.isAlive() ? await site.memory() : null;
  await walk(half);
  const end = site.isAlive() ? await site.memory() : null;
  return { tally, findings, middle, end };
}

async function aVisitor(site: Site, seed: number) {
  const { member, plain, conta } = await site.aHouse();
  const dice = diceOf(seed);
  const known = openKnown();
  known.learn('/api/contas', conta);
  const visitor: Visitor = {
    world: { dice, known, email: member.email },
    origin: site.origin,
    member,
    plain,
  };
  const connection = openConnection(site.port);
  const routes = site.routes.map((value) => ({ value, weight: weightOf(value) }));
  let sent = 0;
  /** The request that the connection carried before the current one. */
  let before: Request | null = null;

  async function ask(request: Request): Promise<{ answer: Answer | null; finding: string | null }> {
    try {
      const answer = await connection.send(wireOf(request));
      return { answer, finding: findingOf(request, answer) };
    } catch (error) {
      return { answer: null, finding: error instanceof Error ? error.message : String(error) };
    }
  }

  async function examine(
    request: Request,
    finding: string,
    { tally, findings }: Pick<Result, 'tally' | 'findings'>,
  ) {
    const name = `${labelOf(request)}: ${finding}`;
    findings.set(name, '');
    const sameAgain = async (candidate: Request) => (await ask(candidate)).finding === finding;
    const smallest = site.isAlive() ? await shrink(request, sameAgain) : null;
    const line = asCurl(smallest ?? request, site.api);
    const after = before ? `; the request before it (${before.kind}): ${asCurl(before, site.api)}` : '';
    findings.set(
      name,
      smallest ? line : `${line} # (${request.kind}) failed once, not when sent again${after}`,
    );
    // A 503 that does not repeat means that the machine was busy. It is counted apart and is not a finding.
    if (smallest === null && finding === 'answered 503') {
      findings.delete(name);
      tally.busy++;
    }
  }

  return async (tally: Tally, findings: Map<string, string>): Promise<void> => {
    if (sent++ % READY_EVERY === 0) await keepReady(site.admin, visitor);
    const request = makeRequest(visitor, dice.weighted(routes));
    const { answer, finding } = await ask(request);
    count(tally, request, answer);
    if (finding && !findings.has(`${labelOf(request)}: ${finding}`))
      await examine(request, finding, { tally, findings });
    if (!request.raw) before = request;
    if (answer) await learn(request, answer, visitor, site);
  };
}

async function learn(
  request: Request,
  answer: Answer,
  { world, member, plain }: Visitor,
  site: Site,
): Promise<void> {
  const { status, headers, body } = answer;
  const isJson = headers['content-type']?.includes('json');
  if (status < 300 && isJson && request.method !== 'HEAD' && !request.raw)
    world.known.learn(request.route.url, JSON.parse(body.toString()));
  if (status < 300 && request.method === 'DELETE' && request.id) world.known.forget(request.id);
  if (status === 404 && request.id) world.known.forget(request.id);
  const actor = { member, plain }[request.who];
  // An earlier valid request ended this session, which is no finding here.
  if (actor && status === 401 && request.kind === 'valid') await site.signInAgain(actor);
}

/**
 * Routes that hash passwords or decode images are slow, so they get a low weight. Every weight is above zero.
 */
function weightOf({ config, method }: RouteEntry): number {
  if (config.file) return 0.1;
  if (config.cost === 'sign-in' || config.cost === 'heavy') return 0.3;
  if (method === 'DELETE') return 0.4;
  return method === 'POST' ? 2 : 1;
}
