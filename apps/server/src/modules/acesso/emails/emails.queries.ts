import type { TipoDeEvento } from '@prumo/contract/eventos.ts';
import type { IdentityQuery } from '#platform/db/identity-db.ts';

export type LinkKind = 'confirmacao' | 'recuperacao' | 'novo_email';

/** The content of a notice to the owner of an account: what happened, and from where. */
export interface Notice {
  tipo: TipoDeEvento;
  address: string;
  userAgent: string | null;
}

export interface EmailRow {
  id: string;
  kind: LinkKind | 'aviso';
  address: string;
  user_id: string | null;
  data: EmailData;
  created_at: Date;
}

/** `sessionId` is the session that requested a new address. It stays open when the address is confirmed. */
export type EmailData = Partial<Notice> & { sessionId?: string };

export async function insertEmail(
  db: IdentityQuery,
  email: { kind: LinkKind | 'aviso'; address: string; userId: string | null; data?: EmailData },
): Promise<string> {
  const [row] = await db.query<{ id: string }>(
    'insert into auth.emails (kind, address, user_id, data) values ($1, $2, $3, $4) returning id',
    [email.kind, email.address, email.userId, email.data ?? {}],
  );
  if (!row) throw new Error('the e-mail was not written');
  return row.id;
}

/** Lets only one of two workers send the e-mail. A second link would replace the token of the first. */
export async function claim(db: IdentityQuery, id: string): Promise<EmailRow | undefined> {
  const [row] = await db.query<EmailRow>(
    `update auth.emails set claimed_at = now()
     where id = $1 and sent_at is null and used_at is null
       and (claimed_at is null or claimed_at < now() - interval '1 minute')
     returning id, kind, address, user_id, data, created_at`,
    [id],
  );
  return row;
}

export const release = (db: IdentityQuery, id: string) =>
  db.query('update auth.emails set claimed_at = null where id = $1', [id]);

/**
 * Selects e-mails whose process died before it enqueued the job. A stranger requested each row that has no
 * user.
 */
export const findForgotten = (db: IdentityQuery) =>
  db.query<{ id: string; user_id: string | null }>(
    `select id, user_id from auth.emails where sent_at is null and used_at is null
       and created_at between now() - interval '1 day' and now() - interval '2 minutes'
     order by user_id is null, created_at limit 100`,
  );

/**
 * Stores the token of a link. Returns false when the link is void because it was revoked or the account has
 * moved to another address.
 */
export async function setLink(
  db: IdentityQuery,
  link: { id: string; userId: string; tokenHash: string; seconds: number },
): Promise<boolean> {
  const rows = await db.query(
    `update auth.emails e set token_hash = $3, user_id = $2, expires_at = now() + make_interval(secs => $4)
     where id = $1 and used_at is null
       and (kind = 'novo_email' or exists (select from auth.users u where u.id = $2 and u.email = e.address))
     returning id`,
    [link.id, link.userId, link.tokenHash, link.seconds],
  );
  return rows.length > 0;
}

export const markSent = (db: IdentityQuery, id: string) =>
  db.query('update auth.emails set sent_at = now() where id = $1', [id]);

export interface UsedLink {
  kind: LinkKind;
  user_id: string;
  address: string;
  data: EmailData;
}

/**
 * Finds a valid link and locks it, so that a concurrent request with the same token waits and then finds it
 * used.
 */
export async function findLink(
  db: IdentityQuery,
  tokenHash: string,
  kinds: readonly LinkKind[],
): Promise<UsedLink | undefined> {
  const [link] = await db.query<UsedLink>(
    `select kind, user_id, address, data from auth.emails
     where token_hash = $1 and kind = any ($2) and used_at is null and expires_at > now() for update`,
    [tokenHash, kinds],
  );
  return link;
}

/** Marks the link as used, and with it every other link of its kind that was sent to the same user. */
export async function spendLink(
  db: IdentityQuery,
  tokenHash: string,
  kinds: readonly LinkKind[],
): Promise<UsedLink | undefined> {
  const [link] = await db.query<UsedLink>(
    `update auth.emails set used_at = now()
     where token_hash = $1 and kind = any ($2) and used_at is null and expires_at > now()
     returning kind, user_id, address, data`,
    [tokenHash, kinds],
  );
  if (link)
    await db.query(
      'update auth.emails set used_at = now() where user_id = $1 and kind = $2 and used_at is null',
      [link.user_id, link.kind],
    );
  return link;
}

/**
 * Voids every link of the user, sent or not. It runs after a change of the account's address, password or
 * second factor, and when the owner ends all other sessions.
 */
export const dropLinks = (db: IdentityQuery, userId: string) =>
  db.query(
    "update auth.emails set used_at = now() where user_id = $1 and kind <> 'aviso' and used_at is null",
    [userId],
  );

/** Voids the links that one session requested, when the account's owner ends that session. */
export const dropLinksOf = (db: IdentityQuery, userId: string, sessionId: string) =>
  db.query(
    "update auth.emails set used_at = now() where user_id = $1 and data ->> 'sessionId' = $2 and used_at is null",
    [userId, sessionId],
  );

/** Returns the reason why a link is not valid, for the message to the person. */
export async function whyUseless(
  db: IdentityQuery,
  tokenHash: string,
): Promise<'usado' | 'expirado' | 'desconhecido'> {
  const [row] = await db.query<{ used: boolean }>(
    'select used_at is not null as used from auth.emails where token_hash = $1',
    [tokenHash],
  );
  return row ? (row.used ? 'usado' : 'expirado') : 'desconhecido';
}
