import pg from 'pg';
import { withSecrets } from '#platform/config.ts';

/** The address of the database as role owner. The commands of the operator read it from a file. */
export function ownerUrl(): string {
  const url = withSecrets(process.env)['MIGRATE_DATABASE_URL'];
  if (!url) throw new Error('MIGRATE_DATABASE_URL_FILE is missing: a file with the connection of role owner');
  return url;
}

export async function asOwner<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: ownerUrl() });
  await client.connect();
  return work(client).finally(() => client.end());
}
