import { hash, verify } from '@node-rs/argon2';
import { betterAuth } from 'better-auth';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Config } from '#platform/config.ts';
import { SESSION_COOKIE } from '#platform/session.ts';

/** argon2id, 19 MiB, 2 passes: about 18 ms here, on the thread pool. */
const HASHING = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const SESSION_SECONDS = 7 * 24 * 3600;
/** A session in use is renewed once an hour; one nobody uses for a week ends. */
const RENEW_AFTER_SECONDS = 3600;
export const CONFIRMATION_SECONDS = 24 * 3600;

interface Hooks {
  sendConfirmation(userId: string): Promise<void>;
  onError(error: Error): void;
}

/**
 * better-auth, in a schema and under a role of its own. None of its routes is mounted: `acesso.routes.ts` calls the few
 * functions it needs, so an endpoint nobody asked for cannot be reached.
 */
export function openAuth(config: Config, hooks: Hooks) {
  const pool = new pg.Pool({
    connectionString: config.AUTH_DATABASE_URL,
    max: 5,
    connectionTimeoutMillis: 3000,
  });
  pool.on('error', hooks.onError);
  pool.on('connect', (client) => client.on('error', hooks.onError));
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) });
  const auth = betterAuth({
    baseURL: config.PUBLIC_URL,
    secret: config.AUTH_SECRET,
    database: { db, type: 'postgres', schemaName: 'auth', transaction: true },
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      additionalFields: {
        empresaId: { type: 'string', required: true, input: false, fieldName: 'empresa_id' },
      },
      expiresIn: SESSION_SECONDS,
      updateAge: RENEW_AFTER_SECONDS,
    },
    account: {
      modelName: 'accounts',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      accountLinking: { disableImplicitLinking: true },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      password: {
        hash: (password) => hash(password, HASHING),
        verify: ({ hash: stored, password }) => verify(stored, password),
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      expiresIn: CONFIRMATION_SECONDS,
      sendVerificationEmail: ({ user }) => hooks.sendConfirmation(user.id),
    },
    databaseHooks: {
      session: {
        create: {
          // Before every session, not after sign-up: a crash in between leaves nobody without an empresa.
          before: async (session) => {
            const { rows } = await pool.query<{ empresa_id: string }>(
              'select auth.ensure_empresa($1) as empresa_id',
              [session.userId],
            );
            return { data: { ...session, empresaId: rows[0]?.empresa_id } };
          },
        },
      },
    },
    advanced: {
      database: { generateId: 'uuid' },
      // `__Host-` is ours to write: the library's own switch would say `__Secure-`.
      useSecureCookies: false,
      cookies: { session_token: { name: SESSION_COOKIE } },
      defaultCookieAttributes: { secure: true, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: ['x-client-address'] },
    },
  });
  return { api: auth.api, context: auth.$context, close: () => pool.end() };
}

export type Auth = ReturnType<typeof openAuth>;
