import type { RouteEntry } from '../../apps/server/src/platform/http/http.ts';
import { propertiesOf } from '../../apps/server/src/testing/contract-schema.ts';
import { BODIES } from './hostile.bodies.ts';
import {
  CURSOR_TEXTS,
  MAX_TAKEN_APART,
  PARAMETERS,
  SEGMENTS,
  SHARP,
  TEXTS,
  VALUES,
  written,
} from './hostile.ts';
import type { Mutation, Request, Visitor } from './request.ts';

/** Breaks, removes or doubles one field or all, adds a field or a prototype, or replaces the whole body. */
export const breakBody: Mutation = (request, { world: { dice } }) => {
  const fields = fieldsOf(request.body);
  if (!fields || dice.chance(0.25)) return withBody(request, 'another body', dice.pick(BODIES));
  const names = namesOf(request.route);
  const name = names.length > 0 ? dice.pick(names) : 'x';
  const entries = Object.entries(fields);
  const value = dice.chance(0.5) ? hostileText(request.route, name, dice) : dice.pick(VALUES);
  return dice.pick([
    () => withBody(request, `field ${name} broken`, written({ ...fields, [name]: value })),
    () => withBody(request, `field ${name} broken`, written({ ...fields, [name]: value })),
    () => withBody(request, `field ${name} inside an array`, written({ ...fields, [name]: [fields[name]] })),
    () => withBody(request, `field ${name} missing`, written({ ...fields, [name]: undefined })),
    () =>
      withBody(
        request,
        'an unknown field',
        written({ ...fields, [dice.pick(['empresa_id', 'role', 'id', '', 'a.b'])]: value }),
      ),
    () =>
      withBody(
        request,
        'every field broken',
        written(Object.fromEntries(entries.map(([key]) => [key, dice.pick(VALUES)]))),
      ),
    () =>
      withBody(
        request,
        'a prototype',
        `{"${dice.pick(['__proto__', 'constructor'])}":{"prototype":{"poluido":1},"poluido":1},${written(fields).slice(1)}`,
      ),
    () =>
      withBody(
        request,
        `field ${name} twice`,
        `{${JSON.stringify(name)}:${written(value)},${written(fields).slice(1)}`,
      ),
    () => withBody(request, 'an item of a list broken', written(withBrokenItem(fields, value))),
  ])();
};

function withBrokenItem(fields: Record<string, unknown>, value: unknown): Record<string, unknown> {
  const [name, list] = Object.entries(fields).find(([, each]) => Array.isArray(each)) ?? ['itens', []];
  return { ...fields, [name]: [...(list as unknown[]), value] };
}

const namesOf = ({ body }: RouteEntry) => (body ? Object.keys(propertiesOf(body)) : []);

/** Includes texts of exactly the allowed length, and one character longer or shorter. */
function hostileText(route: RouteEntry, name: string, dice: Visitor['world']['dice']): unknown {
  const schema = route.body ? propertiesOf(route.body)[name] : undefined;
  const { maxLength } = schema?.anyOf?.[0] ?? schema ?? {};
  if (maxLength === undefined || dice.chance(0.6)) return dice.pick(dice.chance(0.4) ? SHARP : TEXTS);
  const letter = dice.pick(['x', 'é', '😀', '"', '\u0001', '1', '\u0000', '\ud800']);
  return letter.repeat(maxLength + dice.pick([-1, 0, 1]));
}

function fieldsOf(body: Buffer | null): Record<string, unknown> | null {
  if (!body || body.length > MAX_TAKEN_APART) return null;
  try {
    const parsed: unknown = JSON.parse(body.toString());
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

const withBody = (request: Request, kind: string, body: string | Buffer): Request => {
  const isTyped = request.headers.some(([name]) => name === 'Content-Type');
  const headers = isTyped
    ? request.headers
    : [...request.headers, ['Content-Type', 'application/json'] as const];
  return { ...request, kind, headers, body: Buffer.from(body) };
};

export const breakQuery: Mutation = (request, { world: { dice, known } }) => {
  const declared = request.route.querystring ? Object.keys(propertiesOf(request.route.querystring)) : [];
  // The server parses a cursor itself and passes `busca` to a search, so these two come more often than other
  // parameters.
  const deep = declared.filter((each) => each === 'cursor' || each === 'busca');
  const name = dice.pick(deep.length > 0 && dice.chance(0.5) ? deep : declared.length > 0 ? declared : ['a']);
  const value =
    name === 'cursor' && dice.chance(0.8)
      ? brokenCursor(known.cursor(dice, request.route.url), dice)
      : dice.pick(dice.chance(0.4) ? SHARP : PARAMETERS);
  const others = request.query.filter(([each]) => each !== name);
  return dice.pick<() => Request>([
    () => ({ ...request, kind: `parameter ${name} broken`, query: [...others, [name, value]] }),
    () => ({ ...request, kind: `parameter ${name} broken`, query: [...others, [name, value]] }),
    () => ({ ...request, kind: `parameter ${name} twice`, query: [...others, [name, value], [name, 'x']] }),
    () => ({ ...request, kind: 'an array', query: [...others, [`${name}[]`, value], [`${name}[0]`, 'x']] }),
    () => ({
      ...request,
      kind: 'unknown parameters',
      query: [...request.query, [dice.pick(TEXTS).slice(0, 500), value.slice(0, 500)]],
    }),
    () => ({
      ...request,
      kind: 'a prototype',
      query: [...request.query, ['__proto__', value], ['constructor[prototype][poluido]', '1']],
    }),
    () => ({
      ...request,
      kind: 'many parameters',
      query: Array.from({ length: 1500 }, (_, n) => [`p${n}`, ''] as const),
    }),
    () => ({
      ...request,
      kind: 'invalid percent-encoding',
      path: `${request.path}?${name}=%zz%ff%c0%80%u0041&=&&%=%&${name}`,
      query: [],
    }),
  ])();
};

/** A cursor of this list with one part replaced, or an invented one if none is known yet. */
function brokenCursor(cursor: string | undefined, dice: Visitor['world']['dice']): string {
  const parts = cursor === undefined ? null : partsOf(cursor);
  if (!parts) return dice.pick(CURSOR_TEXTS);
  // Mostly replaces the third part, the sort value, because SQL compares it with a column.
  const place = dice.chance(0.6) ? 2 : dice.below(parts.length);
  const broken = parts.with(place, dice.pick(dice.chance(0.7) ? SHARP : TEXTS));
  return Buffer.from(JSON.stringify(broken)).toString('base64url');
}

function partsOf(cursor: string): unknown[] | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) && parts.length > 2 ? parts : null;
  } catch {
    return null;
  }
}

export const breakPath: Mutation = (request, { world: { dice } }) => {
  const segment = dice.pick(SEGMENTS);
  const own = request.route.url.includes(':')
    ? request.route.url.replaceAll(/:\w+/g, segment)
    : `${request.path}/${segment}`;
  return dice.pick<() => Request>([
    () => ({ ...request, kind: 'a hostile path', path: own, id: null }),
    () => ({ ...request, kind: 'a hostile path', path: own, id: null }),
    () => ({ ...request, kind: 'another case', path: request.path.toUpperCase(), id: null }),
    () => ({
      ...request,
      kind: 'slashes',
      path: `/${request.path}//`.replaceAll('/', '//').slice(1),
      id: null,
    }),
    () => ({ ...request, kind: 'a path beside', path: `/${segment}`, id: null }),
    () => ({ ...request, kind: 'a fragment', path: `${request.path}#x;y=z`, id: null }),
  ])();
};
