import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { type Harness, openHarness } from './harness.ts';
import type {} from './provided.ts';

const PASSWORD = 'prumo';

/**
 * The real application on a database of its own, cloned from the migrated template: the one entrance of server tests.
 * Each test makes its own `anEmpresa()`; tenancy is the isolation between tests.
 */
export async function testApp(settings: Record<string, string> = {}): Promise<Harness> {
  const port = inject('postgresPort');
  const database = `t_${randomUUID().replaceAll('-', '')}`;
  const url = (role: string, name = database) => `postgres://${role}:${PASSWORD}@127.0.0.1:${port}/${name}`;
  await asAdmin(
    url('postgres', 'postgres'),
    `create database ${database} template ${inject('templateDatabase')} owner owner`,
  );
  const harness = await openHarness(url, settings);
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
