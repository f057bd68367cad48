import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  defaultApplication,
  MERCADO_LIVRE_CLIENT,
} from '../apps/sandbox/src/mercado-livre/oauth/application.ts';
import { startSandbox } from '../apps/sandbox/src/sandbox.ts';
import { startMail } from './mail.ts';
import { startPostgres } from './postgres.ts';
import { seedConta } from './seed/conta.ts';
import { DEMO, seedDemo } from './seed/demo.ts';
import { seedProdutos } from './seed/produtos.ts';
import { environment, prepareDatabase, ROOT, start, untilReady } from './stack.ts';

/** `pnpm dev` starts the product and everything it needs on this machine. It calls no service outside. */
const ports = { web: 5173, api: 3000, media: 3001, smtp: 1025, sandbox: 4000 };
const MAIL_PAGE = 1080;
const folder = join(ROOT, '.local');
const began = Date.now();

await mkdir(folder, { recursive: true });
const postgres = await startPostgres({ dir: join(folder, 'postgres'), port: 15_432 });
await prepareDatabase(postgres, 'prumo');
const isNew = await seedDemo(postgres.url('prumo'));
const mail = await startMail({ smtp: ports.smtp, web: MAIL_PAGE });
// The sandbox's Mercado Livre calls this address, so it notifies the product of changes that a person makes
// on its page.
const callback = `http://127.0.0.1:${ports.api}/api/notificacoes/mercado-livre/${MERCADO_LIVRE_CLIENT.callbackSecret}`;
const sandbox = await startSandbox({
  port: ports.sandbox,
  mercadoLivre: { applications: [defaultApplication({ callback })] },
});

const env = { ...environment(postgres, 'prumo', ports, folder), LOG_LEVEL: 'warn' };
const http = start('src/main.http.ts', env);
const worker = start('src/main.worker.ts', env);
const vite = spawn(
  join(ROOT, 'apps/web/node_modules/.bin/vite'),
  ['--port', String(ports.web), '--strictPort'],
  {
    cwd: join(ROOT, 'apps/web'),
    env: { ...process.env, API_URL: `http://127.0.0.1:${ports.api}`, WEB_PORT: String(ports.web) },
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);

let stopping = false;
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  vite.kill();
  await Promise.all([http.stop(), worker.stop(), mail.stop(), sandbox.stop()]);
  await postgres.stop();
  process.exit(code);
}
process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
for (const { ended } of [http, worker]) void ended.then(() => stop(1));
vite.on('exit', () => void stop(1));

await untilReady(`http://127.0.0.1:${ports.api}/readyz`);
await untilReady(`http://localhost:${ports.web}/`);
const api = `http://127.0.0.1:${ports.api}`;
if (isNew) await seedProdutos(api, env.PUBLIC_URL, DEMO);
// The seed fails if a person changed the senha or the second factor of the demo account. The product starts
// anyway.
await seedConta(api, env).catch((error: Error) =>
  console.warn(`  A conta de demonstração do Mercado Livre não foi conectada: ${error.message}`),
);
console.log(`
  Prumo está no ar em ${((Date.now() - began) / 1000).toFixed(0)} s.

  Abra     http://localhost:${ports.web}
  Entre    ${DEMO.email}  ·  ${DEMO.senha}
  Emails   http://127.0.0.1:${MAIL_PAGE}
  Fora     ${sandbox.url}
  API      ${api}/api/docs
`);
