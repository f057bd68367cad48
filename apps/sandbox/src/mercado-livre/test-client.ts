import { createHash, randomBytes } from 'node:crypto';
import { MERCADO_LIVRE_CLIENT } from '#mercado-livre/oauth/application.ts';
import { type Decision, visitMercadoLivre } from '#mercado-livre/oauth/visitor.ts';

export const RETURN_ADDRESS = 'http://localhost:5173/configuracao/integracoes';
export const SELLERS = {
  small: 1001000050,
  middle: 1001005000,
  large: 5001100000,
  userProduct: 1002000001,
  warehouse: 1002000002,
  fresh: 1002000003,
  noOrders: 1002000004,
  protected: 1002000005,
  noReputation: 1002000006,
  automatic: 1002000007,
  pending: 1002000008,
} as const;

export interface Answer {
  status: number;
  headers: Headers;
  // The answer of the API. Tests check parts of it.
  body: Record<string, unknown>;
}

/** A client that does everything correctly, so that a test can change one thing. */
export function aClient(sandboxUrl: string, client: { id: string; secret: string } = MERCADO_LIVRE_CLIENT) {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const authorizationUrl = (changes: Record<string, string> = {}) =>
    `${sandboxUrl}/mercado-livre-auth/authorization?${new URLSearchParams({
      response_type: 'code',
      client_id: client.id,
      redirect_uri: RETURN_ADDRESS,
      state: 'estado',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...changes,
    })}`;
  const token = async (form: Record<string, string>, init: RequestInit = {}): Promise<Answer> =>
    read(
      await fetch(`${sandboxUrl}/mercado-livre/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: client.id, client_secret: client.secret, ...form }),
        ...init,
      }),
    );
  const aCode = async (seller: number, url = authorizationUrl(), decision: Decision = 'autorizar') =>
    (await visitMercadoLivre(url, seller, decision)).searchParams.get('code') ?? '';
  const exchange = (code: string, changes: Record<string, string> = {}) =>
    token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: RETURN_ADDRESS,
      code_verifier: verifier,
      ...changes,
    });
  const connect = async (seller: number) => {
    const { body } = await exchange(await aCode(seller));
    const accessToken = String(body['access_token']);
    const call = async (method: string, path: string, sent?: object, headers: Record<string, string> = {}) =>
      read(
        await fetch(`${sandboxUrl}/mercado-livre${path}`, {
          method,
          headers: {
            authorization: `Bearer ${accessToken}`,
            ...(sent && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(sent && { body: JSON.stringify(sent) }),
          redirect: 'manual',
        }),
      );
    return {
      id: seller,
      accessToken,
      refreshToken: String(body['refresh_token']),
      get: (path: string) => call('GET', path),
      call,
    };
  };
  const refresh = (refreshToken: string, changes: Record<string, string> = {}) =>
    token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...changes });
  return { verifier, authorizationUrl, token, aCode, exchange, connect, refresh };
}

export type Connected = Awaited<ReturnType<ReturnType<typeof aClient>['connect']>>;

/** All item ids of a seller, read by a scan, and the scroll ids. */
export async function scanItems(seller: Connected, query = '') {
  const ids: string[] = [];
  const scrolls = new Set<string>();
  let scroll = '';
  for (;;) {
    const { status, body } = await seller.get(
      `/users/${seller.id}/items/search?search_type=scan&limit=100${query}${scroll && `&scroll_id=${encodeURIComponent(scroll)}`}`,
    );
    if (status !== 200) throw new Error(`scan answered ${status}`);
    const results = (body['results'] ?? []) as string[];
    if (results.length === 0) return { ids, scrolls };
    ids.push(...results);
    scroll = String(body['scroll_id']);
    scrolls.add(scroll);
  }
}

export type Item = Record<string, unknown> & {
  id: string;
  variations: { id: number; available_quantity: number }[];
};

/** The first listings of a seller, complete. */
export async function itemsOf(seller: Connected, count: number): Promise<Item[]> {
  const ids = (await scanItems(seller)).ids.slice(0, count);
  const items: Item[] = [];
  for (let n = 0; n < ids.length; n += 20) {
    const page = await seller.get(`/items/bulk?ids=${ids.slice(n, n + 20).join(',')}&include_attributes=all`);
    items.push(...(page.body as unknown as { body: Item }[]).map((entry) => entry.body));
  }
  return items;
}

const logisticOf = (item: Item) => (item['shipping'] as { logistic_type: string }).logistic_type;
export const isFull = (item: Item) => logisticOf(item) === 'fulfillment';

/** Whether the item can be written without restrictions. */
export const isPlain = (item: Item, n: number) =>
  item['status'] === 'active' && item.variations.length === 0 && !isFull(item) && n % 50 !== 12 && n % 10 < 8;

/** The control routes and the faults. */
export const aControl = (sandboxUrl: string) => ({
  do: async (method: string, path: string, body?: object): Promise<Answer> =>
    read(
      await fetch(`${sandboxUrl}/_mercado-livre${path}`, {
        method,
        ...(body && { body: JSON.stringify(body) }),
      }),
    ),
  inject: async (fault: object) =>
    (await fetch(`${sandboxUrl}/_falhas`, { method: 'POST', body: JSON.stringify(fault) })).status,
});

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const body = isJson && text !== '' ? JSON.parse(text) : { text };
  return { status: response.status, headers: response.headers, body };
}

/** The fields of an order that tests check. */
export interface Order {
  id: number;
  status: string;
  date_created: string;
  last_updated: string;
  date_closed: string | null;
  pack_id: number | null;
  total_amount: number;
  tags: string[];
  order_items: { quantity: number; unit_price: number; sale_fee: number; item: { id: string } }[];
  payments: { transaction_amount_refunded: number; marketplace_fee: number; status: string }[];
  cancel_detail: { requested_by: string } | null;
  buyer: { id: number };
  shipping: { id: number | null };
}

/** All orders of a seller, read from the control route. */
export async function truthOf(sandboxUrl: string, seller: number, query = ''): Promise<Order[]> {
  const response = await fetch(`${sandboxUrl}/_mercado-livre/vendedores/${seller}/verdade${query}`);
  const lines = (await response.text()).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Order);
}

/** What happened to the goods of an order. */
export interface StockTruth {
  pedido: number;
  anuncio: string;
  variacao: number | null;
  quantidade: number;
  deposito: { store_id: string; network_node_id: string } | null;
  full: boolean;
  status: string;
  envio: number | null;
  pago_em: string | null;
  desfeito_em: string | null;
  saiu_em: string | null;
  voltou: { quantidade: number; para: 'vendedor' | 'meli'; em: string }[];
}

/** What happened to the goods of every order of a seller, read from the control route. */
export async function stockTruthOf(sandboxUrl: string, seller: number): Promise<StockTruth[]> {
  const response = await fetch(`${sandboxUrl}/_mercado-livre/vendedores/${seller}/verdade/estoque`);
  const lines = (await response.text()).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as StockTruth);
}
