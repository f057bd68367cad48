import type { FastifyReply, FastifyRequest } from 'fastify';
import { spendCode } from '#modules/acesso/second-factor/second-factor.ts';
import { AppError, unauthenticated } from '#platform/errors.ts';
import type { Sessions } from '#platform/http/session/session.ts';
import { hashToken, newToken } from '#platform/secrets/tokens.ts';
import type { Acesso } from './acesso.ts';
import { setSessionCookie } from './entry.ts';
import { recordEvent } from './events.queries.ts';
import { codeBuckets, confirmBuckets } from './limits.ts';
import { originOf } from './origin.ts';
import { rotateSession } from './sessions.queries.ts';
import { findAccount } from './users.queries.ts';

interface Exchange {
  request: FastifyRequest<{ Body: { senha?: string | undefined; codigo?: string | undefined } }>;
  reply: FastifyReply;
  sessions: Sessions;
}

/**
 * Verifies again that the signed-in person is the account's owner. The proof is the password, or a fresh
 * Google sign-in if the account has no password. An account with a second factor needs its code too.
 * Sensitive actions are then allowed for ten minutes.
 */
export async function confirmPerson(acesso: Acesso, exchange: Exchange): Promise<void> {
  const { request } = exchange;
  const { caller } = request;
  const { senha, codigo } = request.body;
  const { userId, sessionId } = caller;
  const origin = originOf(request);
  const refuse = async (field: 'senha' | 'codigo', mensagem: string): Promise<never> => {
    await recordEvent(acesso.db, { kind: 'confirmacao_recusada', userId, sessionId }, origin);
    throw new AppError('invalid', mensagem, { campos: { [field]: mensagem } });
  };

  const buckets = [
    ...confirmBuckets(sessionId),
    ...(caller.hasSecondFactor ? codeBuckets(userId, sessionId) : []),
  ];
  await acesso.limits.take(buckets);
  if (caller.hasPassword) {
    const account = await findAccount(acesso.db, userId, origin.deviceHash);
    if (!(await acesso.passwords.verify(account?.passwordHash, senha ?? '', 'known')))
      await refuse('senha', 'Senha incorreta');
  } else if (!caller.wasAtGoogle)
    throw new AppError('forbidden', 'Sua conta não tem senha. Confirme com uma nova entrada com Google.');
  if (caller.hasSecondFactor && !(codigo && (await spendCode(acesso, userId, codigo))))
    await refuse('codigo', 'Código incorreto ou já usado. Espere o próximo código e tente de novo.');
  await acesso.limits.giveBack(buckets);
  await renewToken(acesso, exchange, { confirmed: true });
  const method = caller.hasPassword ? ('senha' as const) : ('google' as const);
  await recordEvent(acesso.db, { kind: 'identidade_confirmada', userId, sessionId, method }, origin);
}

/**
 * Rotates the session's token after a proof of identity, or after a change of the account's password or
 * second factor.
 */
export async function renewToken(
  acesso: Acesso,
  { request, reply, sessions }: Pick<Exchange, 'reply' | 'sessions'> & { request: FastifyRequest },
  { confirmed }: { confirmed: boolean },
): Promise<void> {
  const token = newToken('prs');
  const before = request.sessionHash ?? '';
  // The update matches the old token. Of two concurrent requests one succeeds, and the other retries with the
  // new cookie.
  if (!(await rotateSession(acesso.db, { before, after: hashToken(token), confirmed })))
    throw unauthenticated();
  sessions.forget(before);
  setSessionCookie(reply, token);
}
