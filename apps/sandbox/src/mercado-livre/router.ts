import type { Permission } from '#mercado-livre/oauth/application.ts';
import type { Access } from '#mercado-livre/oauth/grants.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';
import type { World } from './world.ts';

/** A call that has passed authentication and limits. */
export interface Call {
  world: World;
  request: Request;
  query: URLSearchParams;
  /** The values of the `:names` in the path. */
  params: Readonly<Record<string, string>>;
  access: Access;
  /** The seller who owns the token. */
  seller: Seller;
}

export interface Route {
  /** Such as `GET /items/:id`. */
  name: string;
  permission: Permission;
  answer: (call: Call) => Response | Promise<Response>;
}

/** The first matching route, with the values of its `:names`. */
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
