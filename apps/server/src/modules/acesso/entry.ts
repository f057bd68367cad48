import type { Entrou, Sessao } from '@prumo/contract/acesso.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  CHALLENGE_COOKIE,
  clearCookie,
  DEVICE_COOKIE,
  readCookie,
  SESSION_COOKIE,
  setCookie,
} from '#platform/cookies.ts';
import type { Database } from '#platform/db.ts';
import { AppError, unauthenticated } from '#platform/errors.ts';
import type { IdentityQuery } from '#platform/identity-db.ts';
import { hashToken, newToken } from '#platform/tokens.ts';
import { type Acesso, type Origin, originOf } from './acesso.ts';
import { insertChallenge, takeChallenge } from './challenges.queries.ts';
import { insertEmail } from './emails.queries.ts';
import { type Method, recordEvent } from './events.ts';
import { endSession, insertSession, rememberDevice, selectSessao } from './sessions.queries.ts';
import { type Account, lockAccount } from './users.queries.ts';

const DAY = 24 * 3600;
const SESSION_SECONDS = 30 * DAY;
const DEVICE_SECONDS = 365 * DAY;
const CHALLENGE_SECONDS = 600;

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  sessionsDb: Database;
}

/** The first proof of who somebody is. */
interface Proof {
  userId: string;
  method: Method;
  /** Asked again once the account is locked: a new password or a switch turned off meanwhile ends what was under way. */
  holds(tx: IdentityQuery, account: Account): boolean | Promise<boolean>;
}

const overtaken = () =>
  new AppError('unauthenticated', 'Sua conta mudou enquanto você entrava. Entre de novo.');

/**
 * The one way to a session, whatever the first proof was: an account with a second factor gets a question instead, and
 * only its answer (`enterWithCode`) leads on.
 */
export async function enter(acesso: Acesso, exchange: Exchange, proof: Proof): Promise<Entrou> {
  const { userId, method } = proof;
  const entered = await acesso.db.transaction(async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account || !(await proof.holds(tx, account))) throw overtaken();
    if (!account.hasSecondFactor) return openSession(tx, exchange.request, account, method);
    const challenge = newToken('prc');
    await insertChallenge(tx, { tokenHash: hashToken(challenge), userId, method });
    return { challenge };
  });
  if (!('challenge' in entered))
    return { situacao: 'entrou', sessao: await welcome(acesso, exchange, entered) };
  setCookie(exchange.reply, CHALLENGE_COOKIE, entered.challenge, CHALLENGE_SECONDS);
  return { situacao: 'segundo_fator' };
}

/** The code was right: whoever takes the challenge first is in. A change of the account has taken it away before. */
export async function enterWithCode(
  acesso: Acesso,
  exchange: Exchange,
  answer: { challengeHash: string; userId: string; code: Method },
): Promise<Sessao> {
  const { challengeHash, userId, code } = answer;
  const opened = await acesso.db.transaction(async (tx) => {
    const account = await lockAccount(tx, userId);
    const method = account && (await takeChallenge(tx, challengeHash));
    if (!method) throw overtaken();
    await recordEvent(tx, { kind: 'segundo_fator', userId, method: code }, originOf(exchange.request));
    return openSession(tx, exchange.request, account, method);
  });
  return welcome(acesso, exchange, opened);
}

interface Opened {
  token: string;
  /** New, for a browser that had none. */
  device: string | null;
  /** An e-mail about it, if the browser surprises. */
  notice: string | null;
}

/** A new session under a new token: a cookie the browser brought along is never adopted. */
async function openSession(
  tx: IdentityQuery,
  request: FastifyRequest,
  { userId, email }: Account,
  method: Method,
): Promise<Opened> {
  const origin = originOf(request);
  const token = newToken('prs');
  const device = origin.deviceHash ? null : newToken('prd');
  if (request.sessionHash) await endSession(tx, request.sessionHash);
  const sessionId = await insertSession(tx, { userId, tokenHash: hashToken(token), origin });
  await recordEvent(tx, { kind: 'entrada', userId, method, sessionId }, origin);
  const deviceHash = device ? hashToken(device) : (origin.deviceHash ?? '');
  const surprises = await rememberDevice(tx, { tokenHash: deviceHash, userId });
  const data = { tipo: 'entrada' as const, ...placeOf(origin) };
  const notice = surprises ? await insertEmail(tx, { kind: 'aviso', address: email, userId, data }) : null;
  return { token, device, notice };
}

async function welcome(
  acesso: Acesso,
  { request, reply, sessionsDb }: Exchange,
  { token, device, notice }: Opened,
): Promise<Sessao> {
  if (notice) await acesso.sendEmail(notice);
  setSessionCookie(reply, token);
  // Set again at each entry, so that a browser in use stays known.
  const known = device ?? readCookie(request, DEVICE_COOKIE);
  if (known) setCookie(reply, DEVICE_COOKIE, known, DEVICE_SECONDS);
  if (readCookie(request, CHALLENGE_COOKIE)) clearCookie(reply, CHALLENGE_COOKIE);
  const sessao = await selectSessao(sessionsDb, hashToken(token));
  if (!sessao) throw unauthenticated();
  return sessao;
}

/** Gives the browser the new token of a session that was rotated. */
export const setSessionCookie = (reply: FastifyReply, token: string) =>
  setCookie(reply, SESSION_COOKIE, token, SESSION_SECONDS);

export const placeOf = ({ address, userAgent }: Origin) => ({ address, userAgent });
