import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Postgres } from './postgres.ts';
import type { Done, Shop, Work } from './prove-stock.client.ts';
import { start, untilReady } from './stack.ts';

const CLIENTS = 2;

/** The product under attack: its processes, and who is in it. */
export interface Site {
  postgres: Postgres;
  env: Record<string, string>;
  ports: readonly number[];
  shops: readonly Shop[];
  seed: number;
}

export interface Phase {
  from: number;
  to: number;
  /** Over how many produtos. */
  produtos: number;
  /** How often PostgreSQL or an http process is killed meanwhile. */
  kills: number;
  deafness: number;
}

export interface Result {
  /** By number of the attempt, from the phase's first. */
  outcomes: Uint8Array;
  seconds: number;
  resent: number;
  unavailable: number;
  killed: { postgres: number; http: number };
  findings: string[];
}

export type Servers = ReturnType<typeof openServers>;

/** The http processes, each of which can be ended hard and started again. */
export function openServers({ env, ports }: Pick<Site, 'env' | 'ports'>) {
  const one = (port: number) => start('src/main.http.ts', { ...env, PORT: String(port) });
  const running = ports.map(one);
  return {
    ready: () => Promise.all(ports.map((port) => untilReady(`http://127.0.0.1:${port}/readyz`))),
    async replace(n: number) {
      const port = ports[n] ?? 0;
      running[n]?.child.kill('SIGKILL');
      await running[n]?.ended;
      running[n] = one(port);
      await untilReady(`http://127.0.0.1:${port}/healthz`);
    },
    /** Those that ended though nobody killed them. */
    dead: () => running.filter(({ child }) => child.exitCode !== null || child.signalCode !== null).length,
    stop: () => Promise.all(running.map((each) => each.stop())),
    /** Nothing more is asked of them, and an orderly end in production takes five seconds. */
    kill: () =>
      Promise.all(
        running.map(({ child, ended }) => {
          child.kill('SIGKILL');
          return ended;
        }),
      ),
  };
}

/** Makes the attempts of a phase from several processes of clients, and kills as it says. */
export async function runPhase(site: Site, servers: Servers, phase: Phase): Promise<Result> {
  const began = performance.now();
  const progress = Array<number>(CLIENTS).fill(0);
  const clients = progress.map((_, n) =>
    openClient(workOf(site, phase, n), (count) => (progress[n] = count)),
  );
  let isOver = false;
  const made = () => progress.reduce((sum, count) => sum + count, 0);
  const killing = killDuring(site, servers, phase, { made, isOver: () => isOver });
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

const workOf = ({ seed, shops, ports, env }: Site, phase: Phase, n: number): Work => ({
  seed,
  from: phase.from + n,
  by: CLIENTS,
  to: phase.to,
  produtos: phase.produtos,
  shops,
  ports,
  origin: env['PUBLIC_URL'] ?? '',
  connections: 16,
  deafness: phase.deafness,
});

function openClient(work: Work, onProgress: (count: number) => void) {
  const child: ChildProcess = fork(join(import.meta.dirname, 'prove-stock.client.ts'), {
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

/** In turn PostgreSQL and an http process, at points of the phase chosen at random. */
async function killDuring({ postgres, ports }: Site, servers: Servers, phase: Phase, course: Course) {
  const killed = { postgres: 0, http: 0 };
  const attempts = phase.to - phase.from;
  for (let n = 0; n < phase.kills; n++) {
    // The last one early enough to come before the end.
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
