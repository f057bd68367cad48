import { readFileSync } from 'node:fs';
import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../../tools/package/run.ts';
import { ROOT } from '../../tools/stack.ts';
import type { Cluster, Node } from './cluster.ts';
import { cut, pidsOf, reconnect } from './network.ts';

/** A way in which a cluster loses its primary. */
export interface Fault {
  name: string;
  kind: 'kill' | 'pause' | 'network' | 'disk';
  begin(cluster: Cluster, node: Node): Promise<void>;
  /** Brings the machine back, while the new primary takes writes. */
  end(cluster: Cluster, node: Node): Promise<void>;
}

function isPatroni(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('patroni.yml');
  } catch {
    // The process has already ended.
    return false;
  }
}
/** How long PostgreSQL of a paused primary runs before its Patroni does. */
const HEAD_START_MS = 3000;

const killed: Fault = {
  name: 'every process of the primary is killed with SIGKILL',
  kind: 'kill',
  begin: async (cluster, node) => cluster.kill(node, 'SIGKILL'),
  end: async (cluster, node) => cluster.start(node),
};

/** The primary wakes up and still believes that it is the primary; for a while even without its Patroni. */
const paused: Fault = {
  name: 'every process of the primary is stopped with SIGSTOP, and goes on later',
  kind: 'pause',
  begin: async (cluster, node) => cluster.kill(node, 'SIGSTOP'),
  async end(cluster, node) {
    const pids = pidsOf(node);
    const patroni = pids.filter(isPatroni);
    cluster.kill(
      node,
      'SIGCONT',
      pids.filter((pid) => !patroni.includes(pid)),
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
    const patroni = pidsOf(node).filter(isPatroni);
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
    while (pidsOf(node).some(isPatroni)) await sleep(100);
    cluster.start(node);
  },
};

/** Five of each kind; the two kinds of network take turns. */
export const FAULTS: readonly Fault[] = [
  ...[killed, paused, unreachable, full],
  ...[killed, paused, apart, full],
];
