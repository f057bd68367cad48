import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepContas } from '../../apps/server/src/modules/contas/contas.job.ts';
import { openJobs } from '../../apps/server/src/platform/jobs/jobs.ts';
import { openLog } from '../../apps/server/src/platform/log.ts';
import { isShort, numberArgOf, plantedOf } from '../kit/arguments.ts';
import { countOf, type Measure, note, noteLoad, planted, plantedBy, show, timeBar } from '../kit/figures.ts';
import { type Place, prove } from '../kit/proof.ts';
import { DEFECTS, type Defect } from './defects.ts';
import { type Drilled, drill } from './drill.ts';
import { restoreEmpresa } from './empresa.ts';
import { aShop, startLoad } from './load.ts';
import { lossOf, openShadow } from './shadow.ts';
import { openSite, type Site } from './site.ts';
import { storedRecords } from './stored.ts';

/**
 * Writes to the product while its database and its objects are backed up, loses the machine of the database, and
 * restores it to its end and to several points in time. A record outside knows every acknowledged write.
 */
interface Size {
  points: number;
  gapSeconds: number;
  writers: number;
  /** Bytes of further rows, so that the time of a restore means something. */
  filler: number;
  /** The living empresas beside which one is restored. */
  neighbours: number;
}
const SIZE: Size = isShort
  ? { points: 2, gapSeconds: 10, writers: 4, filler: 0, neighbours: 10 }
  : {
      points: 5,
      gapSeconds: numberArgOf('gap') ?? 25,
      writers: 8,
      filler: (numberArgOf('gigabytes') ?? 1) * 1e9,
      neighbours: 100,
    };
const SMALL: Size = { points: 1, gapSeconds: 8, writers: 4, filler: 0, neighbours: 0 };
const SHOPS = 4;
const COPY_SECONDS = 3;
const RPO_SECONDS = 60;
const ARCHIVED_SECONDS = 45;

await prove(async (place) => {
  const names = plantedOf(DEFECTS);
  if (names.length > 1) return eachAlone(names);
  const site = await openSite(place);
  noteLoad();
  const [name] = names;
  if (name === undefined) return show(await run(site, place, SIZE));
  const defect: Defect = DEFECTS[name];
  plantedBy(name, await run(site, place, SMALL, defect), defect.by);
});

/** Plants each defect in a run of its own, because it leaves a repository that the next one must not see. */
function eachAlone(names: readonly string[]): void {
  for (const name of names) {
    const args = [...process.argv.slice(1).filter((each) => each !== '--planted'), `--planted=${name}`];
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
    planted(name, status === 1 ? ['a run with this defect ended with 1'] : []);
  }
}

async function run(site: Site, place: Place, size: Size, defect?: Defect): Promise<Measure[]> {
  const { product, machine } = site;
  const shadow = openShadow(join(place.folder, 'shadow.jsonl'));
  await site.startMail();
  product.run('worker');
  await product.serve();
  const shops = [];
  for (let n = 0; n < SHOPS; n++) shops.push(await aShop(product));
  const [first, second] = shops;
  if (!first || !second) throw new Error('no empresas');
  const renewed = await site.aConta(first, 3_000_000_001);
  const quiet = await site.aConta(second, 3_000_000_002);
  if (size.filler > 0) await fill(site, size.filler);

  const backedUp = performance.now();
  const backup = await site.onMachine('backup', 'database');
  if (backup.code !== 0) throw new Error(backup.said);
  note(
    `full backup of ${(machine.size() / 1e9).toFixed(2)} GB: ${((performance.now() - backedUp) / 1000).toFixed(1)} s`,
  );
  if (defect?.during) {
    await product.sql(defect.during);
    await product.sql('select pg_reload_conf()');
  }

  const load = startLoad(product, shops, shadow, size.writers);
  let isCopying = true;
  const copying = (async () => {
    while (isCopying && !defect?.isUncopied) {
      const { code, said } = await site.prumo(['backup', 'objects']);
      if (code !== 0) throw new Error(said);
      await sleep(COPY_SECONDS * 1000);
    }
  })();
  const points: number[] = [];
  // One mail waits at the first point, because the mail server is down, and is sent after it.
  for (let n = 0; n < size.points; n++) {
    await sleep(size.gapSeconds * 1000);
    if (n === 0) {
      await site.stopMail();
      await site.forgetPassword(first);
      await sleep(1500);
    }
    points.push(Date.now());
    await sleep(500);
    if (n > 0) continue;
    await site.startMail();
    while (site.mailsTo(first.email) === 0) await sleep(200);
    await renew(site, renewed);
  }
  const mails = site.mailsTo(first.email);
  // The archive then holds every point: a segment is archived after 30 s at the latest.
  await sleep(ARCHIVED_SECONDS * 1000);
  isCopying = false;
  await copying;
  const killedAt = Date.now();
  await machine.lose();
  await load.stop();
  await site.loseObjects();
  await product.kill();
  const entries = shadow.read();

  // The loss of the machine, without a target: everything that reached the archive.
  const began = performance.now();
  const latest = await site.onMachine('restore');
  const latestSeconds = (performance.now() - began) / 1000;
  const commands =
    latest.code === 0 ? [] : [`prumo restore ended with ${latest.code}: ${latest.said.slice(-600)}`];
  let loss = { lost: 0, seconds: Number.POSITIVE_INFINITY };
  if (latest.code === 0) {
    await machine.restart();
    const ring = { atual: 'x', chaves: { x: Buffer.alloc(32, 9).toString('base64') } };
    const foreign = await site.prumo(['recover'], { SECRET_KEYS: JSON.stringify(ring) });
    if (foreign.code === 0) commands.push('prumo recover accepted foreign keys');
    const { said } = await site.prumo(['recover']);
    note(`after the loss of the machine: ${/\d+ objects named[^\n]*/.exec(said)?.[0] ?? said.slice(-300)}`);
    loss = lossOf(entries, await storedRecords(site), killedAt);
  }

  const drilled: Drilled[] = [];
  for (const [n, point] of points.entries()) {
    // A release tries every conta and so renews each token that is still good, for the restores after it. The token that
    // was renewed after the first point is good at the second one.
    const contas = new Map([
      [renewed, n === 1 ? 'ativa' : 'reconectar'],
      [quiet, n === 0 ? 'ativa' : 'reconectar'],
    ] as const);
    if (defect?.lost) entries.push({ kind: 'marca', id: 'lost', hash: '', sent: 0, acked: 1 });
    drilled.push(
      await drill(site, {
        ...{ entries, point, signedIn: first, contas, awaitsMail: n === 0 },
        written: { email: first.email, mails },
        defect,
      }),
    );
  }
  shadow.close();
  const empresa = size.neighbours > 0 ? await restoreEmpresa(place, product, first, size.neighbours) : [];

  const all = <Key extends keyof Drilled>(key: Key) => drilled.map((each) => each[key]);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const gigabytes = Math.max(...all('bytes')) / 1e9;
  return [
    { name: 'points restored', value: drilled.length, bar: { min: size.points } },
    {
      name: 'acknowledged writes',
      value: entries.length,
      bar: { min: 50 },
      size: `${load.refused()} refused`,
    },
    countOf(
      'writes acknowledged before the point and missing',
      all('missing').flat(),
      `${sum(all('before'))} compared`,
    ),
    countOf(
      'writes sent after the point and present',
      all('present').flat(),
      `${sum(all('after'))} compared`,
    ),
    countOf('records that differ from the shadow', all('differing').flat()),
    countOf('objects that differ from rows or shadow', all('objects').flat()),
    countOf('commands that failed', [...commands, ...all('commands').flat()]),
    countOf('mails that left while held back, or twice', all('mail').flat()),
    countOf('contas in a wrong state after the release', all('tokens').flat()),
    countOf('sessions that survived a restore', all('sessions').flat()),
    {
      name: 'loss at the death of the machine, s',
      value: loss.seconds,
      bar: { max: RPO_SECONDS },
      size: `${loss.lost} writes`,
    },
    { name: 'longest restore, s', value: Math.max(latestSeconds, ...all('seconds')), bar: timeBar(120) },
    {
      name: 'seconds per GB',
      value: Math.max(...all('seconds')) / gigabytes,
      size: `${gigabytes.toFixed(2)} GB`,
    },
    ...empresa,
  ];
}

/** Renews the token of a conta, which voids the token before. */
async function renew({ product }: Site, contaId: string): Promise<void> {
  const [before] = await product.sql('select versao from mercado_livre_tokens where conta_id = $1', [
    contaId,
  ]);
  await product.sql('update mercado_livre_tokens set expires_at = now() where conta_id = $1', [contaId]);
  const jobs = await openJobs({
    url: product.env['DATABASE_URL'] ?? '',
    worker: false,
    log: openLog('silent'),
  });
  await jobs.enqueueGlobal(keepContas, {});
  await jobs.close();
  for (;;) {
    const [row] = await product.sql('select versao from mercado_livre_tokens where conta_id = $1', [contaId]);
    if (row?.versao > before?.versao) return;
    await sleep(200);
  }
}

/** Adds rows of random text, which no compression makes smaller. */
async function fill({ product }: Site, bytes: number): Promise<void> {
  await product.sql('create schema filler');
  await product.sql('create table filler.filler (id bigint, text text)');
  const rows = 50_000;
  // A row of 64 hashes in hexadecimal digits takes about 2,100 bytes.
  for (let written = 0; written < bytes; written += rows * 2100)
    await product.sql(
      `insert into filler.filler select n, (select string_agg(md5(n::text || k || random()), '') from generate_series(1, 64) k)
       from generate_series(1, ${rows}) n`,
    );
}
