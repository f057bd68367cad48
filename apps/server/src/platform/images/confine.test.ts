import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confine, EMPTY_ENVIRONMENT, findConfinement } from './confine.ts';
import { openImages } from './images.ts';

/** A program that makes an attacker's attempts from a hijacked decoder and prints the outcome of each. */
const PROBE = `
  import { spawnSync } from 'node:child_process';
  import { readFileSync, writeFileSync } from 'node:fs';
  import { connect } from 'node:net';
  const { uid, port, folder } = JSON.parse(process.argv[2]);
  // Node's permission model does not bind native code such as a decoder. The native probe therefore runs
  // without it.
  if (uid !== null) { process.setgroups([]); process.setgid(uid); process.setuid(uid); }
  const tried = (work) => { try { work(); return 'done'; } catch (error) { return error.code; } };
  const connected = await new Promise((resolve) => connect(port, '127.0.0.1')
    .on('connect', () => resolve('done')).on('error', (error) => resolve(error.code)));
  console.log(JSON.stringify({
    environ: tried(() => readFileSync('/proc/' + process.ppid + '/environ')),
    passwd: tried(() => readFileSync('/etc/passwd')),
    write: tried(() => writeFileSync(folder + '/written', 'x')),
    spawn: tried(() => { const { error } = spawnSync('true'); if (error) throw error; }),
    connected,
    environment: Object.keys(process.env).sort(),
  }));
  process.exit(0);`;

let folder = '';
const listener = createServer((_request, response) => response.end());
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'prumo-confine-')));
  await writeFile(join(folder, 'probe.mjs'), PROBE);
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
});
afterAll(async () => {
  listener.close();
  await rm(folder, { recursive: true });
});

async function probe(options: { isNative: boolean }) {
  const found = await findConfinement();
  const { port } = listener.address() as AddressInfo; // a TCP listener has no other kind of address
  const settings = { uid: found.mayChangeUser ? 65_534 : null, port, folder };
  const [program, args] = confine(found, join(folder, 'probe.mjs'), JSON.stringify(settings));
  const given = options.isNative ? args.filter((arg) => !/^--(permission|allow-)/.test(arg)) : args;
  const child = spawn(program, given, { env: EMPTY_ENVIRONMENT, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  return JSON.parse(String(line));
}

test('native code in a confined program cannot read the environment of its parent or reach a network address', async () => {
  const { environ, connected, environment } = await probe({ isNative: true });
  expect(environ).toBe('EACCES');
  expect(connected).toMatch(/ENETUNREACH|ECONNREFUSED/);
  expect(environment).toEqual(['PATH']);
});

test('JavaScript in a confined program cannot read files other than its code, write a file or start a process', async () => {
  const { environ, passwd, write, spawn: started } = await probe({ isNative: false });
  expect([environ, passwd, write, started]).toEqual(Array(4).fill('ERR_ACCESS_DENIED'));
});

test('the image process runs as another user, without capabilities, new privileges or our environment', async () => {
  const pool = openImages({ processes: 1, wallMs: 60_000 });
  const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  expect(await pool.reencode('empresa', image, { maxSide: 9 })).toMatchObject({ ok: true });
  const [pid] = pool.pids();
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  expect(status).toMatch(/^NoNewPrivs:\t1$/m);
  expect(status).toMatch(/^CapEff:\t0+$/m);
  const { mayChangeUser } = await findConfinement();
  const uid = mayChangeUser ? 65_534 : process.getuid?.();
  expect(status).toMatch(new RegExp(`^Uid:\\t${uid}\\t${uid}\\t${uid}\\t`, 'm'));
  expect(status).toMatch(mayChangeUser ? /^Groups:\t\s*$/m : /^Groups:/m);
  const { unreadable, names } = await readFile(`/proc/${pid}/environ`, 'utf8').then(
    (text) => ({ unreadable: false, names: text.split('\0').map((pair) => pair.split('=')[0]) }),
    () => ({ unreadable: true, names: [] as (string | undefined)[] }),
  );
  expect(unreadable || names.includes('PATH')).toBe(true);
  expect(names.filter((name) => /KEY|URL|SECRET|STORAGE|HOME/.test(String(name)))).toEqual([]);
  await pool.close();
});
