import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { isLoopback } from '#platform/outside/loopback.ts';

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
  .refine(({ atual, chaves }) => atual in chaves, '`chaves` has no key with the name in `atual`');

const secrets = new Set<z.ZodType>();

/** Declares a setting as secret. Its value may come from a file that `<NAME>_FILE` names. */
function secret<Schema extends z.ZodType>(schema: Schema): Schema {
  secrets.add(schema);
  return schema;
}

/**
 * Parses a setting in JSON. The issue about malformed JSON has a fixed text, because the message of
 * `JSON.parse` quotes the secret.
 */
const json = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue('the value is not valid JSON');
        return z.NEVER;
      }
    })
    .pipe(schema);

const Settings = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  /** Connects as role `app`. */
  DATABASE_URL: secret(z.url()),
  /** Connects as role `auth_app`. */
  AUTH_DATABASE_URL: secret(z.url()),
  DATABASE_POOL: z.coerce.number().int().min(2).default(10),
  /**
   * JSON: `{"atual":"2026-11","chaves":{"2026-11":"<32 bytes in base64>"}}`. Encrypts secrets kept in the
   * database.
   */
  SECRET_KEYS: secret(json(KeyRing)),
  /** Credentials of `Continuar com Google`. Without them the button answers that it is not configured. */
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: secret(z.string().optional()),
  GOOGLE_ISSUER: z.url().default('https://accounts.google.com'),
  /** Credentials of our application at Mercado Livre. Without them no account can be connected. */
  MERCADO_LIVRE_CLIENT_ID: z.string().optional(),
  MERCADO_LIVRE_CLIENT_SECRET: secret(z.string().optional()),
  MERCADO_LIVRE_AUTH_URL: z.url().default('https://auth.mercadolivre.com.br'),
  MERCADO_LIVRE_API_URL: z.url().default('https://api.mercadolibre.com'),
  /**
   * The maximum number of calls per second of all processes together, because Mercado Livre counts calls per
   * application.
   */
  MERCADO_LIVRE_CALLS_PER_SECOND: z.coerce.number().positive().default(5),
  /**
   * The last segment of the callback address in DevCenter, a secret shared with Mercado Livre. While the
   * operator replaces it, two values separated by a comma are valid: the current one and the one before it.
   */
  MERCADO_LIVRE_NOTIFICATION_SECRETS: secret(
    z
      .string()
      .default('')
      .transform((text) => text.split(',').flatMap((each) => each.trim() || []))
      .pipe(z.array(z.string().regex(/^[\w-]{32,100}$/)).max(2)),
  ),
  /** Addresses that may send notifications of Mercado Livre, separated by commas. Default: every address. */
  MERCADO_LIVRE_NOTIFICATION_ADDRESSES: z.string().optional(),
  /** Hosts of Mercado Livre's pictures, separated by commas. Photos are copied from these hosts only. */
  MERCADO_LIVRE_PICTURE_HOSTS: z
    .string()
    .default('http2.mlstatic.com')
    .transform((text) => text.split(',').map((host) => host.trim())),
  /**
   * The public services for CEPs and CNPJs, in the order in which the server queries them. Outside production
   * a stand-in takes their place.
   */
  VIACEP_URL: z.url().default('https://viacep.com.br'),
  BRASILAPI_URL: z.url().default('https://brasilapi.com.br'),
  OPENCEP_URL: z.url().default('https://opencep.com'),
  MINHA_RECEITA_URL: z.url().default('https://minhareceita.org'),
  OPENCNPJ_URL: z.url().default('https://api.opencnpj.org'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().default(3000),
  /**
   * The address of the product. Links in e-mails start with it, and writes from other origins are refused.
   */
  PUBLIC_URL: z.url(),
  /** The address of uploaded images: another host, so that no upload shares the product's origin. */
  MEDIA_URL: z.url(),
  /** The port on which this process also serves MEDIA_URL. Omit it when a CDN serves MEDIA_URL. */
  MEDIA_PORT: z.coerce.number().int().optional(),
  /**
   * `smtp://user:password@host:port`, or `smtps:`. On another machine than this one, `smtp:` needs STARTTLS.
   */
  SMTP_URL: secret(z.url()),
  /** Allows sending mail and the password of SMTP_URL unencrypted to a server that offers no STARTTLS. */
  SMTP_ALLOW_PLAIN: z.stringbool().default(false),
  /** `Prumo <nao-responda@exemplo.com.br>` */
  MAIL_FROM: z.string(),
  /** JSON: `{"driver":"fs","root":"…"}` or `{"driver":"s3",…}`. */
  STORAGE: secret(json(z.discriminatedUnion('driver', [S3, Fs]))),
  /** Where `prumo backup objects` keeps its copy of STORAGE. The same form as STORAGE, another place. */
  BACKUP_STORE: secret(json(z.discriminatedUnion('driver', [S3, Fs])).optional()),
  /** 32 bytes in base64. Encrypts that copy. */
  BACKUP_KEY: secret(
    z
      .base64()
      .refine((text) => Buffer.from(text, 'base64').length === 32, 'the key has 32 bytes')
      .optional(),
  ),
  /** The folder of the built web. Omit it in development, where Vite serves the web. */
  WEB_DIST: z.string().optional(),
  /** Addresses of the reverse proxies whose X-Forwarded-For is trusted, separated by commas. */
  TRUST_PROXY: z.string().optional(),
  API_DOCS: z.stringbool().optional(),
  /** The maximum number of bytes of images that an empresa may store. */
  IMAGE_QUOTA_BYTES: z.coerce
    .number()
    .int()
    .default(5 * 1024 ** 3),
  /**
   * The user and group id of the image decoders. It applies if http and worker have the right to change it.
   */
  IMAGE_UID: z.coerce.number().int().min(1).default(65_534),
  /**
   * Cheap requests per minute and address. Each other cost class has a factor of it (`rate-limits.ts`). 0
   * switches the limits off.
   */
  RATE_LIMIT: z.coerce.number().int().default(1200),
  /**
   * Multiplies the time limits of a request: for its place, a connection, a statement, an image and the whole
   * response. A slow or shared machine needs a higher value. It is an integer, because PostgreSQL refuses a
   * fraction of a millisecond.
   */
  PATIENCE: z.coerce.number().int().min(1).default(1),
  /**
   * `off` switches the limits of sign-in off, for tests and proofs. It is allowed only where PUBLIC_URL is
   * loopback.
   */
  SIGN_IN_LIMITS: z.enum(['on', 'off']).default('on'),
  /**
   * Whether the server refuses passwords that are easy to guess. By default the page only warns about them.
   */
  REFUSE_COMMON_PASSWORDS: z.stringbool().default(false),
  /** The port of metrics and health, on METRICS_HOST. Without it nothing listens. */
  METRICS_PORT: z.coerce.number().int().optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** The base address of an OpenTelemetry collector. Without it no trace is recorded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  /** The share of the requests that are recorded. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.1),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
});

const Environment = Settings.refine(
  ({ SIGN_IN_LIMITS, PUBLIC_URL }) => SIGN_IN_LIMITS === 'on' || isLoopback(new URL(PUBLIC_URL).hostname),
  {
    path: ['SIGN_IN_LIMITS'],
    error: 'the limits of sign-in may be off only where PUBLIC_URL is this very machine',
  },
);

export type Config = z.infer<typeof Environment>;
export type StorageConfig = Config['STORAGE'];

/** The names of all secret settings, including that of the release step. */
export const SECRET_SETTINGS: readonly string[] = [
  ...Object.entries(Environment.shape).flatMap(([name, schema]) => (secrets.has(schema) ? name : [])),
  'MIGRATE_DATABASE_URL',
];

type Variables = Record<string, string | undefined>;

/** Parses the settings once, at start. A process with a wrong setting does not start. */
export function readConfig(environment: Variables = process.env): Config {
  const parsed = Environment.safeParse(withSecrets(environment));
  if (!parsed.success) throw new Error(`Wrong settings:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/**
 * Returns the variables that have a value, with each secret read from its `<NAME>_FILE`, without trailing
 * whitespace. An empty variable counts as absent, because `z.coerce` would read it as 0.
 */
export function withSecrets(variables: Variables): Variables {
  const environment = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const settings = { ...environment };
  for (const name of SECRET_SETTINGS) {
    const path = environment[`${name}_FILE`];
    if (path === undefined) continue;
    if (environment[name] !== undefined)
      throw new Error(`Wrong settings:\n${name} and ${name}_FILE are both set. Remove ${name}.`);
    settings[name] = readFileSync(path, 'utf8').trimEnd();
  }
  return settings;
}

/**
 * Refuses secrets in the environment of a production process that serves people. An attacker who takes over a
 * process of the same user can read that environment. Deleting a variable does not help, because the kernel
 * keeps the initial environment readable. Secrets therefore come from files only.
 */
export function refuseSecretsInEnvironment({ NODE_ENV }: Config, environment: Variables = process.env): void {
  const shown = SECRET_SETTINGS.filter((name) => environment[name]);
  if (NODE_ENV !== 'production' || shown.length === 0) return;
  const advice = shown.map((name) => `Write ${name} into a file and set ${name}_FILE to its path.`);
  throw new Error(`Wrong settings: secrets in the environment.\n${advice.join('\n')}`);
}
