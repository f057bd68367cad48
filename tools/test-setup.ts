import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { TestProject } from 'vitest/node';
import { PATIENCE } from '../apps/server/src/testing/patience.ts';
import type {} from '../apps/server/src/testing/provided.ts';
import { startCeph } from './ceph.ts';
import { startMail } from './mail.ts';
import { startPostgres } from './postgres.ts';
import { prepareDatabase } from './stack.ts';

const PORT = 24_100 + (process.pid % 800);
const MAIL = { smtp: PORT + 1000, page: PORT + 2000 };
const TEMPLATE = 'prumo_template';

/** Starts one PostgreSQL with a migrated template, one mail catcher and one S3 gateway for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(`${tmpdir()}/prumo-test-`);
  const postgres = await startPostgres({
    dir: folder,
    port: PORT,
    // Tests throw their data away and need no durability. prove:crash proves durability.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  });
  await prepareDatabase(postgres, TEMPLATE, PATIENCE);
  const mail = await startMail({ smtp: MAIL.smtp, web: MAIL.page });
  const ceph = await startCeph();
  project.provide('mail', MAIL);
  project.provide('postgresPort', PORT);
  project.provide('templateDatabase', TEMPLATE);
  project.provide('s3', { endpoint: ceph.endpoint, key: ceph.key, secret: ceph.secret });
  return async () => {
    await ceph.stop();
    await mail.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
