import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { SECRET_SETTINGS } from '../../apps/server/src/platform/config.ts';
import { ROOT } from '../../tools/stack.ts';
import { type Edit, withEdits } from '../kit/edits.ts';
import { countOf, type Measure } from '../kit/figures.ts';
import type { Running } from '../kit/product.ts';
import type { Site } from './site.ts';

const aLogo = async (width = 60) =>
  Buffer.from(
    await sharp({ create: { width, height: 40, channels: 3, background: '#c00' } })
      .png()
      .toBuffer(),
  );

/**
 * Reads what an image could use that takes over its decoder: the environment of the http process, and the
 * privileges of the image process.
 */
export async function confined(site: Site, http: Running): Promise<Measure[]> {
  const ana = await site.anEmpresa('Ana Souza');
  await ana.upload('logos', await aLogo());
  const { pid: own } = http.child;
  const environ = await readFile(`/proc/${own}/environ`, 'utf8');
  const shown = SECRET_SETTINGS.filter((name) => environ.includes(`${name}=`));
  const children = (await readFile(`/proc/${own}/task/${own}/children`, 'utf8')).trim().split(' ');
  const status = await Promise.all(children.map((pid) => readFile(`/proc/${pid}/status`, 'utf8')));
  const mayGain = status.filter((each) => !/^NoNewPrivs:\t1$/m.test(each));
  const isRoot = process.getuid?.() === 0;
  const asUs = status.filter((each) => isRoot && /^Uid:\t0\t/m.test(each));
  const size = `${children.length} image processes`;
  return [
    countOf('secrets in the environment of http', shown),
    { name: 'image processes', value: children.length, bar: { min: 1 } },
    countOf('image processes that may gain rights', mayGain, size),
    countOf('image processes with the user of http', asUs, size),
  ];
}

/** Uploads many images with one Idempotency-Key, first concurrently and then one after the other. */
export async function repeated(site: Site): Promise<Measure[]> {
  const ana = await site.anEmpresa('Ana Souza');
  const key = randomUUID();
  const files = await Promise.all(Array.from({ length: 12 }, (_, n) => aLogo(60 + 10 * (n % 4))));
  const sent = await Promise.all(files.map((file) => ana.upload('logos', file, key)));
  for (const file of files) sent.push(await ana.upload('logos', file, key));
  const stored = await readdir(join(site.files, ana.empresaId)).catch(() => []);
  const rows = await site.sql('select from arquivos where empresa_id = $1', [ana.empresaId]);
  const findings = stored.length === 1 ? [] : [`${stored.length} objects, ${rows.length} of them with a row`];
  const size = `${sent.length} uploads`;
  return [
    { name: 'objects stored under one key', value: stored.length, bar: { exactly: 1 }, size, findings },
    { name: 'objects without a row', value: stored.length - rows.length, bar: { exactly: 0 } },
  ];
}

/**
 * Starts http with secrets in its environment, and with the keys of another database. Both starts must fail.
 */
export async function refusedStarts({ env }: Site, edits: readonly Edit[]): Promise<Measure[]> {
  const foreign = { atual: 'local', chaves: { local: Buffer.alloc(32, 9).toString('base64') } };
  const starts = {
    'with secrets in its environment': env,
    'with foreign keys': { ...env, NODE_ENV: 'development', SECRET_KEYS: JSON.stringify(foreign) },
  };
  const measures: Measure[] = [];
  for (const [how, settings] of Object.entries(starts)) {
    const ready = await becomesReady(settings, edits);
    measures.push(countOf(`http processes that start ${how}`, ready ? [`http started ${how}`] : []));
  }
  return measures;
}

/** Whether the process becomes ready. A process that refuses its settings ends by itself. */
async function becomesReady(settings: Record<string, string>, edits: readonly Edit[]): Promise<boolean> {
  const child = spawn(process.execPath, [join(ROOT, 'apps/server/src/main.http.ts')], {
    env: {
      ...process.env,
      ...settings,
      PORT: String(Number(settings['PORT']) + 10),
      ...withEdits(edits),
    },
    stdio: 'ignore',
  });
  let ended = false;
  const end = new Promise<void>((resolve) => {
    child.on('exit', () => {
      ended = true;
      resolve();
    });
  });
  for (let n = 0; n < 300 && !ended; n++) {
    const url = `http://127.0.0.1:${Number(settings['PORT']) + 10}/readyz`;
    const isReady = await fetch(url, { signal: AbortSignal.timeout(1000) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) {
      child.kill('SIGKILL');
      await end;
      return true;
    }
    await Promise.race([end, new Promise((resolve) => setTimeout(resolve, 200))]);
  }
  child.kill('SIGKILL');
  await end;
  return false;
}
