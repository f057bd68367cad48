import { CONTROL_APPLICATION_ROUTES } from './control-applications.ts';
import { readBody } from './control-body.ts';
import { CONTROL_CHANGE_ROUTES } from './control-changes.ts';
import { CONTROL_NOTIFICATION_ROUTES } from './control-notifications.ts';
import { type ControlRoute, nothing } from './control-route.ts';
import { CONTROL_SELLER_ROUTES } from './control-sellers.ts';
import { CONTROL_WORLD_ROUTES } from './control-world.ts';
import { findRoute } from './router.ts';
import type { World } from './world.ts';

const PREFIX = '/_mercado-livre';

export const CONTROL_ROUTES: readonly ControlRoute[] = [
  ...CONTROL_WORLD_ROUTES,
  ...CONTROL_APPLICATION_ROUTES,
  ...CONTROL_SELLER_ROUTES,
  ...CONTROL_CHANGE_ROUTES,
  ...CONTROL_NOTIFICATION_ROUTES,
];

/** What makes things happen in the simulated world; no part of what it plays. */
export async function answerControl(world: World, request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.slice(PREFIX.length);
  if (request.method === 'GET' && path === '')
    return Response.json(CONTROL_ROUTES.map(({ name, about }) => ({ rota: withPrefix(name), about })));
  const found = findRoute(CONTROL_ROUTES, request.method, path);
  if (!found) return nothing('Esta rota');
  const body = request.method === 'GET' ? {} : await readBody(request, found.route.fields ?? {});
  if (body instanceof Response) return body;
  return found.route.answer({ world, request, params: found.params, body });
}

export const withPrefix = (name: string) => name.replace(' ', ` ${PREFIX}`);
