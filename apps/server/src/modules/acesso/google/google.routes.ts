import { google as contract } from '@prumo/contract/google.ts';
import type { ResultadoGoogle } from '@prumo/contract/google-resultado.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Acesso } from '#modules/acesso/acesso.ts';
import { renewToken } from '#modules/acesso/confirm.ts';
import { insertEmail } from '#modules/acesso/emails/emails.queries.ts';
import { enter, placeOf } from '#modules/acesso/entry.ts';
import { recordEvent } from '#modules/acesso/events.queries.ts';
import { changeAccount } from '#modules/acesso/locks.ts';
import { originOf } from '#modules/acesso/origin.ts';
import { markGoogle } from '#modules/acesso/sessions.queries.ts';
import {
  allowsGoogle,
  deleteUnproven,
  findLinkedUser,
  insertUser,
  linkGoogle,
} from '#modules/acesso/users.queries.ts';
import type { Database } from '#platform/db/db.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import type { Sessions } from '#platform/http/session/session.ts';
import { signIns } from '#platform/metrics/metrics.ts';
import type { OidcClaims } from '#platform/outside/oidc.ts';
import type { FlowRow } from './flows.queries.ts';
import { accountIdOf, beginGoogle, finishGoogle, type Google } from './google.ts';

interface Parts extends Acesso {
  google: Google;
  sessionsDb: Database;
  sessions: Sessions;
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

export function googleRoutes(app: App, acesso: Parts): void {
  app.route({
    ...contract.enter,
    handler: ({ body }, reply) =>
      beginGoogle(acesso, reply, { purpose: 'entrar', sessionId: null, returnTo: body.voltar }),
  });

  app.route({
    ...contract.confirm,
    handler: async ({ body, caller }, reply) => {
      if (caller.hasPassword) throw new AppError('forbidden', 'Sua conta tem senha. Confirme com ela.');
      return beginGoogle(acesso, reply, {
        purpose: 'confirmar',
        sessionId: caller.sessionId,
        returnTo: body.voltar,
        loginHint: caller.email,
      });
    },
  });

  app.route({
    ...contract.finish,
    handler: async (request, reply) => {
      const back = await finishGoogle(acesso, request, reply);
      // On any failure after this line the browser returns to a page that reports it.
      const failed = (err: unknown) => {
        request.log.warn({ err }, 'google');
        return 'falhou' as const;
      };
      if ('cause' in back) request.log.info({ err: back.cause }, 'google');
      const result =
        'claims' in back
          ? await settle(acesso, { request, reply }, back.journey, back.claims).catch(failed)
          : back.refused;
      reply.header('location', addressOf(back.journey, result));
      return null;
    },
  });
}

async function settle(acesso: Parts, exchange: Exchange, journey: FlowRow, claims: OidcClaims) {
  if (journey.purpose === 'entrar') return signIn(acesso, exchange, claims);
  const { sessionHash } = exchange.request;
  const caller = sessionHash === null ? null : await acesso.sessions.callerOf(sessionHash);
  // A flow that began in one session can be finished only in that session.
  if (!caller || caller.sessionId !== journey.session_id) return 'expirado';
  exchange.request.caller = caller;
  return journey.purpose === 'vincular' ? link(acesso, exchange, claims) : confirm(acesso, exchange, claims);
}

async function signIn(acesso: Parts, exchange: Exchange, claims: OidcClaims): Promise<ResultadoGoogle> {
  const { db, sessionsDb } = acesso;
  const accountId = accountIdOf(claims);
  const found = (await findLinkedUser(db, accountId)) ?? (await signUp(acesso, exchange, claims));
  if (typeof found !== 'string') return found.refused;
  if (!(await allowsGoogle(db, found))) {
    const refused = { kind: 'entrada_recusada', userId: found, method: 'google' } as const;
    signIns({ method: 'google', outcome: 'refused' }).inc();
    await recordEvent(db, refused, originOf(exchange.request));
    return 'desligado';
  }
  const entered = await enter(
    acesso,
    { ...exchange, sessionsDb },
    {
      userId: found,
      method: 'google',
      holds: async (tx, { userId }) =>
        (await findLinkedUser(tx, accountId)) === userId && (await allowsGoogle(tx, userId)),
    },
  );
  return entered.situacao;
}

/**
 * Creates the account of a new person. It never takes over a confirmed account with the same e-mail. It
 * deletes an unconfirmed one with everything that a stranger set in it, because Google confirms that this
 * person owns the address.
 */
async function signUp(
  { db }: Parts,
  { request }: Exchange,
  claims: OidcClaims,
): Promise<string | { refused: ResultadoGoogle }> {
  const email = claims.email?.trim().toLowerCase();
  if (!email || !claims.emailVerified) return { refused: 'email_nao_verificado' };
  const accountId = accountIdOf(claims);
  const made = await db.transaction(async (tx) => {
    const name = claims.name?.slice(0, 200) ?? '';
    await deleteUnproven(tx, email);
    const user = { name, email, isVerified: true, signUpKey: null, deviceHash: null };
    const userId = await insertUser(tx, user);
    if (!userId) return undefined;
    if (!(await linkGoogle(tx, { userId, accountId, email }))) throw new Error('linked at the same moment');
    await recordEvent(tx, { kind: 'conta_criada', userId, method: 'google' }, originOf(request));
    return userId;
  });
  // When two requests return concurrently, the second finds the account that the first has created.
  return made ?? (await findLinkedUser(db, accountId)) ?? { refused: 'email_em_uso' };
}

/** Links Google to the account of the session that began the flow. */
async function link(acesso: Parts, { request }: Exchange, claims: OidcClaims): Promise<ResultadoGoogle> {
  const { userId, sessionId, email } = request.caller;
  const origin = originOf(request);
  const notice = await changeAccount(acesso.db, request, async (tx) => {
    const accountId = accountIdOf(claims);
    if (!(await linkGoogle(tx, { userId, accountId, email: claims.email }))) return null;
    await recordEvent(tx, { kind: 'google_vinculado', userId, sessionId }, origin);
    const data = { tipo: 'google_vinculado' as const, ...placeOf(origin) };
    return insertEmail(tx, { kind: 'aviso', address: email, userId, data });
  });
  if (!notice) return 'outra_conta';
  await acesso.sendEmail(notice);
  return 'vinculado';
}

/**
 * Confirms the identity of a person without a password. If the account has a second factor, Google is half of
 * the proof, and the code is the other half (`confirm.ts`).
 */
async function confirm(acesso: Parts, exchange: Exchange, claims: OidcClaims): Promise<ResultadoGoogle> {
  const { db, sessions } = acesso;
  const { request, reply } = exchange;
  const { userId, sessionId, hasPassword, hasSecondFactor } = request.caller;
  if ((await findLinkedUser(db, accountIdOf(claims))) !== userId) return 'outra_conta';
  if (hasPassword || !(await allowsGoogle(db, userId))) return 'desligado';
  await markGoogle(db, sessionId);
  if (hasSecondFactor) return 'confirmado';
  await renewToken(acesso, { request, reply, sessions }, { confirmed: true });
  const event = { kind: 'identidade_confirmada', userId, sessionId, method: 'google' } as const;
  await recordEvent(db, event, originOf(request));
  return 'confirmado';
}

function addressOf(journey: FlowRow | null, result: ResultadoGoogle): string {
  const purpose = journey?.purpose ?? 'entrar';
  if (purpose !== 'entrar') return withResult(journey?.return_to ?? '/perfil', result);
  const login = withResult('/auth/login', result);
  return journey?.return_to ? `${login}&voltar=${encodeURIComponent(journey.return_to)}` : login;
}

const withResult = (path: string, result: ResultadoGoogle) =>
  `${path}${path.includes('?') ? '&' : '?'}google=${result}`;
