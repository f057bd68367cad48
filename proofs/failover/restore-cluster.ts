import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster, Node } from './cluster.ts';
import { missingOn, type Told } from './judge.ts';
import { pidsWith } from './network.ts';

/** Restores the whole cluster by the steps of docs/operations.md, "Large installation". Returns what went wrong. */
export async function restoreCluster(cluster: Cluster, told: Told, seconds: number): Promise<string[]> {
  const { backup, nodes } = cluster;
  const [first, ...others] = nodes;
  if (!first) throw new Error('there is no database machine');
  for (const node of nodes) cluster.kill(node, 'SIGTERM', pidsWith(node, 'patroni.yml'));
  while (nodes.some((node) => pidsWith(node, 'patroni.yml').length > 0)) await sleep(200);
  backup.patronictl(first, 'prumo\nYes I am aware\n', 'remove', 'prumo');
  const { code, said } = await backup.restoreOn(first);
  if (code !== 0) return [`prumo restore on ${first.name} ended with ${code}: ${said.slice(-1500)}`];
  cluster.start(first);
  await untilLeader(cluster, first, seconds);
  for (const node of others) cluster.start(node);
  await untilMembers(cluster, nodes.length, seconds);
  backup.patronictl(
    first,
    '',
    ...['reinit', 'prumo', ...others.map(({ name }) => name), '--from-leader', '--force'],
  );
  await cluster.untilWhole(seconds);
  return (await Promise.all(nodes.map((node) => missingOn(cluster, node, told)))).flat();
}

async function untilLeader(cluster: Cluster, node: Node, seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await cluster.stateOf(node)).isPrimary) {
    if (Date.now() > end) throw new Error(`${node.name} is no leader ${seconds} s after the restore`);
    await sleep(250);
  }
}

async function untilMembers(cluster: Cluster, count: number, seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while ((await cluster.members()).length < count) {
    if (Date.now() > end) throw new Error(`not all machines are members ${seconds} s after the restore`);
    await sleep(250);
  }
}
