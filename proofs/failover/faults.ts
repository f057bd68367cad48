import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../../tools/package/run.ts';
import { ROOT } from '../../tools/stack.ts';
import type { Cluster, Node } from './cluster.ts';
import { cut, cutFrom, pidsOf, pidsWith, reconnect } from './network.ts';

/** A way in which a cluster loses its primary. */
export interface Fault {
  name: string;
  kind: 'kill' | 'pause' | 'network' | 'disk';
  begin(cluster: Cluster, node: Node): Promise<void>;
  /** Brings the machine back, while the new primary takes writes. */
  end(cluster: Cluster, node: Node): Promise<void>;
}

const patroniOf = (node: Node) => pidsWith(node, 'patroni.yml');
/** How long PostgreSQL of a paused primary runs before its Patroni does. */
const HEAD_START_MS = 3000;

const killed: Fault = {
  name: 'every process of the primary is killed with SIGKILL',
  kind: 'kill',
  begin: async (cluster, node) => cluster.kill(node, 'SIGKILL'),
  end: async (cluster, node) => cluster.start(node),
};

/** How long the primary makes WAL that it cannot archive. */
const UNARCHIVED_MS = 1500;

/**
 * The worst loss for the archive: the last segments of WAL are on the lost machine and its standbys alone, and the
 * machine comes back without its data, as a new machine does.
 */
export const burnt: Fault = {
  name: 'the primary cannot archive, is killed, and comes back with an empty disk',
  kind: 'kill',
  async begin(cluster, node) {
    cutFrom(node, cluster.archive.address);
    const client = cluster.clientOf(node);
    await client.connect();
    for (let n = 0; n < 2; n++) {
      await client.query('select pg_switch_wal()');
      await sleep(UNARCHIVED_MS);
    }
    await client.end();
    cluster.kill(node, 'SIGKILL');
  },
  async end(cluster, node) {
    reconnect(node);
    await rm(join(node.disk, 'data'), { recursive: true });
    cluster.start(node);
  },
};

/** Two losses at once: a standby that is promoted asks the archive, which does not answer. */
export const bereft: Fault = {
  name: 'the backup machine is unreachable, and every process of the primary is killed',
  kind: 'kill',
  async begin(cluster, node) {
    cut(cluster.archive);
    cluster.kill(node, 'SIGKILL');
  },
  async end(cluster, node) {
    reconnect(cluster.archive);
    cluster.start(node);
  },
};

/** The primary wakes up and still believes that it is the primary; for a while even without its Patroni. */
const paused: Fault = {
  name: 'every process of the primary is stopped with SIGSTOP, and goes on later',
  kind: 'pause',
  begin: async (cluster, node) => cluster.kill(node, 'SIGSTOP'),
  async end(cluster, node) {
    const patroni = patroniOf(node);
    cluster.kill(
      node,
      'SIGCONT',
      pidsOf(node).filter((pid) => !patroni.includes(pid)),
    );
    await sleep(HEAD_START_MS);
    cluster.kill(node, 'SIGCONT', patroni);
  },
};

const unreachable: Fault = {
  name: 'the network of the primary drops every packet',
  kind: 'network',
  begin: async (_, node) => cut(node),
  end: async (_, node) => reconnect(node),
};

/** The worst network: the product still reaches the old primary, which has lost the others. */
export const apart: Fault = {
  name: 'the primary reaches the product, and neither the other machines nor etcd',
  kind: 'network',
  begin: async ({ gateway }, node) => cut(node, gateway),
  end: async (_, node) => reconnect(node),
};

const fillOf = ({ disk }: Node) => join(disk, 'fill');
/** The free space at which the guard of deploy/patroni acts. */
const GUARD_MB = 64;
const GUARD_MS = 2000;

/** Takes the free blocks at once, and writes into whatever is left. Both commands end with "No space left on device". */
const FILL = 'fallocate -l "$1" "$2" 2>/dev/null; cat /dev/zero >>"$2" 2>/dev/null; true';

const full: Fault = {
  name: 'the disk of the primary is full',
  kind: 'disk',
  async begin(cluster, node) {
    const { bavail, bsize } = await statfs(node.disk);
    run('sh', ['-c', FILL, 'fill', String(bavail * bsize), fillOf(node)]);
    const patroni = patroniOf(node);
    // The timer of the guard.
    await sleep(GUARD_MS);
    cluster.run(
      node,
      ...[join(ROOT, 'deploy/patroni/disk-guard.sh'), node.disk, String(GUARD_MB)],
      ...['kill', ...patroni.map(String)],
    );
  },
  async end(cluster, node) {
    await rm(fillOf(node));
    // Patroni shuts PostgreSQL down and ends.
    while (patroniOf(node).length > 0) await sleep(100);
    cluster.start(node);
  },
};

/** Five of each kind; the three kinds of kill and the two kinds of network take turns. */
export const FAULTS: readonly Fault[] = [
  ...[burnt, paused, unreachable, full],
  ...[killed, paused, apart, full],
  ...[bereft, paused, unreachable, full],
];
