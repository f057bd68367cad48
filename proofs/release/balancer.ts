import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { untilReady } from '../../tools/stack.ts';
import type { Place } from '../kit/proof.ts';

const FILE = join(import.meta.dirname, '../../deploy/haproxy/haproxy.cfg');

/** A change of the documented file that plants a defect. */
export interface BalancerEdit {
  from: RegExp;
  to: string;
}

/** Starts HAProxy with the documented file. Only the addresses differ, and TLS is left out. */
export async function openBalancer(
  { folder, onEnd }: Place,
  { port, servers, edit = [] }: { port: number; servers: readonly number[]; edit?: readonly BalancerEdit[] },
): Promise<string> {
  let documented = await readFile(FILE, 'utf8');
  for (const { from, to } of edit) {
    if (!from.test(documented)) throw new Error(`haproxy.cfg does not match ${from}`);
    documented = documented.replace(from, to);
  }
  const own = documented
    .replace(/bind :443 .*/, `bind :${port}`)
    .replaceAll(/127\.0\.0\.1:808(\d)/g, (_, n: string) => `127.0.0.1:${servers[Number(n) - 1]}`);
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, own);
  const haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(haproxy, 'exit');
  onEnd(async () => {
    haproxy.kill();
    await ended;
  });
  const address = `http://127.0.0.1:${port}`;
  await untilReady(`${address}/readyz`);
  return address;
}
