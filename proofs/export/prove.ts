import { createWriteStream } from 'node:fs';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exportacao } from '../../packages/contract/src/exportacoes.ts';
import { BYTES_DO_PEDACO, type Restauracao } from '../../packages/contract/src/restauracoes.ts';
import { isShort, numberArgOf, plantedOf } from '../kit/arguments.ts';
import { figure, grouped, note, planted } from '../kit/figures.ts';
import {
  NO_LIMITS,
  type Operator,
  openProduct,
  openStage,
  type Product,
  type Running,
  THROWAWAY,
} from '../kit/product.ts';
import { prove } from '../kit/proof.ts';
import { DEFECTS } from './defects.ts';
import { compare, type Side } from './judge.ts';
import { seed } from './seed.ts';

/**
 * Exports a large empresa while its worker is killed, restores the ZIP into an empty empresa of another database, and
 * compares both.
 */
const SIZE = {
  produtos: numberArgOf('produtos') ?? (isShort ? 3000 : 1_000_000),
  fotos: numberArgOf('fotos') ?? (isShort ? 60 : 10_000),
};
const KILLS = numberArgOf('kills') ?? (isShort ? 1 : 5);
const WORKER_MB = 512;

await prove(async (place) => {
  const defects = plantedOf(DEFECTS);
  const stage = await openStage(place, { ...THROWAWAY, shared_buffers: '512MB', max_wal_size: '4GB' });
  const settings = { ...NO_LIMITS, NODE_ENV: 'development', IMAGE_QUOTA_BYTES: String(50 * 1024 ** 3) };
  const from = await openProduct(stage, { settings });
  const folder = join(place.folder, 'outra');
  await mkdir(folder);
  const to = await openProduct({ ...stage, folder, port: stage.port + 8 }, { database: 'outra', settings });
  const [ana, eva] = [await from.anOperator('Ana'), await to.anOperator('Eva')];
  const a: Side = { admin: from.admin, empresaId: ana.empresaId, store: join(place.folder, 'arquivos') };
  const b: Side = { admin: to.admin, empresaId: eva.empresaId, store: join(folder, 'arquivos') };
  await seed(stage.postgres.url('prumo'), { ...a, userId: ana.userId, size: SIZE });
  note(
    `${grouped(SIZE.produtos)} produtos with ledger and history, ${grouped(SIZE.fotos)} photos, Node ${process.version}`,
  );

  const copied = await copyAll(from, ana);
  await Promise.all([from.serve(), to.serve()]);
  const exported = await exportAll(from, ana);
  const zip = join(place.folder, 'prumo.zip');
  await download(from, ana, exported.exportacao, zip);
  const restored = await restore(to, eva, zip);
  const outcome = await compare(a, b, exported.exportacao.corte);

  if (defects.length === 0) {
    figure('kills of the exporting worker', exported.kills, { min: KILLS });
    figure('kills of the restoring worker', restored.kills, { min: 1 });
    figure('largest memory of the exporting worker, MB', exported.peakMb, { max: WORKER_MB });
    figure('largest memory of the restoring worker, MB', restored.peakMb, { max: WORKER_MB });
    figure(
      'differences',
      outcome.findings.length,
      { exactly: 0 },
      `${grouped(outcome.rows)} rows, ${outcome.photos} photos`,
    );
    for (const finding of outcome.findings.slice(0, 10)) note(finding);
    figure('exported rows/s, kills included', outcome.rows / exported.seconds);
    figure('rows/s of COPY of the same rows', copied.rows / copied.seconds);
    figure('restored rows/s, kills included', outcome.rows / restored.seconds);
    figure('size of the ZIP, MB', exported.exportacao.bytes / 1e6);
  }
  const known = new Set(outcome.findings);
  for (const name of defects) {
    await DEFECTS[name](b);
    const { findings } = await compare(a, b, exported.exportacao.corte);
    planted(
      name,
      findings.filter((each) => !known.has(each)),
    );
    for (const each of findings) known.add(each);
  }
});

/** The rate of PostgreSQL itself for the large tables. */
async function copyAll({ admin }: Product, { empresaId }: Operator) {
  const began = performance.now();
  let rows = 0;
  for (const table of ['produtos', 'produto_deposito', 'movimentos_estoque', 'historico']) {
    const { rowCount } = await admin.query(
      `copy (select * from ${table} where empresa_id = '${empresaId}' order by id) to '/dev/null' with (format csv)`,
    );
    rows += rowCount ?? 0;
  }
  return { rows, seconds: (performance.now() - began) / 1000 };
}

async function exportAll(product: Product, ana: Operator) {
  const began = performance.now();
  await product.confirm(ana);
  const { id } = await product.call<Exportacao>(ana, 'POST', '/api/exportacoes', {});
  const read = () => product.call<Exportacao>(ana, 'GET', `/api/exportacoes/${id}`);
  const watched = await killing(product, {
    isDone: async () => (await read()).situacao !== 'fazendo',
    progress: async () => (await read()).bytes,
  });
  const exportacao = await read();
  if (exportacao.situacao !== 'pronta') throw new Error(`the export ended as ${exportacao.situacao}`);
  return { exportacao, ...watched, seconds: (performance.now() - began) / 1000 };
}

async function restore(product: Product, eva: Operator, zip: string) {
  const file = await open(zip);
  const { size: bytes } = await file.stat();
  const began = performance.now();
  await product.confirm(eva);
  const { id } = await product.call<Restauracao>(eva, 'POST', '/api/restauracoes', {
    nome: 'prumo.zip',
    bytes,
  });
  for (let n = 0; n * BYTES_DO_PEDACO < bytes; n++) {
    const piece = Buffer.alloc(Math.min(BYTES_DO_PEDACO, bytes - n * BYTES_DO_PEDACO));
    await file.read(piece, 0, piece.byteLength, n * BYTES_DO_PEDACO);
    const answer = await fetch(`${product.api}/api/restauracoes/${id}/pedacos?numero=${n}`, {
      method: 'POST',
      headers: { cookie: eva.cookie, origin: product.origin, 'content-type': 'application/octet-stream' },
      body: piece,
    });
    if (!answer.ok) throw new Error(`piece ${n}: ${await answer.text()}`);
  }
  await file.close();
  await product.confirm(eva);
  await product.call(eva, 'POST', `/api/restauracoes/${id}/iniciar`);
  const read = async () =>
    (await product.call<{ ultima: Restauracao }>(eva, 'GET', '/api/restauracoes')).ultima;
  const isOver = ({ situacao }: Restauracao) => situacao !== 'conferindo' && situacao !== 'restaurando';
  const watched = await killing(product, {
    isDone: async () => isOver(await read()),
    progress: async () => (await read()).tabelas.reduce((sum, { feitos }) => sum + feitos, 0),
  });
  const { situacao, aviso } = await read();
  if (situacao !== 'concluida') throw new Error(`the restore ended as ${situacao}: ${aviso}`);
  return { ...watched, seconds: (performance.now() - began) / 1000 };
}

interface Watched {
  isDone(): Promise<boolean>;
  progress(): Promise<number>;
}

/** Runs a worker until the work is done. Kills it after progress, up to KILLS times, and starts another each time. */
async function killing(
  product: Product,
  { isDone, progress }: Watched,
): Promise<{ kills: number; peakMb: number }> {
  let worker: Running = product.run('worker');
  let [kills, peakMb, from] = [0, 0, await progress()];
  let started = Date.now();
  while (!(await isDone())) {
    peakMb = Math.max(peakMb, await peakOf(worker));
    const hasMoved = (await progress()) !== from;
    // Each worker first makes progress, so that five kills do not keep the work from ending.
    if (kills < KILLS && hasMoved && Date.now() - started > (isShort ? 0 : 5000)) {
      await worker.kill();
      kills++;
      from = await progress();
      started = Date.now();
      worker = product.run('worker');
    }
    await sleep(isShort ? 20 : 200);
  }
  peakMb = Math.max(peakMb, await peakOf(worker));
  await worker.kill();
  return { kills, peakMb };
}

/** The peak of the resident memory of a process, which Linux records. */
async function peakOf({ child }: Running): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

async function download(product: Product, ana: Operator, { id }: Exportacao, path: string): Promise<void> {
  await product.confirm(ana);
  const { url } = await product.call<{ url: string }>(ana, 'POST', `/api/exportacoes/${id}/link`);
  const answer = await fetch(`${product.api}${url}`, { headers: { cookie: ana.cookie } });
  if (!answer.ok || !answer.body) throw new Error(`the download answered ${answer.status}`);
  await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(path));
}
