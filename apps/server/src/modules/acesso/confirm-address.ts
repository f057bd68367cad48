import type { FastifyRequest } from 'fastify';
import {
  dropLinks,
  findLink,
  insertEmail,
  spendLink,
  type UsedLink,
} from '#modules/acesso/emails/emails.queries.ts';
import type { IdentityDb, IdentityQuery } from '#platform/db/identity-db.ts';
import { hashToken } from '#platform/secrets/tokens.ts';
import { placeOf } from './entry.ts';
import { recordEvent } from './events.queries.ts';
import { type Origin, originOf } from './origin.ts';
import { emailTaken } from './refusals.ts';
import { endSessions, isSessionOf } from './sessions.queries.ts';
import { type Account, changeEmail, lockAccount, verifyUser, wasMadeIn } from './users.queries.ts';

/**
 * A link in an e-mail proves only that its reader has access to the mailbox. The reader may be the owner of
 * an address that a stranger typed, or a program that scans mail. A link therefore confirms only together
 * with a proof that the same person requested it (ADR 0048): the browser that signed up, the password, or a
 * session of the account.
 */
const KINDS = ['confirmacao', 'novo_email'] as const;

export interface Confirmed extends Pick<UsedLink, 'kind' | 'address'> {
  /** False when the proof is missing. The link then stays valid. */
  isConfirmed: boolean;
  /** The id of the notice to the old address, when the account moves to a new one. */
  notice: string | null;
}

/**
 * Confirms by the link and the request's browser or session. Returns undefined when the link is unknown, used
 * or expired.
 */
export function confirmByLink(
  db: IdentityDb,
  request: FastifyRequest,
  tokenHash: string,
): Promise<Confirmed | undefined> {
  return db.transaction(async (tx) => {
    const link = await findLink(tx, tokenHash, KINDS);
    if (!link) return undefined;
    const { kind, address } = link;
    if (!(await isWhoAsked(tx, link, request))) return { kind, address, isConfirmed: false, notice: null };
    if (!(await spendLink(tx, tokenHash, KINDS))) return undefined;
    return { kind, address, isConfirmed: true, notice: await confirm(tx, link, originOf(request)) };
  });
}

const isWhoAsked = (tx: IdentityQuery, { kind, user_id }: UsedLink, request: FastifyRequest) =>
  kind === 'confirmacao'
    ? wasMadeIn(tx, user_id, originOf(request).deviceHash)
    : isSessionOf(tx, user_id, request.sessionHash);

/** Confirms the e-mail address during a sign-in with the account's password and the token of the link. */
export function confirmByPassword(
  db: IdentityDb,
  account: Account,
  token: string,
  origin: Origin,
): Promise<boolean> {
  const tokenHash = hashToken(token);
  return db.transaction(async (tx) => {
    const locked = await lockAccount(tx, account.userId);
    // When the password changed after it was verified, the owner of the mailbox has recovered the account.
    if (locked?.passwordHash !== account.passwordHash) return false;
    const link = await findLink(tx, tokenHash, ['confirmacao']);
    if (link?.user_id !== account.userId || !(await spendLink(tx, tokenHash, ['confirmacao']))) return false;
    await confirm(tx, link, origin);
    return true;
  });
}

async function confirm(tx: IdentityQuery, link: UsedLink, origin: Origin): Promise<string | null> {
  const userId = link.user_id;
  if (link.kind === 'confirmacao') {
    await verifyUser(tx, userId);
    await recordEvent(tx, { kind: 'email_confirmado', userId }, origin);
    return null;
  }
  await lockAccount(tx, userId);
  const before = await changeEmail(tx, userId, link.address);
  if (!before) throw emailTaken();
  // A link sent to the old address must no longer open the account. The session that requested the change
  // stays open.
  await dropLinks(tx, userId);
  await endSessions(tx, userId, link.data.sessionId);
  await recordEvent(tx, { kind: 'email_alterado', userId }, origin);
  return insertEmail(tx, {
    kind: 'aviso',
    address: before,
    userId,
    data: { tipo: 'email_alterado', ...placeOf(origin) },
  });
}
