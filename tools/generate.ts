import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApp } from '../apps/server/src/app.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { startPostgres } from './postgres.ts';
import { environment, prepareDatabase, ROOT } from './stack.ts';

/**
 * Generates db.types.ts from the migrations and openapi.json from the contract. With --verify it writes nothing and
 * fails when a committed file differs from the generated one.
 */
const verify = process.argv.includes('--verify');
const PORT = 23_000 + (process.pid % 900);
const folder = await mkdtemp(`${tmpdir()}/prumo-generate-`);
const postgres = await startPostgres({ dir: folder, port: PORT, settings: { fsync: 'off' } });
try {
  await prepareDatabase(postgres, 'prumo');
  const types = spawnSync(
    join(ROOT, 'node_modules/.bin/kysely-codegen'),
    [
      ...['--config-file', '.kysely-codegenrc.json', '--url', postgres.url('prumo', 'owner')],
      ...['--log-level', 'error', ...(verify ? ['--verify'] : [])],
    ],
    { cwd: join(ROOT, 'apps/server'), stdio: 'inherit' },
  );
  if (types.status !== 0) throw new Error('db.types.ts does not match the migrations. Run pnpm generate.');

  const ports = { web: 1, api: 1, media: 1, smtp: 1, sandbox: 1 };
  const config = readConfig({ ...environment(postgres, 'prumo', ports, folder), LOG_LEVEL: 'error' });
  const { app } = await openApp(config);
  await app.ready();
  const printed = `${JSON.stringify(app.swagger(), null, 2)}\n`;
  await app.close();
  const file = join(ROOT, 'openapi.json');
  if (!verify) await writeFile(file, printed);
  else if ((await readFile(file, 'utf8')) !== printed)
    throw new Error('openapi.json does not match the contract. Run pnpm generate.');
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit(0);
