import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { RouteEntry } from '../../apps/server/src/platform/http/http.ts';
import { openHarness } from '../../apps/server/src/testing/harness.ts';
import { isProduct } from '../../apps/server/src/testing/isolation/routes.ts';
import { BYTES_DO_PEDACO, type Restauracao } from '../../packages/contract/src/restauracoes.ts';
import { type Edit, withEdits } from '../kit/edits.ts';
import { NO_LIMITS, type Operator, openProduct, portsOf, type Stage } from '../kit/product.ts';

export type Site = Awaited<ReturnType<typeof openSite>>;

/** The answer to an upload. */
export interface Answer {
  status: number;
  text: string;
  ms: number;
}

/** How long a restauracao may take before the proof gives up. The product itself has no limit for a whole file. */
const PATIENCE_MS = 120_000;

/** Starts an http process that also serves the images, and a worker, on their own database and folder. */
export async function openSite(stage: Stage, database: string, edits: readonly Edit[]) {
  const folder = join(stage.folder, database);
  const media = portsOf(stage.port).media;
  const exits = join(stage.folder, `${database}.exits`);
  const product = await openProduct(
    { ...stage, folder },
    {
      database,
      log: join(stage.folder, `${database}.log`),
      settings: { ...NO_LIMITS, LOG_LEVEL: 'warn', MEDIA_PORT: String(media), UPLOADS_EXITS: exits },
    },
  );
  const { NODE_OPTIONS: plant = '', ...planted } = withEdits(edits);
  const probe = `--import=${pathToFileURL(join(import.meta.dirname, 'exits.probe.ts')).href}`;
  const own = { ...planted, NODE_OPTIONS: `${plant} ${probe}`.trim() };
  const worker = product.run('worker', own);
  const http = await product.serve(own);

  async function post(operator: Operator, path: string, file: Buffer, declared: string): Promise<Answer> {
    const began = performance.now();
    const answer = await fetch(`${product.api}${path}`, {
      method: 'POST',
      body: new Uint8Array(file),
      headers: {
        ...{ cookie: operator.cookie, origin: product.origin, 'idempotency-key': randomUUID() },
        'content-type': declared,
      },
    });
    const text = await answer.text();
    return { status: answer.status, text, ms: performance.now() - began };
  }

  return {
    files: join(folder, 'arquivos'),
    folder,
    api: product.api,
    sql: product.sql,
    anOperator: product.anOperator,
    call: product.call,
    post,
    routes: () => fileRoutes((role) => stage.postgres.url(database, role)),
    /** The processes that have ended although the proof did not stop them. */
    dead: () => Object.entries({ http, worker }).flatMap(([name, { isDead }]) => (isDead() ? [name] : [])),
    /** How the image processes ended: a signal or an exit code. */
    exits: async () => (await readFile(exits, 'utf8').catch(() => '')).split('\n').filter(Boolean),
    httpMb: () => memoryMb(http.child.pid ?? 0),
    workerMb: () => memoryMb(worker.child.pid ?? 0),
    /** Restores a ZIP into the empty empresa of this operator, and returns how it ended. */
    async restore(operator: Operator, zip: Buffer): Promise<Answer | Restauracao> {
      const began = performance.now();
      await product.confirm(operator);
      const { status, text } = await product.ask(operator, 'POST', '/api/restauracoes', {
        ...{ nome: 'prumo.zip', bytes: zip.length },
      });
      if (status !== 201) return { status, text, ms: performance.now() - began };
      const { id } = JSON.parse(text) as Restauracao;
      for (let n = 0; n * BYTES_DO_PEDACO < zip.length; n++) {
        const piece = zip.subarray(n * BYTES_DO_PEDACO, (n + 1) * BYTES_DO_PEDACO);
        const sent = await post(
          ...([operator, `/api/restauracoes/${id}/pedacos?numero=${n}`, piece] as const),
          'application/octet-stream',
        );
        if (sent.status !== 201) return sent;
      }
      const started = await product.ask(operator, 'POST', `/api/restauracoes/${id}/iniciar`);
      if (started.status !== 200) return { ...started, ms: performance.now() - began };
      for (;;) {
        const { ultima } = await product.call<{ ultima: Restauracao }>(operator, 'GET', '/api/restauracoes');
        const isOver = ultima.situacao !== 'conferindo' && ultima.situacao !== 'restaurando';
        if (isOver || performance.now() - began > PATIENCE_MS) return ultima;
        await sleep(50);
      }
    },
    /** The paths of every stored object below the folder of the product. */
    stored: async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((each) => each.isFile())
        .map((each) => join(each.parentPath, each.name)),
    close: () => product.kill(),
  };
}

/** The resident memory of a process and its children, in MB. */
async function memoryMb(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const pids = [pid, ...children.trim().split(' ').filter(Boolean)];
  const pages = await Promise.all(
    pids.map(async (each) => {
      const text = await readFile(`/proc/${each}/statm`, 'utf8').catch(() => '');
      return Number(text.split(' ')[1] ?? 0);
    }),
  );
  return pages.reduce((sum, each) => sum + each, 0) / 256;
}

/** The routes whose body is a file, from the registered routes, so that a new one is noticed. */
async function fileRoutes(url: Parameters<typeof openHarness>[0]): Promise<RouteEntry[]> {
  const harness = await openHarness(url);
  const routes = harness.app.routeInventory.filter((route) => isProduct(route) && route.config.file);
  await harness.close();
  return routes;
}
