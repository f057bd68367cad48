import { join } from 'node:path';
import type { RouteEntry } from '../../apps/server/src/platform/http/http.ts';
import { openHarness } from '../../apps/server/src/testing/harness.ts';
import { isProduct } from '../../apps/server/src/testing/isolation/routes.ts';
import { givePassword, hashPassword } from '../../apps/server/src/testing/people.ts';
import { ROOT } from '../../tools/stack.ts';
import { type Edit, withEdits } from '../kit/edits.ts';
import { NO_LIMITS, type Operator, openProduct, portsOf, type Stage } from '../kit/product.ts';
import { startMailServer } from './mail.ts';

export const SENHA = 'prumo-prova-1';

export type Site = Awaited<ReturnType<typeof openSite>>;

/** Starts http with the built web, a worker and a mail server, on their own database. */
export async function openSite(stage: Stage, database: string, edits: readonly Edit[]) {
  const ports = portsOf(stage.port);
  const origin = `http://localhost:${ports.api}`;
  const product = await openProduct(stage, {
    database,
    log: join(stage.folder, `${database}.log`),
    settings: {
      ...NO_LIMITS,
      ...{ LOG_LEVEL: 'warn', MEDIA_PORT: String(ports.media), PUBLIC_URL: origin },
      WEB_DIST: join(ROOT, 'apps/web/dist'),
    },
  });
  const mail = await startMailServer(ports.smtp);
  product.run('worker', withEdits(edits));
  await product.serve(withEdits(edits));
  const harness = await openHarness((role) => stage.postgres.url(database, role));
  const routes: RouteEntry[] = harness.app.routeInventory.filter(isProduct);
  await harness.close();
  const hashed = await hashPassword(SENHA);
  return {
    origin,
    routes,
    received: mail.received,
    ask: product.ask,
    sql: product.sql,
    confirm: product.confirm,
    /** A signed-in person with a password. */
    async anOperator(nome: string): Promise<Operator> {
      const operator = await product.anOperator(nome);
      await givePassword(product.admin, operator.userId, hashed);
      return operator;
    },
    async close() {
      await product.kill();
      await mail.stop();
    },
  };
}
