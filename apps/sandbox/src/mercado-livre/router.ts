import type { Permission } from './application.ts';
import type { Access } from './grants.ts';
import type { Seller } from './seller.ts';
import type { World } from './world.ts';

/** A call that has passed the door. */
export interface Call {
  world: World;
  request: Request;
  query: URLSearchParams;
  /** What the `:names` of the path stand for. */
  params: Readonly<Record<string, string>>;
  access: Access;
  /** The seller whose token it is. */
  seller: Seller;
}

export interface Route {
  /** As in `GET /items/:id`. */
  name: string;
  permission: Permission;
  answer: (call: Call) => Response | Promise<Response>;
}

/** The first of `routes` the request fits, with the values of its `:names`. */
export function findRoute<Named extends { name: string }>(
  routes: readonly Named[],
  method: string,
  path: string,
): { route: Named; params: Record<string, string> } | undefined {
  const given = `${method} ${path}`.split('/');
  for (const route of routes) {
    const params = match(route.name.split('/'), given);
    if (params) return { route, params };
  }
  return;
}

function match(pattern: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== given.length) return;
  const params: Record<string, string> = {};
  for (const [n, part] of pattern.entries()) {
    const value = given[n] ?? '';
    if (part.startsWith(':') && value !== '') params[part.slice(1)] = value;
    else if (part !== value) return;
  }
  return params;
}

/** The names in `query` that are not among `known`: the real API passes over a misspelt filter in silence. */
export const unknownIn = (query: URLSearchParams, known: readonly string[]) =>
  [...query.keys()].find((name) => !known.includes(name));

/** A whole number of at least 0, or `fallback` when there is none; undefined is something else. */
export function readCount(query: URLSearchParams, name: string, fallback: number): number | undefined {
  const written = query.get(name);
  if (written === null) return fallback;
  return /^\d{1,9}$/.test(written) ? Number(written) : undefined;
}
