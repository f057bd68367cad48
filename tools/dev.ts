import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultApplication } from '../apps/sandbox/src/mercado-livre/application.ts';
import { startSandbox } from '../apps/sandbox/src/sandbox.ts';
import { startMail } from './mail.ts';
import { startPostgres } from './postgres.ts';
import { DEMO, seedDemo } from './seed.ts';
import { seedProdutos } from './seed-produtos.ts';
import { environment, prepareDatabase, ROOT, start, untilReady } from './stack.ts';

/** Everything the product needs, on this machine alone: `pnpm dev`. */
const ports = { web: 5173, api: 3000, media: 3001, smtp: 1025, sandbox: 4000 };
const MAIL_PAGE = 1080;
const folder = join(ROOT, '.local');
const began = Date.now();

await mkdir(folder, { recursive: true });
const postgres = await startPostgres({ dir: join(folder, 'postgres'), port: 15_432 });
await prepareDatabase(postgres, 'prumo');
const isNew = await seedDemo(postgres.url('prumo'));
const mail = await startMail({ smtp: ports.smtp, web: MAIL_PAGE });
// As registered there, so that what is changed on its page is told to the product.
const callback = `http://127.0.0.1:${ports.api}/api/notificacoes/mercado-livre`;
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
if (isNew) await seedProdutos(`http://127.0.0.1:${ports.api}`, `http://localhost:${ports.web}`, DEMO);
console.log(`
  Prumo está no ar em ${((Date.now() - began) / 1000).toFixed(0)} s.

  Abra     http://localhost:${ports.web}
  Entre    ${DEMO.email}  ·  ${DEMO.senha}
  Emails   http://127.0.0.1:${MAIL_PAGE}
  Fora     ${sandbox.url}
  API      http://127.0.0.1:${ports.api}/api/docs
`);
