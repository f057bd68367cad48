import type pg from 'pg';

/** What `settle` changed, for the operator to read. */
export interface Settled {
  mails: number;
  contas: number;
  sessions: number;
}

/** False for a database from a release that could not hold anything back yet. */
export async function canHold(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>(
    "select to_regclass('recovery.restores') is not null as known",
  );
  return rows[0]?.known ?? false;
}

/**
 * Makes a restored database safe to start on (ADR 0095), in one transaction, as role owner:
 *
 * - mail and marketplaces are held back until the operator releases them;
 * - mail that waited at the moment that was restored is dropped, because the worker has probably sent it since;
 * - every session and every link of an e-mail ends, because some of them were ended or used since;
 * - every marketplace token counts as expired, so that the product tries each one after the release: a token that was
 *   renewed since is refused, and its conta becomes `reconectar`.
 */
export async function settle(
  client: pg.Client,
  restore: { restoredTo: string | null; mailKinds: readonly string[] },
): Promise<Settled> {
  const count = async (sql: string, values: unknown[] = []) =>
    (await client.query(sql, values)).rowCount ?? 0;
  await client.query('begin');
  // Years of e-mails take longer than the limit of the role.
  await client.query('set local statement_timeout = 0');
  // The backup may itself come from a time at which a restore was held.
  await count('update recovery.restores set released_at = now() where released_at is null');
  await count('insert into recovery.restores (restored_to) values ($1)', [restore.restoredTo]);
  await count(
    "update pgboss.job set state = 'cancelled', completed_on = now() where name = any ($1) and state < 'completed'",
    [restore.mailKinds],
  );
  const mails =
    (await count('update auth.emails set used_at = now() where used_at is null and sent_at is null')) +
    (await count("update convites set envio = 'devolvido' where envio = 'pendente'")) +
    (await count("update lembretes set envio = 'devolvido' where envio = 'pendente'"));
  await count('update auth.emails set used_at = now() where used_at is null');
  await count('delete from auth.challenges');
  await count('delete from auth.oauth_flows');
  const sessions = await count('delete from auth.sessions');
  const contas = await count(
    'update mercado_livre_tokens set expires_at = now(), lease_id = null, leased_until = null',
  );
  await client.query('commit');
  return { mails, contas, sessions };
}

export interface Hold {
  restored_to: Date | null;
  created_at: Date;
}

export async function selectHold(client: pg.Client): Promise<Hold | undefined> {
  const { rows } = await client.query<Hold>(
    'select restored_to, created_at from recovery.restores where released_at is null',
  );
  return rows[0];
}

export async function releaseHold(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    'update recovery.restores set released_at = now() where released_at is null',
  );
  return (rowCount ?? 0) > 0;
}

export const noteBackup = (client: pg.Client, what: 'database' | 'objects', label: string) =>
  client.query(
    `insert into recovery.backups (what, label) values ($1, $2)
     on conflict (what) do update set label = excluded.label, finished_at = now()`,
    [what, label],
  );
