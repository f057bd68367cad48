import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePorts } from './ports.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('./ceph.sh', import.meta.url));

export interface Ceph {
  endpoint: string;
  key: string;
  secret: string;
  stop(): Promise<void>;
}

/** Starts a real S3 gateway for tests. Unlike a stand-in, it refuses a forged signature. */
export async function startCeph(): Promise<Ceph> {
  const key = randomBytes(10).toString('hex');
  const secret = randomBytes(20).toString('hex');
  const dir = await mkdtemp(join(tmpdir(), 'prumo-ceph-'));
  const stop = async () => {
    await run(script, ['down', dir]);
  };
  // Another program may take a port between the check and the start, so the loop retries on other ports.
  for (let attempt = 1; ; attempt++) {
    const port = await freePorts(25, [20_000, 20_900]);
    try {
      const env = { ...process.env, S3_KEY: key, S3_SECRET: secret };
      await run(script, ['up', dir, String(port)], { env, timeout: 90_000 });
      return { endpoint: `http://127.0.0.1:${port}`, key, secret, stop };
    } catch (error) {
      const log = await readFile(join(dir, 'log', 'client.rgw.log'), 'utf8').catch(() => '');
      await stop();
      if (isMissing(error) || attempt === 3)
        throw new Error(`${reasonOf(error)}\n${log.slice(-2_000)}`.trim(), { cause: error });
    }
  }
}

/** The script exits with 3 when Ceph is not installed, which a retry cannot fix. */
const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 3;

const reasonOf = (error: unknown) =>
  error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
