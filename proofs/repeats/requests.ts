import type { RouteEntry } from '../../apps/server/src/platform/http/http.ts';
import type { Dice } from '../kit/random.ts';
import { nameOf } from '../kit/requests/known.ts';
import { type Fields, validFields } from '../kit/requests/valid.ts';
import type { House } from './site.ts';

/** A logical request: what a person asked for once. */
export interface Logical {
  route: RouteEntry;
  key: string;
  path: string;
  body: Buffer | null;
}

/** The smallest PNG that the product accepts as an image. */
const IMAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A request that the contract accepts, about records of earlier answers. */
export function aRequest(route: RouteEntry, { known, actor }: House, dice: Dice): Logical {
  const record = route.url.includes(':id') ? known.record(dice, nameOf(route.url)) : undefined;
  const path = route.url.replaceAll(/:(\w+)/g, (_, name: string) => {
    if (name === 'id') return record?.id ?? dice.uuid();
    if (name === 'lote') return known.lote(dice) ?? dice.uuid();
    return name === 'marketplace'
      ? 'mercado-livre'
      : (known.record(dice, nameOf(route.url))?.id ?? dice.uuid());
  });
  const world = { dice, known, email: actor.email, url: route.url };
  return { route, key: dice.uuid(), path, body: bodyOf(route, record?.versao ?? 1, world) };
}

function bodyOf(route: RouteEntry, versao: number, world: Parameters<typeof validFields>[1]): Buffer | null {
  if (route.config.file) return IMAGE;
  if (!route.body) return null;
  const fields: Fields = validFields(route.body, world);
  // The generator does not know which records the ids of a selection are.
  const produto = world.known.record(world.dice, 'produtos');
  if ('selecao' in fields && produto) fields['selecao'] = { ids: [produto.id] };
  return Buffer.from(JSON.stringify('versao' in fields ? { ...fields, versao } : fields));
}

/** The bytes of the request as this person sends it. `query` is added to the address. */
export function bytesOf(
  { route, key, path, body }: Logical,
  { cookie, origin }: { cookie: string; origin: string },
  query = '',
): Buffer {
  const lines = [
    `${route.method} ${path}${query} HTTP/1.1`,
    ...['Host: localhost', `Origin: ${origin}`, `Cookie: ${cookie}`, `Idempotency-Key: ${key}`],
    ...(body
      ? [
          `Content-Type: ${route.config.file ? 'application/octet-stream' : 'application/json'}`,
          `Content-Length: ${body.length}`,
        ]
      : []),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return body ? Buffer.concat([head, body]) : head;
}

/**
 * The same body with another value in one text or number, or null when it has none. The contract may refuse the new
 * value, so the answer has to be read.
 */
export function otherBody({ body, route }: Logical): Buffer | null {
  if (!body || route.config.file) return null;
  const fields = JSON.parse(body.toString()) as Fields;
  for (const [name, value] of Object.entries(fields)) {
    if (!/nome|descricao|motivo|texto|observ|preco|custo|minimo|quantidade/.test(name)) continue;
    if (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value))
      return Buffer.from(JSON.stringify({ ...fields, [name]: String(Number(value) + 1) }));
    if (typeof value === 'string' && value !== '')
      return Buffer.from(JSON.stringify({ ...fields, [name]: `${value.slice(0, 20)} b` }));
  }
  return null;
}
