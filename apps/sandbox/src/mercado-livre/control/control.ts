import { findRoute } from '#mercado-livre/router.ts';
import type { World } from '#mercado-livre/world.ts';
import { CONTROL_APPLICATION_ROUTES } from './applications.routes.ts';
import { readBody } from './body.ts';
import { CONTROL_CLAIM_ROUTES } from './claims.routes.ts';
import { CONTROL_INVOICE_ROUTES } from './invoices.routes.ts';
import { CONTROL_LISTING_ROUTES } from './listings.routes.ts';
import { CONTROL_NOTIFICATION_ROUTES } from './notifications.routes.ts';
import { CONTROL_ORDER_ROUTES } from './orders.routes.ts';
import { type ControlRoute, nothing } from './route.ts';
import { CONTROL_SALE_ROUTES } from './sales.routes.ts';
import { CONTROL_SELLER_ROUTES } from './sellers.routes.ts';
import { CONTROL_SHIPMENT_ROUTES } from './shipments.routes.ts';
import { CONTROL_WORLD_ROUTES } from './world.routes.ts';

const PREFIX = '/_mercado-livre';

export const CONTROL_ROUTES: readonly ControlRoute[] = [
  ...CONTROL_WORLD_ROUTES,
  ...CONTROL_APPLICATION_ROUTES,
  ...CONTROL_SELLER_ROUTES,
  ...CONTROL_SALE_ROUTES,
  ...CONTROL_ORDER_ROUTES,
  ...CONTROL_SHIPMENT_ROUTES,
  ...CONTROL_INVOICE_ROUTES,
  ...CONTROL_CLAIM_ROUTES,
  ...CONTROL_LISTING_ROUTES,
  ...CONTROL_NOTIFICATION_ROUTES,
];

/** Answers the routes that control the simulation. They are not part of the simulated Mercado Livre. */
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
