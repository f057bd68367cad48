import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { ROOT, untilReady } from '../../tools/stack.ts';
import type { Place } from '../kit/proof.ts';
import { findRoot, run, startProgram } from './machine.ts';

const DEPLOY = join(ROOT, 'deploy/prometheus');

/** A message of Alertmanager to the receiver. */
export interface Notice {
  alert: string;
  isFiring: boolean;
  at: number;
}

interface Targets {
  http: number;
  worker: number;
  primary: { url: string; exporter: number };
  replica: { url: string; exporter: number };
  node: number;
  /** The file system that the fault fills. */
  disk: string;
  /** The folder of the textfile collector. */
  results: string;
  blackbox: number;
  tls: number;
  backup: number;
  prometheus: number;
  alertmanager: number;
  receiver: number;
}

/**
 * Starts Prometheus, Alertmanager and the exporters with the files of deploy/prometheus. The rules are copied byte by
 * byte. In the two other files only addresses change.
 */
export async function openMonitoring(place: Place, targets: Targets) {
  const bin = (name: string) => join(findRoot(), 'usr/bin', name);
  const folder = join(place.folder, 'monitoring');
  await mkdir(folder);
  await copyFile(join(DEPLOY, 'alerts.yml'), join(folder, 'alerts.yml'));
  await copyFile(join(DEPLOY, 'blackbox.yml'), join(folder, 'blackbox.yml'));
  await rewrite('prometheus.yml', folder, {
    '127.0.0.1:9093': `127.0.0.1:${targets.alertmanager}`,
    '127.0.0.1:9464': `127.0.0.1:${targets.http}`,
    '127.0.0.1:9465': `127.0.0.1:${targets.worker}`,
    '127.0.0.1:9187': `127.0.0.1:${targets.primary.exporter}`,
    '127.0.0.1:9188': `127.0.0.1:${targets.replica.exporter}`,
    '127.0.0.1:9100': `127.0.0.1:${targets.node}`,
    '127.0.0.1:9115': `127.0.0.1:${targets.blackbox}`,
    'prumo.example.com:443': `127.0.0.1:${targets.tls}`,
    'scrape_configs:\n': `scrape_configs:
  - job_name: backup
    static_configs:
      - targets: ['127.0.0.1:${targets.backup}']
`,
  });
  await rewrite('alertmanager.yml', folder, { '127.0.0.1:9099': `127.0.0.1:${targets.receiver}` });
  run(bin('promtool'), ['check', 'config', join(folder, 'prometheus.yml')]);
  run(bin('amtool'), ['check-config', join(folder, 'alertmanager.yml')]);

  const notices = await receive(place, targets.receiver);
  const at = (port: number) => `--web.listen-address=127.0.0.1:${port}`;
  const exporter = bin('prometheus-postgres-exporter');
  for (const { url, exporter: port } of [targets.primary, targets.replica])
    startProgram(place, exporter, [at(port), '--no-collector.stat_bgwriter'], {
      env: { DATA_SOURCE_NAME: `${url}?sslmode=disable` },
    });
  startProgram(place, bin('prometheus-node-exporter'), [
    ...[at(targets.node), '--collector.disable-defaults', '--collector.filesystem'],
    `--collector.filesystem.mount-points-include=^${targets.disk}$`,
    ...['--collector.textfile', `--collector.textfile.directory=${targets.results}`],
  ]);
  startProgram(place, bin('prometheus-blackbox-exporter'), [
    at(targets.blackbox),
    `--config.file=${join(folder, 'blackbox.yml')}`,
  ]);
  // Debian's Alertmanager reads its templates below /usr/share, so it runs in the folder of its packages.
  const inside = `/tmp/${basename(place.folder)}`;
  const outside = join(findRoot(), inside);
  await mkdir(outside);
  place.onEnd(() => rm(outside, { recursive: true, force: true }));
  await copyFile(join(folder, 'alertmanager.yml'), join(outside, 'alertmanager.yml'));
  startProgram(place, 'chroot', [
    ...[findRoot(), '/usr/bin/prometheus-alertmanager', at(targets.alertmanager)],
    ...['--cluster.listen-address=', `--config.file=${inside}/alertmanager.yml`],
    `--storage.path=${inside}/data`,
  ]);
  startProgram(place, bin('prometheus'), [
    at(targets.prometheus),
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'prometheus')}`,
  ]);
  const api = `http://127.0.0.1:${targets.prometheus}`;
  try {
    await untilReady(`${api}/-/ready`);
    await untilReady(`http://127.0.0.1:${targets.alertmanager}/-/ready`);
  } catch (error) {
    console.error((await readFile(join(place.folder, 'monitoring.log'), 'utf8')).slice(-3000));
    throw error;
  }

  async function ask<T>(path: string): Promise<T> {
    return ((await (await fetch(`${api}/api/v1/${path}`)).json()) as { data: T }).data;
  }
  return {
    notices,
    /** The alerts that Prometheus holds to be true, also those that Alertmanager keeps back. */
    async active(): Promise<{ alert: string; state: string }[]> {
      const { alerts } = await ask<{ alerts: { labels: { alertname: string }; state: string }[] }>('alerts');
      return alerts.map(({ labels, state }) => ({ alert: labels.alertname, state }));
    },
    /** The targets that Prometheus cannot read. */
    async unread(): Promise<string[]> {
      const { activeTargets } = await ask<{
        activeTargets: { health: string; scrapeUrl: string; lastError: string }[];
      }>('targets');
      return activeTargets
        .filter(({ health }) => health !== 'up')
        .map(({ scrapeUrl, lastError }) => `${scrapeUrl}: ${lastError}`);
    },
  };
}

async function rewrite(name: string, folder: string, changes: Record<string, string>): Promise<void> {
  let text = await readFile(join(DEPLOY, name), 'utf8');
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`${name} does not contain ${from}`);
    text = text.replace(from, to);
  }
  await writeFile(join(folder, name), text);
}

/** Receives what Alertmanager sends to the operators. */
async function receive({ onEnd }: Place, port: number): Promise<Notice[]> {
  const notices: Notice[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { alerts } = JSON.parse(Buffer.concat(chunks).toString()) as {
      alerts: { status: string; labels: { alertname: string } }[];
    };
    for (const { status, labels } of alerts)
      notices.push({ alert: labels.alertname, isFiring: status === 'firing', at: Date.now() });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return notices;
}
