import { sessoes } from '@prumo/contract/acesso.ts';
import { insertEmail } from '#modules/acesso/emails/emails.queries.ts';
import { tryChallenge } from '#modules/acesso/second-factor/challenges.queries.ts';
import { spendCode } from '#modules/acesso/second-factor/second-factor.ts';
import type { Database } from '#platform/db/db.ts';
import { AppError, unauthenticated } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import { empresaOf } from '#platform/http/session/access.ts';
import { CHALLENGE_COOKIE, clearCookie, readCookie, SESSION_COOKIE } from '#platform/http/session/cookies.ts';
import type { Sessions } from '#platform/http/session/session.ts';
import { signIns } from '#platform/metrics/metrics.ts';
import { hashToken, isToken } from '#platform/secrets/tokens.ts';
import type { Acesso } from './acesso.ts';
import { confirmPerson } from './confirm.ts';
import { confirmByPassword } from './confirm-address.ts';
import { enter, enterWithCode } from './entry.ts';
import { recordEvent } from './events.queries.ts';
import { codeBuckets, emailBuckets, noticeBucket, signInBuckets } from './limits.ts';
import { type Origin, originOf } from './origin.ts';
import { challengeOver, wrongCode, wrongPassword } from './refusals.ts';
import { endSession, renewSession, selectSessao } from './sessions.queries.ts';
import { type Account, findAccount, findAccountByEmail, replacePassword } from './users.queries.ts';

interface Parts extends Acesso {
  sessionsDb: Database;
  sessions: Sessions;
}

/** The event of a throttled sign-in is written at a random moment within this time. */
const NOTE_WITHIN_MS = 1000;

export function sessoesRoutes(app: App, acesso: Parts): void {
  const { db, limits, passwords, sessions, sessionsDb } = acesso;

  app.route({
    ...sessoes.create,
    handler: async (request, reply) => {
      const { email, senha, confirmacao } = request.body;
      const origin = originOf(request);
      const account = await findAccountByEmail(db, email, origin.deviceHash);
      const isKnown = account?.isKnownDevice ?? false;
      const buckets = signInBuckets({ ...origin, email, knownDevice: isKnown ? origin.deviceHash : null });
      await limits.take(buckets).catch((error: unknown) => {
        signIns({ method: 'senha', outcome: 'limited' }).inc();
        // The event is written at a random time after the response. Otherwise the response time would reveal
        // that the e-mail has an account.
        if (account)
          setTimeout(() => void noteHeldBack(acesso, account.userId, origin), Math.random() * NOTE_WITHIN_MS);
        throw error;
      });
      const isRight = await passwords.verify(account?.passwordHash, senha, isKnown ? 'known' : 'stranger');
      if (!account || !isRight) {
        const userId = account?.userId ?? null;
        signIns({ method: 'senha', outcome: 'refused' }).inc();
        await recordEvent(db, { kind: 'entrada_recusada', userId, method: 'senha' }, origin);
        throw wrongPassword();
      }
      await limits.giveBack(buckets);
      const isConfirmed =
        account.isVerified ||
        (confirmacao !== undefined && (await confirmByPassword(db, account, confirmacao, origin)));
      if (!isConfirmed) {
        signIns({ method: 'senha', outcome: 'unconfirmed' }).inc();
        throw await unverified(acesso, account, request.ip);
      }
      const proved = await upToDate(acesso, account, senha);
      return enter(
        acesso,
        { request, reply, sessionsDb },
        {
          userId: account.userId,
          method: 'senha',
          holds: (_, { passwordHash }) => passwordHash === proved,
        },
      );
    },
  });

  app.route({
    ...sessoes.verify,
    handler: async (request, reply) => {
      const token = readCookie(request, CHALLENGE_COOKIE);
      if (!isToken('prc', token)) throw challengeOver();
      const origin = originOf(request);
      const challenge = await tryChallenge(db, hashToken(token));
      const account = challenge && (await findAccount(db, challenge.userId, origin.deviceHash));
      if (!challenge || !account) {
        clearCookie(reply, CHALLENGE_COOKIE);
        throw challengeOver();
      }
      const { userId } = account;
      const buckets = codeBuckets(userId, account.isKnownDevice ? origin.deviceHash : null);
      await limits.take(buckets).catch((error: unknown) => {
        signIns({ method: 'codigo', outcome: 'limited' }).inc();
        throw error;
      });
      const method = await spendCode(acesso, userId, request.body.codigo);
      if (!method) {
        signIns({ method: 'codigo', outcome: 'refused' }).inc();
        await recordEvent(db, { kind: 'segundo_fator_recusado', userId }, origin);
        throw wrongCode();
      }
      await limits.giveBack(buckets);
      const answer = { challengeHash: hashToken(token), userId, code: method };
      return enterWithCode(acesso, { request, reply, sessionsDb }, answer);
    },
  });

  app.route({
    ...sessoes.current,
    handler: async (request, reply) => {
      const hash = request.sessionHash;
      if (hash === null) return { sessao: null };
      await renewSession(db, hash, request.ip);
      const sessao = await selectSessao(sessionsDb, hash, empresaOf(request));
      if (!sessao) {
        sessions.forget(hash);
        // When the token was rotated meanwhile, the browser already has the new cookie, which must not be
        // cleared.
        if (await endSession(db, hash)) clearCookie(reply, SESSION_COOKIE);
      }
      return { sessao };
    },
  });

  app.route({
    ...sessoes.remove,
    handler: async (request, reply) => {
      clearCookie(reply, SESSION_COOKIE);
      reply.header('clear-site-data', '"cache"');
      const hash = request.sessionHash;
      if (hash === null) throw unauthenticated();
      sessions.forget(hash);
      const ended = await db.transaction(async (tx) => {
        const session = await endSession(tx, hash);
        if (session)
          await recordEvent(
            tx,
            { kind: 'saida', userId: session.user_id, sessionId: session.id },
            originOf(request),
          );
        return session;
      });
      if (!ended) throw unauthenticated();
      return null;
    },
  });

  app.route({
    ...sessoes.confirm,
    handler: async (request, reply) => {
      await confirmPerson(acesso, { request, reply, sessions });
      return null;
    },
  });
}

/**
 * Returns the refusal of a correct password for an unconfirmed account. Sends a new link unless the limit is
 * reached.
 */
async function unverified(acesso: Acesso, account: Account, address: string): Promise<AppError> {
  const { userId, email } = account;
  const sent = await acesso.limits.take(emailBuckets('confirmacao', { address, email })).then(
    async () => {
      await acesso.sendEmail(await insertEmail(acesso.db, { kind: 'confirmacao', address: email, userId }));
      return true;
    },
    () => false,
  );
  return new AppError(
    'forbidden',
    sent
      ? 'Confirme seu email antes de entrar. Enviamos um novo link para a sua caixa de entrada.'
      : 'Confirme seu email antes de entrar. O link já está na sua caixa de entrada; veja também o spam.',
  );
}

/** Rehashes the password when its hash has older settings. Returns the hash that `enter` must find stored. */
async function upToDate({ db, passwords }: Acesso, account: Account, senha: string): Promise<string | null> {
  const { userId, passwordHash } = account;
  if (!passwordHash || !passwords.isOutdated(passwordHash)) return passwordHash;
  const after = await passwords.hash(senha, 'known');
  await replacePassword(db, userId, passwordHash, after);
  return after;
}

/** Records a throttled sign-in for the owner's profile, once in ten minutes and not once per guess. */
const noteHeldBack = (acesso: Acesso, userId: string, origin: Origin): Promise<void> =>
  acesso.limits
    .take(noticeBucket(userId))
    .then(() => recordEvent(acesso.db, { kind: 'entrada_limitada', userId }, origin))
    // A reached limit means that the event is already recorded. A database failure cannot be reported,
    // because the response has been sent.
    .catch(() => {});
