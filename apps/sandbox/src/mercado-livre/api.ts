import { BILLING_ROUTES } from '#mercado-livre/billing/billing.routes.ts';
import { CATEGORY_ROUTES } from '#mercado-livre/categories/categories.routes.ts';
import { CLAIM_ROUTES } from '#mercado-livre/claims/claims.routes.ts';
import { answerWithFaults } from '#mercado-livre/faults/faults.ts';
import { INVOICE_ROUTES } from '#mercado-livre/invoices/invoices.routes.ts';
import { ITEMS_BULK_ROUTES } from '#mercado-livre/items/bulk.routes.ts';
import { ITEM_ROUTES } from '#mercado-livre/items/items.routes.ts';
import { PRICE_ROUTES } from '#mercado-livre/items/prices.routes.ts';
import { ITEMS_SEARCH_ROUTES } from '#mercado-livre/items/search.routes.ts';
import { VISIT_ROUTES } from '#mercado-livre/items/visits.routes.ts';
import { LABEL_ROUTES } from '#mercado-livre/labels/labels.routes.ts';
import { MISSED_FEED_ROUTES } from '#mercado-livre/notifications/missed-feeds.routes.ts';
import { APPLICATION_ROUTES } from '#mercado-livre/oauth/applications.routes.ts';
import type { Codes } from '#mercado-livre/oauth/authorize.ts';
import type { Access } from '#mercado-livre/oauth/grants.ts';
import { exchangeToken } from '#mercado-livre/oauth/token.ts';
import { BUNDLE_ROUTES } from '#mercado-livre/orders/bundle.routes.ts';
import { FEEDBACK_ROUTES } from '#mercado-livre/orders/feedback.routes.ts';
import { ORDER_ROUTES } from '#mercado-livre/orders/orders.routes.ts';
import { PACK_ROUTES } from '#mercado-livre/orders/packs.routes.ts';
import { SHIPMENT_ROUTES } from '#mercado-livre/shipments/shipments.routes.ts';
import { FULFILLMENT_ROUTES } from '#mercado-livre/stock/fulfillment.routes.ts';
import { STORE_ROUTES } from '#mercado-livre/stock/stores.routes.ts';
import { USER_PRODUCT_ROUTES } from '#mercado-livre/stock/user-products.routes.ts';
import { USER_ROUTES } from '#mercado-livre/users/users.routes.ts';
import { accessDenied, blockedByPolicy, invalidScopes, notFound, refuse, unauthorized } from './errors.ts';
import { findRoute, type Route } from './router.ts';
import type { World } from './world.ts';

/**
 * The first matching route answers, so a literal path comes before one with a `:name` in the same position.
 */
export const API_ROUTES: readonly Route[] = [
  ...USER_ROUTES,
  ...VISIT_ROUTES,
  ...ITEMS_SEARCH_ROUTES,
  ...ITEMS_BULK_ROUTES,
  ...ITEM_ROUTES,
  ...PRICE_ROUTES,
  ...USER_PRODUCT_ROUTES,
  ...STORE_ROUTES,
  ...FULFILLMENT_ROUTES,
  ...CATEGORY_ROUTES,
  ...ORDER_ROUTES,
  ...PACK_ROUTES,
  ...BUNDLE_ROUTES,
  ...FEEDBACK_ROUTES,
  ...SHIPMENT_ROUTES,
  ...LABEL_ROUTES,
  ...INVOICE_ROUTES,
  ...BILLING_ROUTES,
  ...CLAIM_ROUTES,
  ...APPLICATION_ROUTES,
  ...MISSED_FEED_ROUTES,
  { name: 'GET /sites/MLB/search', permission: 'usuarios', answer: accessDenied },
];
const TOKEN_ROUTE = 'POST /oauth/token';

/** Answers and counts every request to the API's host. */
export async function answerApi(world: World, codes: Codes, request: Request): Promise<Response> {
  const url = new URL(request.url);
  // The documentation writes some paths with a slash at the end.
  const path = url.pathname.slice(new URL(world.urls.api).pathname.length).replace(/(?<=.)\/$/, '');
  if (`${request.method} ${path}` === TOKEN_ROUTE) {
    const userId = await userOfTicket(request);
    return counted(world, TOKEN_ROUTE, userId, () => exchangeToken(world, codes, request));
  }
  const found = findRoute(API_ROUTES, request.method, path);
  const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '') ?? [];
  // The API refuses a token in the query, even if the header has a valid one.
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

/** Checks rate limits, the state of the application, scopes and permissions. Returns the refusal, if any. */
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

/** Codes and refresh tokens end with the id of their user. */
async function userOfTicket(request: Request): Promise<number | undefined> {
  const form = new URLSearchParams(await request.clone().text());
  const [, id] = /-(\d+)$/.exec(form.get('refresh_token') ?? form.get('code') ?? '') ?? [];
  return id === undefined ? undefined : Number(id);
}
