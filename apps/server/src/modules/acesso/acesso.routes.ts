import { confirmacoes, type Sessao, sessoes, usuarios } from '@prumo/contract/acesso.ts';
import { APIError } from 'better-auth/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '#platform/db.ts';
import { AppError, unauthenticated, unavailable } from '#platform/errors.ts';
import type { App } from '#platform/http.ts';
import { SESSION_COOKIE, type Sessions } from '#platform/session.ts';
import { selectSessao } from './acesso.queries.ts';
import type { Auth } from './auth.ts';

interface Parts {
  auth: Auth;
  db: Database;
  sessions: Sessions;
  publicUrl: string;
}

const CLEARED = `${SESSION_COOKIE}=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax`;

export function acessoRoutes(app: App, { auth, db, sessions, publicUrl }: Parts): void {
  app.route({
    ...usuarios.create,
    handler: async ({ body }) => {
      // The link in the e-mail goes to our own address, whatever the caller asks for.
      if (new URL(body.retorno).origin !== new URL(publicUrl).origin)
        throw new AppError('invalid', 'O endereço de retorno não é deste site. Recarregue a página.');
      const { internalAdapter } = await auth.context;
      const refuseKnown = async () => {
        if (await internalAdapter.findUserByEmail(body.email))
          throw new AppError('conflict', 'Este email já está cadastrado');
      };
      await refuseKnown();
      try {
        await refusalsInWords(() =>
          auth.api.signUpEmail({ body: { name: body.full_name, email: body.email, password: body.senha } }),
        );
      } catch (error) {
        // Of two sign-ups with one e-mail at the same moment the second fails without saying why.
        await refuseKnown();
        throw error;
      }
      return { email: body.email };
    },
  });

  app.route({
    ...confirmacoes.create,
    handler: async ({ body }) => {
      await refusalsInWords(() => auth.api.verifyEmail({ query: { token: body.token } }));
      return null;
    },
  });

  app.route({
    ...sessoes.create,
    handler: async (request, reply) => {
      const { headers, response } = await refusalsInWords(() =>
        auth.api.signInEmail({
          body: { email: request.body.email, password: request.body.senha },
          headers: callerHeaders(request),
          returnHeaders: true,
        }),
      );
      copyCookies(headers, reply);
      const sessao = await selectSessao(db, response.token);
      if (!sessao) throw unauthenticated();
      return sessao;
    },
  });

  app.route({
    ...sessoes.current,
    handler: async (request, reply): Promise<{ sessao: Sessao | null }> => {
      const token = request.sessionToken;
      if (token === null) return { sessao: null };
      const { headers, response } = await refusalsInWords(() =>
        auth.api.getSession({ headers: callerHeaders(request), returnHeaders: true }),
      );
      const sessao = response ? await selectSessao(db, token) : null;
      if (sessao) copyCookies(headers, reply);
      else {
        sessions.forget(token);
        reply.header('set-cookie', CLEARED);
      }
      return { sessao };
    },
  });

  app.route({
    ...sessoes.remove,
    handler: async (request, reply) => {
      reply.header('set-cookie', CLEARED).header('clear-site-data', '"cache"');
      if (request.sessionToken === null) throw unauthenticated();
      sessions.forget(request.sessionToken);
      await refusalsInWords(() => auth.api.signOut({ headers: callerHeaders(request) }));
      return null;
    },
  });
}

function callerHeaders(request: FastifyRequest): Headers {
  const headers = new Headers({ 'x-client-address': request.ip });
  if (request.headers.cookie) headers.set('cookie', request.headers.cookie);
  if (request.headers['user-agent']) headers.set('user-agent', request.headers['user-agent']);
  return headers;
}

function copyCookies(headers: Headers, reply: FastifyReply): void {
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
}

const SENTENCES: Readonly<Record<string, AppError>> = {
  INVALID_EMAIL_OR_PASSWORD: new AppError('unauthenticated', 'Email ou senha incorretos'),
  EMAIL_NOT_VERIFIED: new AppError(
    'forbidden',
    'Confirme seu email antes de entrar. Enviamos um novo link para a sua caixa de entrada.',
  ),
  FAILED_TO_CREATE_USER: unavailable(),
  TOKEN_EXPIRED: new AppError(
    'invalid',
    'Este link expirou. Entre com seu email e senha para receber outro.',
  ),
  INVALID_TOKEN: new AppError(
    'invalid',
    'Este link não é válido. Entre com seu email e senha para receber outro.',
  ),
};

/** better-auth refuses in English codes; a person gets a sentence. */
async function refusalsInWords<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    const sentence = error.body?.code && SENTENCES[error.body.code];
    if (sentence) throw sentence;
    // It hides that its database was away, and nobody is to be signed out for that.
    throw error.statusCode >= 500 ? unavailable(error) : error;
  }
}
