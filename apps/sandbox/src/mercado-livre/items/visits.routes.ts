import { brasiliaDay, DAY_MS, itemDate } from '#mercado-livre/clock.ts';
import { accessDenied, badRequest } from '#mercado-livre/errors.ts';
import { noise } from '#mercado-livre/noise.ts';
import type { Call, Route } from '#mercado-livre/router.ts';
import { owned } from './owned.ts';

const LONGEST_DAYS = 150;
const SALT = 180;

export const VISIT_ROUTES: readonly Route[] = [
  { name: 'GET /users/:id/items_visits', permission: 'metricas', answer: showSpan },
  {
    name: 'GET /users/:id/items_visits/time_window',
    permission: 'metricas',
    answer: (call) =>
      call.params['id'] === String(call.seller.id)
        ? showWindow(call, call.seller.listings, { user_id: call.seller.id })
        : accessDenied(),
  },
  {
    name: 'GET /items/:id/visits/time_window',
    permission: 'metricas',
    answer: (call) =>
      owned(call, (_call, index) => showWindow(call, 1, { item_id: call.params['id'] }, index)),
  },
  {
    name: 'GET /visits/items',
    permission: 'metricas',
    answer: (call) => {
      const ids = (call.query.get('ids') ?? '').split(',');
      if (ids.length > 1) return badRequest('maximum amount of items to query is 1');
      const [id = ''] = ids;
      return owned({ ...call, params: { id } }, (_call, index) =>
        Response.json({ [id]: noise(call.seller.seed, index, SALT) % 5000 }),
      );
    },
  },
];

/** A random number of visits for each listing and day. */
const visitsOn = ({ seller }: Call, day: number, listings: number, index: number) =>
  listings * (noise(seller.seed, day + index * 4096, SALT) % 12);

const detail = (quantity: number) => [{ company: 'mercadolibre', quantity }];

function showSpan(call: Call): Response {
  const { query, seller, params } = call;
  if (params['id'] !== String(seller.id)) return accessDenied();
  const [from, to] = ['date_from', 'date_to'].map((name) => dayOf(query.get(name) ?? ''));
  if (from === undefined || to === undefined || to < from)
    return badRequest('date_from and date_to are required');
  if (to - from > LONGEST_DAYS)
    return badRequest(`The range of dates must be lower than ${LONGEST_DAYS} days`);
  let total = 0;
  for (let day = from; day < to; day += 1) total += visitsOn(call, day, seller.listings, 0);
  return Response.json({
    user_id: seller.id,
    date_from: itemDate(from * DAY_MS),
    date_to: itemDate(to * DAY_MS),
    total_visits: total,
    visits_detail: detail(total),
  });
}

function showWindow(call: Call, listings: number, about: object, index = 0): Response {
  const { query, world } = call;
  const last = Number(query.get('last'));
  if (!Number.isInteger(last) || last < 1 || last > LONGEST_DAYS || query.get('unit') !== 'day')
    return badRequest('last and unit are not valid');
  const ending = dayOf(query.get('ending') ?? brasiliaDay(world.clock.now()));
  if (ending === undefined) return badRequest('ending is not valid');
  const results = Array.from({ length: last }, (_, n) => {
    const total = visitsOn(call, ending - last + n, listings, index);
    return { date: itemDate((ending - last + n) * DAY_MS), total, visits_detail: detail(total) };
  });
  const total = results.reduce((sum, day) => sum + day.total, 0);
  return Response.json({
    ...about,
    date_from: itemDate((ending - last) * DAY_MS),
    date_to: itemDate(ending * DAY_MS),
    total_visits: total,
    last,
    unit: 'day',
    results,
  });
}

function dayOf(written: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d/.test(written)) return;
  const instant = Date.parse(`${written.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(instant) ? undefined : instant / DAY_MS;
}
