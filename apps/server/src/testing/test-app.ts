import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { marketplaceModules } from '#parts.ts';
import { type Harness, openHarness } from './harness.ts';
import type {} from './provided.ts';

const PASSWORD = 'prumo';

/**
 * Opens the real application on a new database, cloned from the migrated template. Every server test starts here. Each
 * test creates its own `anEmpresa()`, so tenancy isolates the tests from each other.
 */
export async function testApp(
  settings: Record<string, string> = {},
  modules = marketplaceModules,
): Promise<Harness> {
  const port = inject('postgresPort');
  const database = `t_${randomUUID().replaceAll('-', '')}`;
  const url = (role: string, name = database) => `postgres://${role}:${PASSWORD}@127.0.0.1:${port}/${name}`;
  await asAdmin(
    url('postgres', 'postgres'),
    `create database ${database} template ${inject('templateDatabase')} owner owner`,
  );
  const harness = await openHarness(url, settings, modules);
  await harness.app.ready();
  afterAll(harness.close);
  return harness;
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
