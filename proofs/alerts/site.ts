import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { MERCADO_LIVRE_CLIENT } from '../../apps/sandbox/src/mercado-livre/oauth/application.ts';
import { ROOT, untilReady } from '../../tools/stack.ts';
import { connect } from '../kit/contas.ts';
import { type Edit, withEdits } from '../kit/edits.ts';
import { type Operator, openProduct, openStage, type Running, THROWAWAY } from '../kit/product.ts';
import type { Place } from '../kit/proof.ts';
import { openStandIn } from '../kit/stand-in.ts';
import { openBackupAge } from './backup-age.ts';
import { openCertificate } from './certificate.ts';
import { openDisk } from './disk.ts';
import { run, startProgram } from './machine.ts';
import { openMonitoring } from './monitoring.ts';

export type Site = Awaited<ReturnType<typeof openSite>>;

const SELLER = 7_000_000_001;
const SELLERS = 4;
/** A busy machine takes minutes to start the product, and what counts begins afterwards. */
const START_SECONDS = 300;
/** So small that three waiting loops of the worker fill it. */
const WORKER_POOL = '2';

/**
 * Starts PostgreSQL with a replica, one http and one worker process, the stand-in for Mercado Livre, a mail server, a
 * TLS server, and the monitoring of all of them.
 */
export async function openSite(place: Place, edits: readonly Edit[]) {
  const { folder, port, onEnd } = place;
  const archive = join(folder, 'archive');
  await mkdir(archive);
  await chmod(archive, 0o777);
  const refusesWal = join(archive, 'refuse');
  const stage = await openStage(place, {
    ...THROWAWAY,
    ...{ archive_mode: 'on', archive_timeout: '10s' },
    // The proof needs no archive, only one that refuses.
    archive_command: `test ! -e ${refusesWal}`,
  });
  const replicaUrl = await startReplica(place, stage, port + 6);
  const replica = new pg.Pool({ connectionString: replicaUrl, max: 1 });
  replica.on('error', () => {});
  onEnd(() => replica.end());

  const mail = await openMailServer(place, port + 4);
  const product = await openProduct(stage, {
    edits,
    log: join(folder, 'processes.log'),
    // The attackers of the sign-in come from many addresses, which only a trusted proxy may say.
    settings: { LOG_LEVEL: 'warn', TRUST_PROXY: '127.0.0.1' },
  });
  const standIn = await openStandIn(stage);
  const metrics = { http: port + 7, worker: port + 8 };
  product.run('http', { METRICS_PORT: String(metrics.http) });
  await untilReady(`${product.api}/readyz`, START_SECONDS);
  const worker = superviseWorker(() =>
    product.run('worker', { METRICS_PORT: String(metrics.worker), DATABASE_POOL: WORKER_POOL }),
  );
  onEnd(worker.stop);
  await standIn.setApplication({
    callback: `${product.api}/api/notificacoes/mercado-livre/${MERCADO_LIVRE_CLIENT.callbackSecret}`,
    topicos: ['orders_v2'],
  });

  const operator = await product.anOperator();
  const contas: { id: string }[] = [];
  for (let n = 0; n < SELLERS; n++) {
    const seller = { id: SELLER + n, apelido: `LOJA${n}`, semente: n + 1, anuncios: 30, vendas: 5 };
    await standIn.aSeller(seller);
    contas.push(await connect(product, operator, seller.id, 5));
  }

  const results = join(folder, 'results');
  await mkdir(results);
  const disk = await openDisk(place);
  const certificate = await openCertificate(place, port + 15);
  const backup = await openBackupAge(product, port + 17);
  const monitoring = await openMonitoring(place, {
    ...metrics,
    primary: { url: stage.postgres.url('prumo'), exporter: port + 12 },
    replica: { url: replicaUrl, exporter: port + 13 },
    ...{ node: port + 11, disk: disk.folder, results, blackbox: port + 14, tls: port + 15 },
    ...{ backup: port + 17, prometheus: port + 9, alertmanager: port + 10, receiver: port + 16 },
  });
  const site = {
    ...product,
    ...{ operator, contas, seller: SELLER, standIn, mail, disk, certificate, backup, monitoring },
    ...{ worker, replica, refusesWal },
    /** Runs `stock-check` as the timer of every night does. It exits with 1 when rows disagree. */
    checkStock(): void {
      const env = {
        ...{ ...process.env, ...withEdits(edits), STATE_DIRECTORY: results },
        MIGRATE_DATABASE_URL: stage.postgres.url('prumo', 'owner'),
      };
      const { status, stderr } = spawnSync(process.execPath, ['src/main.check-stock.ts'], {
        ...{ env, encoding: 'utf8', cwd: join(ROOT, 'apps/server') },
      });
      if (status !== 0 && status !== 1) throw new Error(`stock-check ended with ${status}: ${stderr}`);
    },
  };
  site.checkStock();
  keepBusy(site, operator, onEnd);
  return site;
}

/** Starts a worker again when it ends by itself, as systemd does. */
function superviseWorker(start: () => Running) {
  let running: Running | undefined;
  const begin = () => {
    const started = start();
    running = started;
    void started.ended.then(() => {
      if (running === started) begin();
    });
  };
  begin();
  return {
    start: begin,
    async stop(): Promise<void> {
      const stopped = running;
      running = undefined;
      await stopped?.kill();
    },
  };
}

/** Reads two lists several times a second, as people do, and writes a little WAL, as a shop does. */
function keepBusy(
  { api, admin }: { api: string; admin: pg.Pool },
  { cookie }: Operator,
  onEnd: Place['onEnd'],
): void {
  let isOver = false;
  const read = async (path: string) => {
    const answer = await fetch(`${api}${path}`, { headers: { cookie }, signal: AbortSignal.timeout(10_000) });
    await answer.text();
  };
  const every = async (ms: number, work: () => Promise<unknown>) => {
    while (!isOver) {
      void work().catch(() => {});
      await sleep(ms);
    }
  };
  const loops = [
    every(300, () => read('/api/marcas?limite=50')),
    every(300, () => read('/api/categorias')),
    every(1000, () => admin.query("select pg_logical_emit_message(true, 'beat', 'x')")),
  ];
  onEnd(async () => {
    isOver = true;
    await Promise.all(loops);
  });
}

/** Copies the data of the stopped primary, and starts the copy as its replica with the same binary. */
async function startReplica(
  place: Place,
  { postgres }: Awaited<ReturnType<typeof openStage>>,
  port: number,
): Promise<string> {
  const [primaryDir, dir] = [join(place.folder, 'postgres'), join(place.folder, 'replica')];
  const pid = Number((await readFile(join(primaryDir, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  const binary = await readlink(`/proc/${pid}/exe`);
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const id = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  await postgres.stop();
  run('cp', ['-a', primaryDir, dir]);
  await postgres.restart();
  await writeFile(join(dir, 'standby.signal'), '');
  const primary = new URL(postgres.url('postgres'));
  const settings = {
    port: String(port),
    ...{ listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '200' },
    primary_conninfo: `host=127.0.0.1 port=${primary.port} user=postgres password=${primary.password}`,
  };
  startProgram(
    place,
    binary,
    ['-D', dir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { uid: id('Uid'), gid: id('Gid') },
  );
  return postgres.url('postgres').replace(`:${primary.port}/`, `:${port}/`);
}

/** A mail server that takes every mail, or refuses every sender for the moment. */
async function openMailServer({ onEnd }: Place, port: number) {
  const state = { refuses: false };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onMailFrom(_from, _session, done) {
      done(state.refuses ? Object.assign(new Error('try again later'), { responseCode: 451 }) : null);
    },
    onData(stream, _session, done) {
      stream.resume();
      stream.on('end', () => done());
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onEnd(() => new Promise<void>((resolve) => server.close(resolve)));
  return state;
}
