import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { untilReady } from '../../tools/stack.ts';
import type { Place } from '../kit/proof.ts';

const FILE = join(import.meta.dirname, '../../deploy/haproxy/haproxy.cfg');

/** Starts HAProxy with the documented file. Only the addresses differ, and TLS is left out. */
export async function openBalancer(
  { folder, onEnd }: Place,
  { port, servers, retries }: { port: number; servers: readonly number[]; retries: boolean },
): Promise<string> {
  const documented = await readFile(FILE, 'utf8');
  const own = (retries ? documented : documented.replace(/retry-on .*/, 'retry-on none'))
    .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
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
