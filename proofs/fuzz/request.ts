import type { RouteEntry } from '../../apps/server/src/platform/http/http.ts';
import type { Actor } from '../kit/requests/people.ts';
import type { World } from '../kit/requests/valid.ts';
import type { Wire } from '../kit/requests/wire.ts';

/** A request before it is serialized. Mutations change it, and the shrinker reduces it. */
export interface Request {
  route: RouteEntry;
  /** The way in which the request is hostile, or `valid`. */
  kind: string;
  who: string;
  method: string;
  path: string;
  query: readonly (readonly [name: string, value: string])[];
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer | null;
  /** If set, the client sends these bytes instead of the fields above. */
  raw?: Pick<Wire, 'bytes' | 'endsEarly'>;
  /** The id of the record in the path. */
  id: string | null;
}

/**
 * Percent-encodes every byte except word characters, dots and hyphens, so that control characters are sent
 * too.
 */
export const encoded = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) =>
      /[\w.-]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).padStart(2, '0')}`,
    )
    .join('');

export function targetOf({ path, query }: Pick<Request, 'path' | 'query'>): string {
  const search = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  return search ? `${path}?${search}` : path;
}

export function wireOf(request: Request): Wire {
  const { method, headers, body, raw } = request;
  if (raw) return { method, isBroken: true, ...raw };
  const lines = [
    `${method} ${targetOf(request)} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  if (body) lines.push(`Content-Length: ${body.length}`);
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return { method, isBroken: false, bytes: body ? Buffer.concat([head, body]) : head };
}

export interface Visitor {
  world: Omit<World, 'url'>;
  origin: string;
  /** A person with two-step verification. */
  member: Actor;
  /** A person of the same empresa without two-step verification. */
  plain: Actor;
}

export type Mutation = (request: Request, visitor: Visitor) => Request;
