import { readInstant } from '#mercado-livre/clock.ts';
import { accessDenied, badRequest } from '#mercado-livre/errors.ts';
import { orderId } from '#mercado-livre/orders/draft.ts';
import { readCount, unknownIn } from '#mercado-livre/protocol/query.ts';
import type { Call } from '#mercado-livre/router.ts';
import { type Claim, claimOf } from './claim.ts';

const LARGEST_PAGE = 100;
const LAST_OFFSET = 9999;
const KNOWN = [
  'players.user_id',
  'players.role',
  'status',
  'stage',
  'type',
  'resource',
  'resource_id',
  'range',
  'limit',
  'offset',
  'sort',
];
const PAGING = ['limit', 'offset', 'sort'];

/** Answers `GET /post-purchase/v1/claims/search`. */
export function searchClaims({ world, seller, query }: Call): Response {
  const unknown = unknownIn(query, KNOWN);
  if (unknown !== undefined) return badRequest(`Unknown parameter ${unknown}`);
  const [limit, offset] = [readCount(query, 'limit', 30), readCount(query, 'offset', 0)];
  if (limit === undefined || limit > LARGEST_PAGE || offset === undefined || offset > LAST_OFFSET)
    return badRequest('Invalid limit or offset');
  if ([...query.keys()].every((name) => PAGING.includes(name)))
    return badRequest('At least one filter is required');
  if (query.has('resource_id') && !query.has('resource')) return badRequest('resource is required');
  const user = query.get('players.user_id');
  if (user !== null && user !== String(seller.id)) return accessDenied();
  const range = readRange(query.get('range'));
  if (range === undefined) return badRequest('Invalid range');

  const second = Math.floor(world.clock.now() / 1000);
  const role = query.get('players.role');
  const found = seller.claimBook.all(second).filter((claim) => {
    const status = claim.closed && claim.closed.at <= second ? 'closed' : 'opened';
    return (
      (role === null || role === 'respondent') &&
      is(query, 'status', status) &&
      is(query, 'stage', claim.stage) &&
      is(query, 'type', claim.type) &&
      is(query, 'resource', 'order') &&
      is(query, 'resource_id', String(orderId(seller, claim.k))) &&
      claim.openedAt > range.after &&
      claim.openedAt < range.before
    );
  });
  const body = (claim: Claim) => {
    const draft = seller.orderBook.find(claim.k);
    return draft ? [claimOf(seller, claim, draft, second)] : [];
  };
  return Response.json({
    paging: { total: found.length, offset, limit },
    data: found.slice(offset, offset + limit).flatMap(body),
  });
}

const is = (query: URLSearchParams, name: string, value: string) =>
  !query.has(name) || query.get(name) === value;

/** Reads `date_created:after:…,before:…`. */
function readRange(written: string | null): { after: number; before: number } | undefined {
  const whole = { after: 0, before: Number.MAX_SAFE_INTEGER };
  if (written === null) return whole;
  const [, rest] = /^date_created:(.+)$/.exec(written) ?? [];
  if (rest === undefined) return;
  for (const part of rest.split(',')) {
    const [, end, date = ''] = /^(after|before):(.+)$/.exec(part) ?? [];
    const at = readInstant(date);
    if (at === undefined) return;
    if (end === 'after') whole.after = at / 1000;
    else whole.before = at / 1000;
  }
  return whole;
}
