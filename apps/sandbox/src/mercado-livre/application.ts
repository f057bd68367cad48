export const TOPICS = [
  'orders_v2',
  'items',
  'items_prices',
  'questions',
  'payments',
  'shipments',
  'stock-location',
  'stock-locations',
  'messages',
  'post_purchase',
  'invoices',
  'orders feedback',
  'fbm_stock_operations',
  'catalog_item_competition_status',
  'price_suggestion',
  'public_offers',
  'public_candidates',
  'flex-handshakes',
  'user-products-families',
] as const;

/** What the functional permissions of DevCenter cover; the one about users is fixed. */
export const PERMISSIONS = ['usuarios', 'publicacao', 'vendas', 'metricas'] as const;
export type Permission = (typeof PERMISSIONS)[number];

export interface RateLimits {
  /** All the calls of the application, whoever the seller is. */
  porMinuto: number;
  /** How many may come at once. */
  rajada: number;
  /** The same per route, as `PUT /items/:id`. */
  rotas: Readonly<Record<string, number>>;
  /** Whether a refusal says for how long. */
  retryAfter: boolean;
  /** Whether a refusal is plain text. */
  texto: boolean;
}

/** An application as DevCenter knows it. */
export interface Application {
  id: string;
  nome: string;
  /** The first is the current one; an older one lives on until its time. */
  segredos: { segredo: string; ate: number }[];
  /** Compared letter by letter. */
  redirectUris: readonly string[];
  /** Whether our own return addresses on this machine are registered too, at whatever port. */
  localReturn: boolean;
  pkce: boolean;
  scopes: readonly string[];
  permissoes: readonly Permission[];
  callback: string | null;
  topicos: readonly string[];
  limites: RateLimits;
  bloqueada: boolean;
}

/** The application registered for this machine. */
export const MERCADO_LIVRE_CLIENT = { id: '5387223166827464', secret: 'segredoSoDestaMaquinaMercadoLivre' };

const LOCAL_RETURN =
  /^http:\/\/(localhost|127\.0\.0\.1):\d{1,5}\/(configuracao\/integracoes|api\/mercado-livre\/retorno)$/;

export const isRegistered = (application: Application, redirectUri: string) =>
  application.redirectUris.includes(redirectUri) ||
  (application.localReturn && LOCAL_RETURN.test(redirectUri));

export const isSecretOf = (application: Application, secret: string, now: number) =>
  application.segredos.some((each) => each.segredo === secret && now < each.ate);

export const defaultApplication = (changes: Partial<Application> = {}): Application => ({
  id: MERCADO_LIVRE_CLIENT.id,
  nome: 'Prumo (simulado)',
  segredos: [{ segredo: MERCADO_LIVRE_CLIENT.secret, ate: Number.POSITIVE_INFINITY }],
  redirectUris: [],
  localReturn: true,
  pkce: true,
  scopes: ['offline_access', 'read', 'write'],
  permissoes: PERMISSIONS,
  callback: null,
  topicos: ['orders_v2', 'items', 'items_prices', 'stock-location'],
  // The figure that circulates for all calls, and the rate at which integrators saw writes refused.
  limites: {
    porMinuto: 1500,
    rajada: 1500,
    rotas: { 'PUT /items/:id': 420 },
    retryAfter: false,
    texto: false,
  },
  bloqueada: false,
  ...changes,
});
