import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { run } from '../../tools/package/run.ts';
import { DEV_PASSWORD } from '../../tools/postgres.ts';
import { ROOT } from '../../tools/stack.ts';
import type { Place } from '../kit/proof.ts';
import { openBackup, prepareMachines, startServer } from './backup.ts';
import { mount, openDebian } from './debian.ts';
import { type Machine, openNetwork, pidsOf } from './network.ts';
import { askPatroni } from './rest.ts';

const DEPLOY = join(ROOT, 'deploy/patroni');
/** On a database machine only its user postgres connects as postgres by the socket, so the proof has a role of its own. */
export const OBSERVER = 'observer';
/** The size of the disk of a machine. */
const DISK = '1500M';

/** A machine with its disk. */
export interface Node extends Machine {
  /** The mounted disk, as seen from outside the Debian directory. */
  disk: string;
}

interface State {
  isPrimary: boolean;
  timeline: number;
}

/** A change of the text of a file in deploy/patroni. */
export type Change = (text: string) => string;

export type Cluster = Awaited<ReturnType<typeof openCluster>>;

/**
 * Starts etcd, Patroni and PostgreSQL on three machines and HAProxy beside the product, with the files of
 * deploy/patroni. Only addresses, paths and passwords differ; `changed` plants a defect in the text.
 */
export async function openCluster(place: Place, changed: Record<string, Change> = {}) {
  const { folder, port, onEnd } = place;
  const debian = await openDebian(place);
  const { root, home, owner, program } = debian;
  const { machines, prefix } = openNetwork(port, onEnd);
  await prepareMachines(debian, machines);
  const tls = join(root, home, 'tls');

  /** The text of a file of deploy/patroni for this machine. */
  async function textOf(file: string, { name, address }: { name: string; address: string }): Promise<string> {
    const isBackup = file === 'pgbackrest-backup.conf';
    const text = (await readFile(join(DEPLOY, file), 'utf8'))
      .replaceAll(/: (http:\/\/)?10\.0\.0\.[12]1(:\d+)$/gm, `: $1${address}$2`)
      .replace(/^name: (?:db|app)1$/m, `name: ${name}`)
      .replace(/^(tls-server-address)=.*/m, `$1=${address}`)
      .replaceAll('10.0.0.', prefix)
      // The backup machine names the folders of all database machines.
      .replaceAll(/^pg(\d)-path=.*/gm, (line, n) => (isBackup ? `pg${n}-path=${home}/db${n}/data` : line))
      .replaceAll(/^pg(\d)-socket-path=.*/gm, (line, n) =>
        isBackup ? `pg${n}-socket-path=${home}/db${n}` : line,
      )
      .replaceAll('/etc/ssl/prumo', `${home}/tls/${name}`)
      .replaceAll('/usr/local/sbin/', `${home}/`)
      .replace('/var/lib/pgbackrest', `${home}/repository`)
      .replaceAll(/: (?:SUPERUSER|REPLICATION|REWIND|RESTAPI)_PASSWORD/g, `: ${DEV_PASSWORD}`)
      .replaceAll('/var/lib/postgresql/18/prumo', `${home}/${name}/data`)
      .replaceAll(/\/var\/lib\/postgresql\/|\/run\/postgresql/g, `${home}/${name}/`)
      .replaceAll('/var/lib/etcd/prumo', `${home}/etcd-${name}`);
    return changed[file]?.(text) ?? text;
  }

  async function makeNode(machine: Machine): Promise<Node> {
    const { name } = machine;
    const disk = join(root, home, name);
    const image = join(folder, `${name}.img`);
    run('truncate', ['-s', DISK, image]);
    run('mkfs.ext4', ['-q', '-m', '0', '-E', 'lazy_itable_init=1', image]);
    await mkdir(disk);
    mount(['-o', 'loop', image, disk], onEnd);
    run('chown', [owner, disk]);
    run('install', ['-d', '-o', owner, join(root, home, `${name}-lock`)]);
    await writeFile(join(root, home, `${name}-patroni.yml`), await textOf('patroni.yml', machine));
    await writeFile(
      join(root, home, `${name}-pgbackrest.conf`),
      await textOf('pgbackrest-database.conf', machine),
    );
    return { ...machine, disk };
  }

  async function startEtcd(machine: Machine): Promise<void> {
    const { name } = machine;
    await mkdir(join(root, home, `etcd-${name}`), { mode: 0o700 });
    run('chown', [owner, join(root, home, `etcd-${name}`)]);
    await writeFile(join(root, home, `${name}-etcd.yml`), await textOf('etcd.yml', machine));
    program(machine, ['etcd', '--config-file', `${home}/${name}-etcd.yml`]);
  }

  const nodes: Node[] = [];
  for (const machine of machines.filter(({ name }) => name.startsWith('db')))
    nodes.push(await makeNode(machine));

  const kill = (node: Machine, signal: NodeJS.Signals, pids = pidsOf(node)) => {
    for (const pid of pids)
      try {
        process.kill(pid, signal);
      } catch {
        // The process has already ended.
      }
  };
  onEnd(async () => {
    for (const machine of machines) kill(machine, 'SIGKILL');
    // The sockets and the filesystem are free once the processes are gone.
    while (machines.some((machine) => pidsOf(machine).length > 0)) await sleep(100);
  });

  /** Starts pgBackRest, and Patroni, which starts PostgreSQL. */
  const start = (node: Node) => {
    startServer(debian, node);
    program(node, ['patroni', `${home}/${node.name}-patroni.yml`]);
  };

  for (const machine of machines) if (machine.name.startsWith('app')) await startEtcd(machine);
  const archive = machines.find(({ name }) => name === 'backup1');
  if (!archive) throw new Error('there is no backup machine');
  const backup = await openBackup(debian, archive, textOf);
  for (const node of nodes) start(node);

  await writeFile(
    join(root, home, 'haproxy.cfg'),
    (await textOf('haproxy.cfg', { name: 'app1', address: '' })).replace(
      'bind 127.0.0.1:5432',
      `bind 127.0.0.1:${port}`,
    ),
  );
  const haproxy = program(undefined, ['haproxy', '-db', '-f', `${home}/haproxy.cfg`]);
  onEnd(async () => haproxy.kill('SIGKILL'));

  /** Connects to PostgreSQL on one machine by its socket, which a cut network does not close. */
  const clientOf = ({ disk }: Pick<Node, 'disk'>, database = 'postgres') =>
    new pg.Client({
      host: disk,
      port: 5432,
      ...{ user: OBSERVER, password: DEV_PASSWORD, database, connectionTimeoutMillis: 5000 },
    });

  // A planted defect may switch it off.
  const isSynchronous = (await readFile(join(root, home, 'db1-patroni.yml'), 'utf8')).includes(
    'synchronous_mode: true',
  );
  const cluster = {
    nodes,
    gateway: `${prefix}1`,
    archive,
    ...{ backup, tls, log: debian.log },
    kill,
    start,
    clientOf,
    run: (node: Node, ...args: string[]) => run('ip', ['netns', 'exec', node.space, ...args]),
    /** The address of the database behind HAProxy. */
    url: (database: string, role = 'postgres') =>
      `postgres://${role}:${DEV_PASSWORD}@127.0.0.1:${port}/${database}`,
    async stateOf({ address }: Machine): Promise<State> {
      try {
        const { status, body } = await askPatroni(tls, address, '/patroni');
        const { role, timeline = 0 } = JSON.parse(body) as { role: string; timeline?: number };
        return { isPrimary: role === 'primary' && status === 200, timeline };
      } catch {
        return { isPrimary: false, timeline: 0 };
      }
    },
    /** The members as the leader sees them, with their roles and lags. */
    async members(): Promise<{ name: string; role: string; state: string; timeline?: number }[]> {
      for (const { address } of nodes)
        try {
          const { body } = await askPatroni(tls, address, '/cluster');
          return (JSON.parse(body) as { members: [] }).members;
        } catch {
          // The next machine answers.
        }
      return [];
    },
    /** Waits until one primary, one synchronous standby and one more standby stream on one timeline. */
    async untilWhole(seconds: number): Promise<Node> {
      const end = Date.now() + seconds * 1000;
      for (;;) {
        const members = await cluster.members();
        const leader = members.find(({ role, state }) => role === 'leader' && state === 'running');
        const standbys = members.filter(
          ({ state, timeline }) => state === 'streaming' && timeline === leader?.timeline,
        );
        const hasSync = !isSynchronous || standbys.some(({ role }) => role === 'sync_standby');
        const node = nodes.find(({ name }) => name === leader?.name);
        if (node && hasSync && standbys.length === nodes.length - 1) return node;
        if (Date.now() > end)
          throw new Error(`the cluster is not whole after ${seconds} s: ${JSON.stringify(members)}`);
        await sleep(250);
      }
    },
  };
  return cluster;
}
