import { readFileSync } from 'node:fs';
import { run } from '../../tools/package/run.ts';

/** A machine of the cluster: a network namespace with an address of its own. */
export interface Machine {
  name: string;
  address: string;
  space: string;
}

const ip = (...args: string[]) => run('ip', args);
/** The machines and the last part of their addresses, as in deploy/patroni. */
const MACHINES = { db1: 11, db2: 12, db3: 13, app1: 21, app2: 22, app3: 23, backup1: 31 };

/**
 * Makes a network namespace for each machine, on one bridge. The product and HAProxy stay outside and reach them by the bridge. The
 * addresses contain the port of the proof, so that two proofs do not meet.
 */
export function openNetwork(port: number, onEnd: (stop: () => Promise<unknown>) => void) {
  const id = port % 1000;
  const bridge = `prumo${id}`;
  const prefix = `10.${100 + Math.floor(id / 250)}.${id % 250}.`;
  ip('link', 'add', bridge, 'type', 'bridge');
  onEnd(async () => ip('link', 'delete', bridge));
  ip('address', 'add', `${prefix}1/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  const machines = Object.entries(MACHINES).map(([name, last]): Machine => {
    const space = `${bridge}-${name}`;
    const cable = `${bridge}v${last}`;
    ip('netns', 'add', space);
    onEnd(async () => ip('netns', 'delete', space));
    ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
    ip('link', 'set', cable, 'master', bridge, 'up');
    const address = `${prefix}${last}`;
    for (const args of [
      ['link', 'set', 'lo', 'up'],
      ['address', 'add', `${address}/24`, 'dev', 'eth0'],
      ['link', 'set', 'eth0', 'up'],
    ])
      ip('-n', space, ...args);
    return { name, address, space };
  });
  return { machines, prefix };
}

/**
 * Drops every packet of a machine, without a word to the sender. With `except`, packets from and to that address
 * still pass.
 */
export function cut({ space }: Machine, except?: string): void {
  const rule = (...args: string[]) => ip('netns', 'exec', space, 'iptables', ...args);
  if (except) {
    rule('-A', 'INPUT', '-i', 'eth0', '-s', except, '-j', 'ACCEPT');
    rule('-A', 'OUTPUT', '-o', 'eth0', '-d', except, '-j', 'ACCEPT');
  }
  rule('-A', 'INPUT', '-i', 'eth0', '-j', 'DROP');
  rule('-A', 'OUTPUT', '-o', 'eth0', '-j', 'DROP');
}

/** Drops every packet from a machine to one address. */
export function cutFrom({ space }: Machine, address: string): void {
  ip('netns', 'exec', space, 'iptables', '-A', 'OUTPUT', '-d', address, '-j', 'DROP');
}

export function reconnect({ space }: Machine): void {
  ip('netns', 'exec', space, 'iptables', '-F');
}

/** The processes of a machine. */
export const pidsOf = ({ space }: Machine): number[] =>
  ip('netns', 'pids', space).split('\n').filter(Boolean).map(Number);

/** The processes of a machine whose command line, with a zero byte after each word, contains a text. */
export const pidsWith = (machine: Machine, text: string): number[] =>
  pidsOf(machine).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
    } catch {
      // The process has already ended.
      return false;
    }
  });
