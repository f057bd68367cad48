import { setTimeout as sleep } from 'node:timers/promises';
import type { RouteEntry } from '../../apps/server/src/platform/http/http.ts';
import type { Dice } from '../kit/random.ts';
import { nameOf } from '../kit/requests/known.ts';
import { keepReady } from '../kit/requests/people.ts';
import type { Answer } from '../kit/requests/wire.ts';
import { aRequest, bytesOf, type Logical, otherBody } from './requests.ts';
import { type Cut, sendCopy } from './send.ts';
import { type House, labelOf, type Site } from './site.ts';

/** What the proof noted about a logical request, outside the product. */
export interface Noted extends Logical {
  empresaId: string;
  status: number;
  answer: string;
}

export interface Tally {
  noted: Noted[];
  houses: House[];
  copies: number;
  cuts: { request: number; answer: number };
  /** Copies that the server asked to repeat (503 or 429). */
  busy: number;
  differing: string[];
  otherBodies: { sent: number; accepted: string[] };
  others: { sent: number; shown: string[] };
  accepted: Map<RouteEntry, number>;
}

export const openTally = (): Tally => ({
  ...{ noted: [], houses: [], copies: 0, cuts: { request: 0, answer: 0 }, busy: 0, differing: [] },
  otherBodies: { sent: 0, accepted: [] },
  others: { sent: 0, shown: [] },
  accepted: new Map(),
});

/** A house serves so many requests. Some records have a maximum number in an empresa. */
const PER_HOUSE = 150;
/** After these, the person or the empresa can do little more. */
const ENDS_HOUSE = /exclusao|saida|transferencia|politica/;
const CUT_SHARE = 0.6;
/** An answer with its head is rarely longer, so a cut beyond it would cut nothing. */
const ANSWER_BYTES = 900;
const OTHER_BODY_SHARE = 0.2;
const OTHER_EMPRESA_SHARE = 0.1;
const BUSY = new Set([429, 503]);
export const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** How the product refuses a key that belongs to another request. */
const USED = 'já foi usado';

/**
 * Sends logical requests one after another in an empresa of its own, each in several copies at once. So all
 * copies of a request meet the same records, and their answers have to be equal.
 */
export async function runLane(site: Site, tally: Tally, dice: Dice, isOver: () => boolean): Promise<void> {
  let house = await site.aHouse();
  let neighbour = await site.aHouse();
  tally.houses.push(house, neighbour);
  for (let n = 1; !isOver(); n++) {
    if (n % PER_HOUSE === 0) {
      house = await site.aHouse();
      neighbour = await site.aHouse();
      tally.houses.push(house, neighbour);
    }
    const { actor } = house;
    if (n % 20 === 1) await keepReady(site.admin, { member: actor, plain: neighbour.actor });
    const logical = aRequest(pickRoute(site, tally, house, dice), house, dice);
    const noted = await repeat(site, tally, { logical, house, dice });
    if (noted.status === 401) n = PER_HOUSE - 1;
    if (noted.status >= 300) continue;
    if (ENDS_HOUSE.test(noted.route.url)) n = PER_HOUSE - 1;
    if (dice.chance(OTHER_BODY_SHARE)) await tryOtherBody(site, tally, noted, house);
    if (dice.chance(OTHER_EMPRESA_SHARE)) await tryOtherEmpresa(site, tally, noted, neighbour);
  }
}

/**
 * Prefers routes about a record that the empresa has. Half of the requests go to the routes that have accepted the fewest, so that every
 * route has its turn.
 */
function pickRoute({ routes }: Site, { accepted }: Tally, { known }: House, dice: Dice): RouteEntry {
  const useful = routes.filter((route) => !route.url.includes('/:') || known.record(dice, nameOf(route.url)));
  if (dice.chance(0.05)) return dice.pick(routes);
  if (dice.chance(0.5)) return dice.pick(useful);
  const some = Array.from({ length: 3 }, () => dice.pick(useful));
  return some.reduce((a, b) => ((accepted.get(a) ?? 0) <= (accepted.get(b) ?? 0) ? a : b));
}

interface Repeating {
  logical: Logical;
  house: House;
  dice: Dice;
}

/** Sends 2 to 5 copies: all but the last at once, some of them cut, and then a whole one. */
async function repeat(site: Site, tally: Tally, { logical, house, dice }: Repeating): Promise<Noted> {
  const { origin } = site;
  const { empresaId, cookie } = house.actor;
  const bytes = bytesOf(logical, { cookie, origin });
  const wave = Array.from({ length: 1 + dice.below(4) }, () => cutOf(dice, bytes.length));
  const answers = await Promise.all(
    wave.map((cut) => {
      if (cut) tally.cuts[cut.of]++;
      tally.copies++;
      return sendCopy(site.ports.api, { method: logical.route.method, bytes }, cut);
    }),
  );
  const last = await sendWhole(site, tally, logical, bytes);
  const noted = { ...logical, empresaId, status: last.status, answer: wordsOf(last) };
  for (const answer of answers) {
    if (answer === null) continue;
    if (BUSY.has(answer.status)) tally.busy++;
    else if (wordsOf(answer) !== noted.answer)
      tally.differing.push(`${labelOf(logical.route)}: ${wordsOf(answer)} and then ${noted.answer}`);
  }
  tally.noted.push(noted);
  learn(tally, house, noted, last);
  return noted;
}

function learn({ accepted }: Tally, { known }: House, { route, path }: Noted, answer: Answer): void {
  const { status, body, headers } = answer;
  if (status >= 300) return;
  accepted.set(route, (accepted.get(route) ?? 0) + 1);
  if (route.method === 'DELETE') known.forget(path.match(UUID)?.[0] ?? '');
  else if (body.length > 0 && headers['content-type']?.includes('json'))
    known.learn(route.url, JSON.parse(body.toString()));
}

function cutOf(dice: Dice, length: number): Cut | null {
  if (!dice.chance(CUT_SHARE)) return null;
  return dice.chance(0.5)
    ? { of: 'request', bytes: dice.below(length) }
    : { of: 'answer', bytes: dice.below(ANSWER_BYTES) };
}

/** Sends a copy until the server answers it. A server that is busy asks to send it again. */
async function sendWhole(site: Site, tally: Tally, { route }: Logical, bytes: Buffer): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    tally.copies++;
    const answer = await sendCopy(site.ports.api, { method: route.method, bytes }, null);
    if (answer && !BUSY.has(answer.status)) return answer;
    tally.busy++;
    if (tries > 50)
      throw new Error(`${route.method} ${route.url} is answered ${answer?.status} again and again`);
    await sleep(100);
  }
}

/** The key with another body, or with another address where the route has no body, has to be refused. */
async function tryOtherBody(site: Site, tally: Tally, noted: Noted, { actor }: House): Promise<void> {
  const other = otherBody(noted);
  if (noted.body && !other) return;
  const bytes = bytesOf(
    { ...noted, body: other },
    { cookie: actor.cookie, origin: site.origin },
    other ? '' : '?outro=1',
  );
  const answer = await sendWhole(site, tally, noted, bytes);
  tally.otherBodies.sent++;
  if (answer.status !== 422) tally.otherBodies.accepted.push(`${labelOf(noted.route)}: ${wordsOf(answer)}`);
}

/** The key means nothing in another empresa: its person gets neither the answer nor a refusal of the key. */
async function tryOtherEmpresa(site: Site, tally: Tally, noted: Noted, { actor }: House): Promise<void> {
  const bytes = bytesOf(noted, { cookie: actor.cookie, origin: site.origin });
  const answer = await sendWhole(site, tally, noted, bytes);
  const words = wordsOf(answer);
  tally.others.sent++;
  const sent = new Set(bytes.toString('latin1').match(UUID));
  const foreign = (noted.answer.match(UUID) ?? []).filter((id) => !sent.has(id));
  if (foreign.some((id) => words.includes(id)) || words.includes(USED))
    tally.others.shown.push(`${labelOf(noted.route)}: ${words}`);
  tally.noted.push({ ...noted, empresaId: actor.empresaId, status: answer.status, answer: words });
}

/** The id of the HTTP request, which an error names for the support, is the only part of an answer that may differ. */
const wordsOf = ({ status, body }: Answer) => `${status} ${body.toString().replace(/,"pedido":"[^"]*"/, '')}`;
