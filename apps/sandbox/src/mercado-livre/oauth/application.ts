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

/** The functional permissions of DevCenter. The permission `usuarios` is always granted. */
export const PERMISSIONS = ['usuarios', 'publicacao', 'vendas', 'metricas'] as const;
export type Permission = (typeof PERMISSIONS)[number];

export interface RateLimits {
  /** The limit for all calls of the application, for all sellers together. */
  porMinuto: number;
  /** The maximum number of calls in a burst. */
  rajada: number;
  /** The limits per minute of single routes, such as `PUT /items/:id`. */
  rotas: Readonly<Record<string, number>>;
  /** Whether a refusal has a Retry-After header. */
  retryAfter: boolean;
  /** Whether a refusal is plain text. */
  texto: boolean;
}

/** An application with its settings in DevCenter. */
export interface Application {
  id: string;
  nome: string;
  /** The first secret is the current one. An older one is valid until `ate`. */
  segredos: { segredo: string; ate: number }[];
  /** A return address must equal one of these exactly. */
  redirectUris: readonly string[];
  /** Whether the product's own return addresses on this machine are registered too, at any port. */
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
export const MERCADO_LIVRE_CLIENT = {
  id: '5387223166827464',
  secret: 'segredoSoDestaMaquinaMercadoLivre',
  /** The last segment of the callback address. */
  callbackSecret: 'segmentoSoDestaMaquinaParaOsAvisos',
};

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
  topicos: ['orders_v2', 'items', 'items_prices', 'stock-location', 'shipments', 'post_purchase'],
  // Integrators report this limit for all calls, and this rate from which on Mercado Livre refuses writes. The
  // documentation of two other countries gives the limit of the stock.
  limites: {
    porMinuto: 1500,
    rajada: 1500,
    rotas: { 'PUT /items/:id': 420, 'GET /user-products/:id/stock': 100 },
    retryAfter: false,
    texto: false,
  },
  bloqueada: false,
  ...changes,
});
