import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Postgres } from '../../tools/postgres.ts';
import type { Product } from '../kit/product.ts';
import type { Done, Shop, Work } from './client.ts';

/** The number of client processes. */
const CLIENTS = 2;

/** The http processes under load, and the empresas in them. */
export interface Site {
  postgres: Postgres;
  servers: Servers;
  ports: readonly number[];
  origin: string;
  shops: readonly Shop[];
  seed: number;
}

export interface Phase {
  from: number;
  to: number;
  /** The number of produtos to choose from. */
  produtos: number;
  /** How often the proof kills PostgreSQL or an http process during the phase. */
  kills: number;
  deafness: number;
}

export interface Result {
  /** Indexed by the number of the attempt within the phase. */
  outcomes: Uint8Array;
  seconds: number;
  resent: number;
  unavailable: number;
  killed: { postgres: number; http: number };
  findings: string[];
}

export type Servers = Awaited<ReturnType<typeof openServers>>;

/** Starts the http processes. `replace` kills one of them and starts it again. */
export async function openServers(product: Product, ports: readonly number[]) {
  const one = (port: number) => product.serve({ PORT: String(port) });
  const running = await Promise.all(ports.map(one));
  return {
    async replace(n: number) {
      await running[n]?.kill();
      running[n] = await one(ports[n] ?? 0);
    },
    /** How many processes have ended although the proof did not kill them. */
    dead: () => running.filter(({ isDead }) => isDead()).length,
  };
}

/**
 * Makes the attempts of a phase from several client processes, and kills servers as often as the phase
 * states.
 */
export async function runPhase(site: Site, phase: Phase): Promise<Result> {
  const began = performance.now();
  const progress = Array<number>(CLIENTS).fill(0);
  const clients = progress.map((_, n) =>
    openClient(workOf(site, phase, n), (count) => (progress[n] = count)),
  );
  let isOver = false;
  const made = () => progress.reduce((sum, count) => sum + count, 0);
  const killing = killDuring(site, phase, { made, isOver: () => isOver });
  const done = await Promise.all(clients.map(({ ended }) => ended));
  const seconds = (performance.now() - began) / 1000;
  isOver = true;
  const killed = await killing;
  const outcomes = new Uint8Array(phase.to - phase.from);
  for (const [n, { outcomes: own }] of done.entries())
    for (const [k, outcome] of own.entries()) outcomes[n + k * CLIENTS] = outcome;
  const sum = (of: (each: Done) => number) => done.reduce((total, each) => total + of(each), 0);
  return {
    outcomes,
    seconds,
    killed,
    resent: sum(({ resent }) => resent),
    unavailable: sum(({ unavailable }) => unavailable),
    findings: done.flatMap(({ findings }) => findings),
  };
}

const workOf = ({ seed, shops, ports, origin }: Site, phase: Phase, n: number): Work => ({
  seed,
  from: phase.from + n,
  by: CLIENTS,
  to: phase.to,
  produtos: phase.produtos,
  shops,
  ports,
  origin,
  connections: 16,
  deafness: phase.deafness,
});

function openClient(work: Work, onProgress: (count: number) => void) {
  const child: ChildProcess = fork(join(import.meta.dirname, 'client.ts'), {
    serialization: 'advanced',
  });
  const { promise, resolve, reject } = Promise.withResolvers<Done>();
  child.on('message', (message: { progress?: number; done?: Done }) => {
    if (message.progress !== undefined) onProgress(message.progress);
    if (message.done) resolve(message.done);
  });
  child.on('exit', (code) => reject(new Error(`a client ended with ${code}`)));
  child.send(work);
  return { ended: promise.finally(() => child.disconnect()) };
}

interface Course {
  made: () => number;
  isOver: () => boolean;
}

/** Kills PostgreSQL and an http process alternately, at random points of the phase. */
async function killDuring({ postgres, servers, ports }: Site, phase: Phase, course: Course) {
  const killed = { postgres: 0, http: 0 };
  const attempts = phase.to - phase.from;
  for (let n = 0; n < phase.kills; n++) {
    // The kills fall into the first nine tenths of the phase, so that the last one comes before its end.
    const at = ((n + Math.random() * 0.5) / phase.kills) * attempts * 0.9;
    while (course.made() < at && !course.isOver()) await sleep(20);
    if (course.isOver()) break;
    if (n % 2 === 0) {
      await postgres.kill();
      killed.postgres++;
      await sleep(Math.random() * 500);
      await postgres.restart();
    } else {
      await servers.replace(Math.floor(Math.random() * ports.length));
      killed.http++;
    }
  }
  return killed;
}
