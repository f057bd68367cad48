import type { TipoDeEvento } from '@prumo/contract/eventos.ts';
import type { IdentityQuery } from '#platform/identity-db.ts';

export type LinkKind = 'confirmacao' | 'recuperacao' | 'novo_email';

/** What a notice tells the owner of an account: something happened to it, from here, at that time. */
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

/** `sessionId`: the session that asked for a new address, which goes on when it is confirmed. */
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

/** Of two workers one writes it: a second link would make the first worth nothing. */
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

/** Left behind by a process that was killed before it told the worker. */
export async function findForgotten(db: IdentityQuery): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from auth.emails where sent_at is null and used_at is null
       and created_at between now() - interval '1 day' and now() - interval '2 minutes'
     order by created_at limit 100`,
  );
  return rows.map(({ id }) => id);
}

/** False when it is worth nothing by now: revoked, or the account has moved to another address. */
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

export async function findLink(
  db: IdentityQuery,
  tokenHash: string,
  kind: LinkKind,
): Promise<{ user_id: string } | undefined> {
  const [link] = await db.query<{ user_id: string }>(
    'select user_id from auth.emails where token_hash = $1 and kind = $2 and used_at is null and expires_at > now()',
    [tokenHash, kind],
  );
  return link;
}

/** The first to come with a link uses it up, and with it every other of its kind that was sent to the same user. */
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

/** Every link on its way to the user, sent or not: what protects the account has changed. */
export const dropLinks = (db: IdentityQuery, userId: string) =>
  db.query(
    "update auth.emails set used_at = now() where user_id = $1 and kind <> 'aviso' and used_at is null",
    [userId],
  );

/** What one session had asked for, when it is ended by the account's owner. */
export const dropLinksOf = (db: IdentityQuery, userId: string, sessionId: string) =>
  db.query(
    "update auth.emails set used_at = now() where user_id = $1 and data ->> 'sessionId' = $2 and used_at is null",
    [userId, sessionId],
  );

/** Why a link is worth nothing, to say it in words. */
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
