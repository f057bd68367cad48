import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../apps/sandbox/src/sandbox.ts';
import { PATIENCE } from '../apps/server/src/testing/patience.ts';
import { startMail } from './mail.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { environment, prepareDatabase, ROOT, start, untilReady } from './stack.ts';

export interface Product {
  /** Web and API share one origin. */
  url: string;
  mailPage: string;
  /** The stand-in for every outside service. */
  sandbox: string;
  /** The process that answers requests, for proofs that stop it for a while. */
  httpPid: number;
  /** The log file of the server's processes. `stop` deletes it. */
  log: string;
  postgres: Postgres;
  database: string;
  stop: () => Promise<void>;
}

/**
 * Starts the built product with everything it needs (run `pnpm build` first). The browser tests, the proofs
 * that use a browser and the screenshots use it. It takes six ports, starting at `port`.
 */
export async function startProduct(port: number): Promise<Product> {
  const folder = await mkdtemp(`${tmpdir()}/prumo-product-`);
  const files = await mkdtemp(`${tmpdir()}/prumo-files-`);
  const ports = { web: port, api: port, media: port + 1, smtp: port + 2, sandbox: port + 5 };
  const postgres = await startPostgres({ dir: folder, port: port + 4, settings: { fsync: 'off' } });
  await prepareDatabase(postgres, 'prumo', PATIENCE);
  const mail = await startMail({ smtp: ports.smtp, web: port + 3 });
  const sandbox = await startSandbox({ port: ports.sandbox });
  const log = join(files, 'server.log');
  const env = {
    ...environment(postgres, 'prumo', ports, files),
    NODE_ENV: 'test',
    WEB_DIST: join(ROOT, 'apps/web/dist'),
    LOG_LEVEL: 'info',
    RATE_LIMIT: '0',
    PATIENCE: String(PATIENCE),
    SIGN_IN_LIMITS: 'off',
  };
  const http = start('dist/main.http.js', env, log);
  const worker = start('dist/main.worker.js', env, log);
  await untilReady(`http://127.0.0.1:${port}/readyz`);
  return {
    url: `http://localhost:${port}`,
    mailPage: `http://127.0.0.1:${port + 3}`,
    sandbox: sandbox.url,
    httpPid: http.child.pid ?? 0,
    log,
    postgres,
    database: 'prumo',
    stop: async () => {
      await Promise.all([http.stop(), worker.stop()]);
      await Promise.all([mail.stop(), sandbox.stop()]);
      await postgres.stop();
      await Promise.all([folder, files].map((each) => rm(each, { recursive: true, force: true })));
    },
  };
}
