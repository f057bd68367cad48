import type { Database } from '#platform/db/db.ts';

/** The name of each recorded key, and the text that it sealed. */
export async function selectKeyChecks(db: Pick<Database, 'global'>): Promise<Map<string, string>> {
  const rows = await db.global<{ name: string; sealed: string }>(
    'select name, sealed from secrets.key_checks',
  );
  return new Map(rows.map(({ name, sealed }) => [name, sealed]));
}

export const insertKeyChecks = (
  db: Pick<Database, 'global'>,
  names: readonly string[],
  sealed: readonly string[],
) =>
  db.global(
    `insert into secrets.key_checks (name, sealed) select * from unnest($1::text[], $2::text[])
     on conflict (name) do nothing`,
    [names, sealed],
  );
