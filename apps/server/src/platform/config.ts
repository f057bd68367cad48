import * as z from 'zod';

const S3 = z.object({
  driver: z.literal('s3'),
  endpoint: z.url(),
  region: z.string(),
  bucket: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
});
const Fs = z.object({ driver: z.literal('fs'), root: z.string() });

const KeyRing = z
  .object({ atual: z.string(), chaves: z.record(z.string().regex(/^[\w-]+$/), z.base64()) })
  .refine(({ atual, chaves }) => atual in chaves, 'SECRET_KEYS: there is no key named as `atual`');

const Environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  /** As role `app`. */
  DATABASE_URL: z.url(),
  /** As role `auth_app`. */
  AUTH_DATABASE_URL: z.url(),
  DATABASE_POOL: z.coerce.number().int().min(2).default(10),
  /** JSON: `{"atual":"2026-11","chaves":{"2026-11":"<32 bytes in base64>"}}`; seals what the database must not show. */
  SECRET_KEYS: z.string().transform((text) => KeyRing.parse(JSON.parse(text))),
  /** Credentials of `Continuar com Google`; without them the button says that it is not configured. */
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: z.url().default('https://accounts.google.com'),
  /** Credentials of our application at Mercado Livre; without them no account can be connected. */
  MERCADO_LIVRE_CLIENT_ID: z.string().optional(),
  MERCADO_LIVRE_CLIENT_SECRET: z.string().optional(),
  MERCADO_LIVRE_AUTH_URL: z.url().default('https://auth.mercadolivre.com.br'),
  MERCADO_LIVRE_API_URL: z.url().default('https://api.mercadolibre.com'),
  /** Of all processes together: Mercado Livre counts by application. */
  MERCADO_LIVRE_CALLS_PER_SECOND: z.coerce.number().positive().default(5),
  /** Addresses its notifications come from, separated by commas; left out, they may come from anywhere. */
  MERCADO_LIVRE_NOTIFICATION_ADDRESSES: z.string().optional(),
  /** Where Mercado Livre shows pictures, separated by commas: photos are copied from these hosts and from no other. */
  MERCADO_LIVRE_PICTURE_HOSTS: z
    .string()
    .default('http2.mlstatic.com')
    .transform((text) => text.split(',').map((host) => host.trim())),
  /** The public services that know CEPs and CNPJs, in the order they are asked; a stand-in outside production. */
  VIACEP_URL: z.url().default('https://viacep.com.br'),
  BRASILAPI_URL: z.url().default('https://brasilapi.com.br'),
  OPENCEP_URL: z.url().default('https://opencep.com'),
  MINHA_RECEITA_URL: z.url().default('https://minhareceita.org'),
  OPENCNPJ_URL: z.url().default('https://api.opencnpj.org'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().default(3000),
  /** Where people reach the product; links in e-mails start with it, and other origins may not write. */
  PUBLIC_URL: z.url(),
  /** Where uploaded images are reached: a host of its own, so that nothing uploaded shares our origin. */
  MEDIA_URL: z.url(),
  /** Serves MEDIA_URL from this process too; leave out when a CDN does. */
  MEDIA_PORT: z.coerce.number().int().optional(),
  /** `smtp://user:password@host:port` */
  SMTP_URL: z.url(),
  /** `Prumo <nao-responda@exemplo.com.br>` */
  MAIL_FROM: z.string(),
  /** JSON: `{"driver":"fs","root":"…"}` or `{"driver":"s3",…}`. */
  STORAGE: z.string().transform((text) => z.discriminatedUnion('driver', [S3, Fs]).parse(JSON.parse(text))),
  /** Folder of the built web; left out in development, where Vite serves it. */
  WEB_DIST: z.string().optional(),
  /** Addresses of the reverse proxies whose X-Forwarded-For is believed, separated by commas. */
  TRUST_PROXY: z.string().optional(),
  API_DOCS: z.stringbool().optional(),
  /** Bytes of images an empresa may keep. */
  IMAGE_QUOTA_BYTES: z.coerce
    .number()
    .int()
    .default(5 * 1024 ** 3),
  /** Requests a minute and address of the cheapest kind; the others are fractions of it. 0 switches limits off,
   * those of sign-in too. */
  RATE_LIMIT: z.coerce.number().int().default(1200),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
});

export type Config = z.infer<typeof Environment>;
export type StorageConfig = Config['STORAGE'];

/** The environment, parsed once at start: a process with a wrong setting does not come up. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) throw new Error(`Wrong settings:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
