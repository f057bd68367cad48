import { type ChildProcess, fork } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { type Edit, withEdits } from '../kit/edits.ts';
import type { Answered, Ask, HasRead, Read } from './asker.ts';
import type { Conta, Site } from './site.ts';

export interface Asker {
  child: ChildProcess;
  ready: Promise<void>;
  ask(conta: Conta, at?: number): Promise<Answered>;
  read(contas: Read['contas']): { stop(): Promise<HasRead> };
  /** Sends SIGKILL and resolves when the process has ended. */
  kill(): Promise<void>;
}

/**
 * The minimum of DATABASE_POOL. It is enough, because a refresh holds no connection while it calls Mercado
 * Livre.
 */
const POOL = '2';
/** How many askers start together. */
const AT_ONCE = 10;

interface Message {
  ready?: true;
  answered?: Answered;
  hasRead?: HasRead;
}

export function openAsker(
  { env, log, onEnd }: Pick<Site, 'env' | 'log' | 'onEnd'>,
  options: { edits?: readonly Edit[]; settings?: Record<string, string> } = {},
): Asker {
  const output = openSync(log, 'a');
  const child = fork(join(import.meta.dirname, 'asker.ts'), {
    env: {
      ...process.env,
      ...env,
      DATABASE_POOL: POOL,
      ...options.settings,
      ...withEdits(options.edits ?? []),
    },
    stdio: ['ignore', output, output, 'ipc'],
  });
  closeSync(output);
  const ready = Promise.withResolvers<void>();
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const waiting = new Map<number, (answered: Answered) => void>();
  const reading = Promise.withResolvers<HasRead>();
  let asked = 0;
  child.on('message', ({ ready: isReady, answered, hasRead }: Message) => {
    if (isReady) ready.resolve();
    if (answered) {
      waiting.get(answered.n)?.(answered);
      waiting.delete(answered.n);
    }
    if (hasRead) reading.resolve(hasRead);
  });
  child.on('exit', (code, signal) => {
    ready.reject(new Error(`an asker ended before it was ready: ${code}`));
    const died = { outcome: `died: ${signal ?? code}`, token: '', began: 0, had: 0, ended: 0 };
    for (const [n, settle] of waiting) settle({ n, ...died });
  });
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  onEnd(kill);
  return {
    child,
    ready: ready.promise,
    kill,
    ask({ empresaId, contaId }, at = 0) {
      const n = ++asked;
      const answered = new Promise<Answered>((resolve) => waiting.set(n, resolve));
      const ask: Ask = { n, conta: { empresaId, contaId }, at };
      child.send({ ask });
      return answered;
    },
    read(contas) {
      child.send({ read: { contas } });
      return {
        stop: () => {
          child.send({ stop: true });
          return reading.promise;
        },
      };
    },
  };
}

export async function openAskers(
  site: Site,
  count: number,
  options: Parameters<typeof openAsker>[1] = {},
): Promise<Asker[]> {
  const askers: Asker[] = [];
  while (askers.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - askers.length) }, () =>
      openAsker(site, options),
    );
    await Promise.all(some.map(({ ready }) => ready));
    askers.push(...some);
  }
  return askers;
}

export const endAll = (askers: readonly Asker[]) => Promise.all(askers.map(({ kill }) => kill()));
