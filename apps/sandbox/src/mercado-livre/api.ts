import { APPLICATION_ROUTES } from './applications.ts';
import type { Codes } from './authorize.ts';
import { CATEGORY_ROUTES } from './categories.ts';
import { accessDenied, blockedByPolicy, invalidScopes, notFound, refuse, unauthorized } from './errors.ts';
import type { Access } from './grants.ts';
import { ITEM_ROUTES } from './item.ts';
import { ITEMS_BULK_ROUTES } from './items-bulk.ts';
import { ITEMS_SEARCH_ROUTES } from './items-search.ts';
import { answerWithFaults } from './mercado-livre-faults.ts';
import { ORDER_ROUTES } from './orders.ts';
import { PRICE_ROUTES } from './prices.ts';
import { findRoute, type Route } from './router.ts';
import { STORE_ROUTES } from './stores.ts';
import { exchangeToken } from './token.ts';
import { USER_PRODUCT_ROUTES } from './user-products.ts';
import { USER_ROUTES } from './users.ts';
import { VISIT_ROUTES } from './visits.ts';
import type { World } from './world.ts';

/** In this order: a path in words comes before one with a `:name` in the same place. */
const ROUTES: readonly Route[] = [
  ...USER_ROUTES,
  ...VISIT_ROUTES,
  ...ITEMS_SEARCH_ROUTES,
  ...ITEMS_BULK_ROUTES,
  ...ITEM_ROUTES,
  ...PRICE_ROUTES,
  ...USER_PRODUCT_ROUTES,
  ...STORE_ROUTES,
  ...CATEGORY_ROUTES,
  ...ORDER_ROUTES,
  ...APPLICATION_ROUTES,
  { name: 'GET /sites/MLB/search', permission: 'usuarios', answer: accessDenied },
];
const TOKEN_ROUTE = 'POST /oauth/token';

/** Everything below the API's host, counted. */
export async function answerApi(world: World, codes: Codes, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const path = url.pathname.slice(new URL(world.urls.api).pathname.length);
  if (`${request.method} ${path}` === TOKEN_ROUTE) {
    const userId = await userOfTicket(request);
    return counted(world, TOKEN_ROUTE, userId, () => exchangeToken(world, codes, request));
  }
  const found = findRoute(ROUTES, request.method, path);
  const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '') ?? [];
  // A token in the address is refused, also beside a right one.
  const access = url.searchParams.has('access_token') ? undefined : world.grants.access(token);
  const name = found?.route.name ?? `${request.method} (outra)`;
  return counted(world, name, access?.userId, () => {
    const refused = access ? judge(world, access, found?.route, request) : unauthorized();
    if (refused) return refused;
    const seller = access && world.sellers.find(access.userId);
    if (!found || !access || !seller) return notFound(`resource not found: ${path}`);
    return found.route.answer({
      world,
      request,
      query: url.searchParams,
      params: found.params,
      access,
      seller,
    });
  });
}

/** The door: limits, the state of the application, scopes, permissions. */
function judge(
  world: World,
  access: Access,
  route: Route | undefined,
  request: Request,
): Response | undefined {
  const application = world.applications.get(access.clientId);
  if (!application) return unauthorized();
  if (application.bloqueada) return refuse(401, 'unauthorized_scopes', 'unauthorized_scopes');
  const limited = world.limits.check(application, route?.name ?? '');
  if (limited) return limited;
  if (!application.scopes.includes(request.method === 'GET' ? 'read' : 'write')) return invalidScopes();
  const isSale = route?.permission === 'vendas';
  const isBarred = isSale && world.sellers.find(access.userId)?.features.has('sem_permissao_de_vendas');
  if (route && (isBarred || !application.permissoes.includes(route.permission))) return blockedByPolicy();
  return;
}

async function counted(
  world: World,
  name: string,
  userId: number | undefined,
  answer: () => Response | Promise<Response>,
): Promise<Response> {
  const response = await answerWithFaults(world.faults, name, userId, answer);
  world.counts.note(name, userId, response.type === 'error' ? 0 : response.status);
  return response;
}

/** Codes and refresh tokens end in the id of their user. */
async function userOfTicket(request: Request): Promise<number | undefined> {
  const form = new URLSearchParams(await request.clone().text());
  const [, id] = /-(\d+)$/.exec(form.get('refresh_token') ?? form.get('code') ?? '') ?? [];
  return id === undefined ? undefined : Number(id);
}
