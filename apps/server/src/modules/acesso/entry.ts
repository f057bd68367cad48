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
import { unauthenticated } from '#platform/errors.ts';
import { hashToken, newToken } from '#platform/tokens.ts';
import { type Acesso, type Origin, originOf } from './acesso.ts';
import { insertChallenge } from './challenges.queries.ts';
import { insertEmail } from './emails.queries.ts';
import { type Method, recordEvent } from './events.ts';
import { endSession, insertSession, rememberDevice, selectSessao } from './sessions.queries.ts';
import type { Account } from './users.queries.ts';

const DAY = 24 * 3600;
const SESSION_SECONDS = 30 * DAY;
const DEVICE_SECONDS = 365 * DAY;
const CHALLENGE_SECONDS = 600;

/** Who passed the first proof, and by which. */
interface Proved {
  account: Pick<Account, 'userId' | 'email' | 'hasSecondFactor'>;
  method: Method;
}

/**
 * The one way to a session, whatever the first proof was: an account with a second factor gets a question instead, and
 * only its answer leads on to `startSession`.
 */
export async function enter(
  acesso: Acesso,
  { request, reply, sessionsDb }: { request: FastifyRequest; reply: FastifyReply; sessionsDb: Database },
  { account, method }: Proved,
): Promise<Entrou> {
  if (account.hasSecondFactor) {
    const token = newToken('prc');
    await insertChallenge(acesso.db, { tokenHash: hashToken(token), userId: account.userId, method });
    setCookie(reply, CHALLENGE_COOKIE, token, CHALLENGE_SECONDS);
    return { situacao: 'segundo_fator' };
  }
  const sessao = await startSession(acesso, { request, reply, sessionsDb }, { account, method });
  return { situacao: 'entrou', sessao };
}

/** A new session under a new token: a cookie the browser brought along is never adopted. */
export async function startSession(
  acesso: Acesso,
  { request, reply, sessionsDb }: { request: FastifyRequest; reply: FastifyReply; sessionsDb: Database },
  { account, method }: Proved,
): Promise<Sessao> {
  const origin = originOf(request);
  const token = newToken('prs');
  const device = origin.deviceHash ? null : newToken('prd');
  const notice = await acesso.db.transaction(async (tx) => {
    if (request.sessionHash) await endSession(tx, request.sessionHash);
    const sessionId = await insertSession(tx, {
      userId: account.userId,
      tokenHash: hashToken(token),
      origin,
    });
    await recordEvent(tx, { kind: 'entrada', userId: account.userId, method, sessionId }, origin);
    const isNewDevice = await rememberDevice(tx, {
      tokenHash: device ? hashToken(device) : (origin.deviceHash ?? ''),
      userId: account.userId,
    });
    return isNewDevice
      ? insertEmail(tx, {
          kind: 'aviso',
          address: account.email,
          userId: account.userId,
          data: { tipo: 'entrada', ...placeOf(origin) },
        })
      : null;
  });
  if (notice) await acesso.sendEmail(notice);
  setCookie(reply, SESSION_COOKIE, token, SESSION_SECONDS);
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
