import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { RouteEntry } from '../../apps/server/src/platform/http/http.ts';
import { openHarness } from '../../apps/server/src/testing/harness.ts';
import { isProduct } from '../../apps/server/src/testing/isolation/routes.ts';
import { startMail } from '../../tools/mail.ts';
import type { Postgres } from '../../tools/postgres.ts';
import { connect } from '../kit/contas.ts';
import { type Edit, withEdits } from '../kit/edits.ts';
import { openProduct, type Stage } from '../kit/product.ts';
import { type Actor, anActor, signInAgain } from '../kit/requests/people.ts';
import { openStandIn } from '../kit/stand-in.ts';
import type { Memory } from './memory.probe.ts';

/** How often a person tries to connect a conta if the product answers that they should try again. */
const TRIES = 5;

export type Site = Awaited<ReturnType<typeof openSite>>;

/**
 * Starts an http and a worker process on their own database, with the settings of production but no rate
 * limits.
 */
export async function openSite(stage: Stage, database: string, edits: readonly Edit[]) {
  const log = join(stage.folder, `${database}.log`);
  const product = await openProduct(stage, {
    database,
    log,
    settings: { RATE_LIMIT: '0', LOG_LEVEL: 'warn', MERCADO_LIVRE_CALLS_PER_SECOND: '200' },
  });
  const { admin, ports } = product;
  const standIn = await openStandIn(stage);
  const mail = await startMail({ smtp: ports.smtp, web: stage.port + 6 });
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await product.kill();
    await Promise.all([standIn.stop(), mail.stop()]);
  };
  stage.onEnd(close);
  const memoryFile = join(stage.folder, `${database}.memory.json`);
  const probe = `--import=${pathToFileURL(join(import.meta.dirname, 'memory.probe.ts')).href}`;
  const { NODE_OPTIONS: plant = '', ...planted } = withEdits(edits);
  const probed = { ...planted, NODE_OPTIONS: `${plant} ${probe}`.trim() };
  const worker = product.run('worker', { ...probed, FUZZ_MEMORY: '/dev/null' });
  const http = await product.serve({ ...probed, FUZZ_MEMORY: memoryFile });

  let sellers = 0;
  return {
    api: product.api,
    port: ports.api,
    origin: product.origin,
    admin,
    routes: await routesOf(stage.postgres, database),
    /** Creates an empresa with a connected conta and two people. */
    async aHouse(): Promise<{ member: Actor; plain: Actor; conta: unknown }> {
      const member = await anActor(admin, { twoStep: true });
      const plain = await anActor(admin, { twoStep: false, empresaId: member.empresaId });
      const seller = 7_000_000_000 + ++sellers;
      await standIn.aSeller({
        ...{ id: seller, apelido: `LOJA${sellers}`, semente: sellers },
        ...{ anuncios: 20, vendas: 20, fotos: 1 },
      });
      return { member, plain, conta: await connect(product, member, seller, TRIES) };
    },
    signInAgain: (actor: Actor) => signInAgain(admin, actor),
    isAlive: () => !http.isDead(),
    /** The processes that have ended although the proof did not stop them. */
    dead: () => Object.entries({ http, worker }).flatMap(([name, { isDead }]) => (isDead() ? [name] : [])),
    async memory(): Promise<Memory> {
      await rm(memoryFile, { force: true });
      http.child.kill('SIGUSR2');
      for (let tries = 0; tries < 200; tries++) {
        const text = await readFile(memoryFile, 'utf8').catch(() => '');
        if (text) return JSON.parse(text) as Memory;
        await sleep(50);
      }
      throw new Error('the process did not report its memory');
    },
    /** The log lines with an unhandled rejection, an uncaught exception or a level of error or above. */
    async alarms(): Promise<string[]> {
      const lines = (await readFile(log, 'utf8')).split('\n');
      return lines.filter((line) => /unhandled|uncaught|"level":[56]0/i.test(line));
    },
    close,
  };
}

/**
 * The routes that the application registers, with their contracts. A new route is therefore covered
 * automatically.
 */
async function routesOf(postgres: Postgres, database: string): Promise<RouteEntry[]> {
  const harness = await openHarness((role) => postgres.url(database, role));
  const routes = harness.app.routeInventory.filter(isProduct);
  await harness.close();
  return routes;
}
