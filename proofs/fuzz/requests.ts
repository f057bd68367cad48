import { aCep } from '../../apps/sandbox/src/consultas/ceps.ts';
import { aCnpj } from '../../apps/sandbox/src/consultas/empresas.ts';
import type { RouteEntry } from '../../apps/server/src/platform/http/http.ts';
import { nameOf } from '../kit/requests/known.ts';
import type { Actor } from '../kit/requests/people.ts';
import { type Fields, validFields, type World } from '../kit/requests/valid.ts';
import { BAD_FILES, GOOD_FILES } from './hostile.bodies.ts';
import { SEGMENTS, written } from './hostile.ts';
import { breakBody, breakPath, breakQuery } from './mutations.ts';
import { breakHeaders, breakWire } from './mutations.wire.ts';
import type { Request, Visitor } from './request.ts';

/**
 * Makes a request. About half of the requests are valid by the contract; the others are broken in one or two
 * ways.
 */
export function makeRequest(visitor: Visitor, route: RouteEntry): Request {
  const { dice } = visitor.world;
  const valid = validRequest(visitor, route);
  if (dice.chance(0.55)) return valid;
  const broken = mutate(visitor, valid);
  if (!dice.chance(0.2) || broken.raw) return broken;
  const twice = mutate(visitor, broken);
  return { ...twice, kind: `${broken.kind}, ${twice.kind}` };
}

function mutate(visitor: Visitor, request: Request): Request {
  const { dice } = visitor.world;
  const hasBody = request.body !== null;
  const mutation = dice.weighted([
    { value: breakBody, weight: hasBody ? 10 : 1 },
    { value: breakQuery, weight: request.route.querystring ? 10 : 1 },
    { value: breakPath, weight: request.route.url.includes(':') ? 3 : 1 },
    { value: breakHeaders, weight: 3 },
    { value: breakWire, weight: 1 },
  ]);
  return mutation(request, visitor);
}

function validRequest({ world, origin, member, plain }: Visitor, route: RouteEntry): Request {
  const { dice } = world;
  const needsTwoStep = route.config.twoStep === true;
  const actor = dice.weighted<Actor | null>([
    { value: member, weight: needsTwoStep ? 20 : 8 },
    { value: plain, weight: route.config.auth === 'session' && !route.config.tenant ? 20 : 8 },
    { value: null, weight: route.config.auth === 'session' ? 1 : 8 },
  ]);
  const place = { ...world, url: route.url, email: actor?.email ?? member.email };
  const { path, id, versao } = pathOf(route, place);
  const body = bodyOf(route, place, versao);
  const query = route.querystring ? Object.entries(validFields(route.querystring, place)) : [];
  return {
    route,
    id,
    kind: 'valid',
    who: actor === member ? 'member' : actor ? 'plain' : 'stranger',
    method: route.method,
    path,
    query: query
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, String(value)]),
    headers: [
      ['Host', 'localhost'],
      ...(route.method === 'GET' ? [] : [['Origin', origin] as const]),
      ...(actor ? [['Cookie', actor.cookie] as const] : []),
      ...(body
        ? [['Content-Type', route.config.file ? 'application/octet-stream' : 'application/json'] as const]
        : []),
      ...(route.method !== 'GET' && dice.chance(0.2) ? [['Idempotency-Key', dice.uuid()] as const] : []),
      ...(actor && dice.chance(0.2) ? [['X-Usuario', actor.userId] as const] : []),
    ],
    body,
  };
}

function pathOf(route: RouteEntry, { dice, known }: World) {
  const record = route.url.includes(':id') ? known.record(dice, nameOf(route.url)) : undefined;
  const path = route.url.replaceAll(/:(\w+)/g, (_, name: string) => {
    if (name === 'id') return record?.id ?? dice.uuid();
    if (name === 'lote') return known.lote(dice) ?? dice.uuid();
    if (name === 'cep') return aCep(dice.below(9999));
    if (name === 'cnpj') return aCnpj(dice.below(9999));
    return name === 'marketplace'
      ? 'mercado-livre'
      : dice.pick(SEGMENTS.filter((each) => /^\w+$/.test(each)));
  });
  return { path, id: record?.id ?? null, versao: record?.versao ?? 1 };
}

function bodyOf(route: RouteEntry, world: World, versao: number): Buffer | null {
  const { dice } = world;
  if (route.config.file) return dice.pick(dice.chance(0.6) ? GOOD_FILES : BAD_FILES);
  if (!route.body) return null;
  const fields: Fields = validFields(route.body, world);
  return Buffer.from(written('versao' in fields ? { ...fields, versao } : fields));
}
