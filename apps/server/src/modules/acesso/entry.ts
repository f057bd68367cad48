import type { Entrou, Sessao } from '@prumo/contract/acesso.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { insertEmail } from '#modules/acesso/emails/emails.queries.ts';
import { insertChallenge, takeChallenge } from '#modules/acesso/second-factor/challenges.queries.ts';
import type { Database } from '#platform/db/db.ts';
import type { IdentityQuery } from '#platform/db/identity-db.ts';
import { AppError, unauthenticated } from '#platform/errors.ts';
import { empresaOf } from '#platform/http/session/access.ts';
import {
  CHALLENGE_COOKIE,
  clearCookie,
  DEVICE_COOKIE,
  readCookie,
  SESSION_COOKIE,
  setCookie,
} from '#platform/http/session/cookies.ts';
import { signIns } from '#platform/metrics/metrics.ts';
import { hashToken, newToken } from '#platform/secrets/tokens.ts';
import type { Acesso } from './acesso.ts';
import { type Method, recordEvent } from './events.queries.ts';
import { type Origin, originOf } from './origin.ts';
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

/** The first proof of a person's identity. */
interface Proof {
  userId: string;
  method: 'senha' | 'google' | 'recuperacao';
  /**
   * Checks the proof again under the account's lock. A new password or a switched-off Google sign-in voids a
   * sign-in in progress.
   */
  holds(tx: IdentityQuery, account: Account): boolean | Promise<boolean>;
}

const overtaken = () =>
  new AppError('unauthenticated', 'Sua conta mudou enquanto você entrava. Entre de novo.');

/**
 * The only way to open a session, after any kind of first proof. An account with a second factor gets a
 * challenge instead, and only the right code (`enterWithCode`) opens a session.
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
  signIns({ method, outcome: 'challenge' in entered ? 'second_factor' : 'entered' }).inc();
  if (!('challenge' in entered))
    return { situacao: 'entrou', sessao: await welcome(acesso, exchange, entered) };
  setCookie(exchange.reply, CHALLENGE_COOKIE, entered.challenge, CHALLENGE_SECONDS);
  return { situacao: 'segundo_fator' };
}

/**
 * Opens a session after a correct code. Only the first request that takes the challenge succeeds. A new
 * password, address or second factor deletes the challenge.
 */
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
  signIns({ method: 'codigo', outcome: 'entered' }).inc();
  return welcome(acesso, exchange, opened);
}

interface Opened {
  token: string;
  /** A new device token, for a browser that had none. */
  device: string | null;
  /** The id of a notice to the owner. Null unless the account knows other browsers and this one is new. */
  notice: string | null;
}

/**
 * Opens a session under a new token. The server never adopts a session cookie that the browser already had.
 */
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
  // Each sign-in sets the cookie again, so that a browser in use stays known.
  const known = device ?? readCookie(request, DEVICE_COOKIE);
  if (known) setCookie(reply, DEVICE_COOKIE, known, DEVICE_SECONDS);
  if (readCookie(request, CHALLENGE_COOKIE)) clearCookie(reply, CHALLENGE_COOKIE);
  const sessao = await selectSessao(sessionsDb, hashToken(token), empresaOf(request));
  if (!sessao) throw unauthenticated();
  return sessao;
}

/** Returns the hash of the browser's device token, and sets a new token if the browser has none. */
export function nameBrowser(request: FastifyRequest, reply: FastifyReply): string {
  const { deviceHash } = originOf(request);
  if (deviceHash) return deviceHash;
  const device = newToken('prd');
  setCookie(reply, DEVICE_COOKIE, device, DEVICE_SECONDS);
  return hashToken(device);
}

/** Sends the browser the token of a new or rotated session. */
export const setSessionCookie = (reply: FastifyReply, token: string) =>
  setCookie(reply, SESSION_COOKIE, token, SESSION_SECONDS);

export const placeOf = ({ address, userAgent }: Origin) => ({ address, userAgent });
