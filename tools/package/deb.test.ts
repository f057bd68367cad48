import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SECRET_SETTINGS } from '../../apps/server/src/platform/config.ts';
import { ROOT } from '../stack.ts';
import { checksumOf, packDeb, releaseOf } from './deb.ts';
import { EXTERNALS, neededPackages } from './externals.ts';
import { run } from './run.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prumo-deb-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const release = releaseOf({ time: 1_763_430_000, hash: 'abc123def' }, {});

/** A small tree in the form of the real one, whose files have the order and the time of this call. */
async function aTree(name: string, files: readonly string[], time: Date): Promise<string> {
  const tree = join(folder, name);
  for (const file of files) {
    await mkdir(join(tree, file, '..'), { recursive: true });
    await writeFile(join(tree, file), `content of ${file}`);
    await utimes(join(tree, file), time, time);
  }
  return tree;
}

const FILES = [
  'bin/node',
  'server/main.prumo.js',
  'server/node_modules/sharp/index.js',
  'web/index.html',
  'prumo',
];

test('two builds of the same files are equal, whatever their times and order', async () => {
  const one = await packDeb({
    tree: await aTree('one', FILES, new Date('2026-01-01')),
    stage: join(folder, 'stage-one'),
    out: join(folder, 'out-one'),
    release,
  });
  const two = await packDeb({
    tree: await aTree('two', FILES.toReversed(), new Date('2026-02-02')),
    stage: join(folder, 'stage-two'),
    out: join(folder, 'out-two'),
    release,
  });
  expect(await checksumOf(one)).toBe(await checksumOf(two));
  expect(basename(one)).toMatch(/^prumo_0\.20251118\.0140\+abc123def_(amd64|arm64)\.deb$/);

  const changed = await aTree('three', FILES, new Date('2026-01-01'));
  await writeFile(join(changed, 'web/index.html'), 'another page');
  const three = await packDeb({
    tree: changed,
    stage: join(folder, 'stage-three'),
    out: join(folder, 'out-three'),
    release,
  });
  expect(await checksumOf(three)).not.toBe(await checksumOf(one));

  const listed = run('dpkg-deb', ['--contents', one]);
  const lines = listed.trim().split('\n');
  expect(lines.filter((line) => !line.includes(' root/root '))).toEqual([]);
  expect(listed).toMatch(/-rwxr-xr-x .* \.\/usr\/lib\/prumo\/bin\/node\n/);
  expect(listed).toMatch(/-rwxr-xr-x .* \.\/usr\/bin\/prumo\n/);
  expect(listed).toMatch(/-rw-r--r-- .* \.\/etc\/prumo\/prumo\.env\n/);
  expect(run('dpkg-deb', ['--info', one, 'conffiles'])).toBe('/etc/prumo/prumo.env\n');
});

test('SOURCE_DATE_EPOCH replaces the time of the files, and the version stays that of the commit', () => {
  const dated = releaseOf({ time: 1_763_430_000, hash: 'abc123def' }, { SOURCE_DATE_EPOCH: '1700000000' });
  expect(dated).toEqual({ version: release.version, epoch: 1_700_000_000 });
});

test('the bundle gets its external packages with everything they need, and nothing for another machine', async () => {
  const found = await neededPackages(EXTERNALS, join(ROOT, 'apps/server'));
  const names = found.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([...EXTERNALS, 'detect-libc', 'semver']));
  expect(names.filter((name) => /win32|darwin/.test(name))).toEqual([]);
  expect(names.some((name) => name.startsWith('@dbmate/linux-'))).toBe(true);
  await expect(neededPackages(['no-such-package'], ROOT)).rejects.toThrow('is not installed');
});

describe('the units', () => {
  const units = globSync('deploy/debian/units/*', { cwd: ROOT }).sort();
  const services = units.filter((path) => path.endsWith('.service'));
  const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');

  test('systemd accepts all of them', async () => {
    expect(units).toHaveLength(11);
    const copies = join(folder, 'units');
    await cp(join(ROOT, 'deploy/debian/units'), copies, { recursive: true });
    for (const name of await readdir(copies)) {
      const text = readFileSync(join(copies, name), 'utf8');
      // The product is not installed here, and systemd looks for the program.
      await writeFile(join(copies, name), text.replaceAll(/^ExecStart=\S+/gm, 'ExecStart=/bin/true'));
    }
    const { stderr, status } = spawnSync(
      'systemd-analyze',
      ['verify', '--man=no', ...units.map((path) => join(copies, basename(path)))],
      { encoding: 'utf8', env: { ...process.env, SYSTEMD_UNIT_PATH: `${copies}:` } },
    );
    expect(stderr.split('\n').filter((line) => line.includes('prumo-'))).toEqual([]);
    expect(status).toBe(0);
  });

  test.each(services)('%s has few rights', (path) => {
    const text = textOf(path);
    for (const line of [
      path.includes('backup-database') ? 'User=postgres' : 'User=prumo',
      'NoNewPrivileges=yes',
      'CapabilityBoundingSet=',
      'ProtectSystem=strict',
    ])
      expect(text).toContain(`\n${line}\n`);
    expect(text).not.toMatch(/^Environment=/m);
  });

  test('only the services that migrate, check or back up get the connection of the owner', () => {
    const withOwner = services.filter((path) => textOf(path).includes('/etc/prumo/owner'));
    expect(withOwner.map((path) => basename(path))).toEqual([
      'prumo-atividade-check.service',
      'prumo-backup-database.service',
      'prumo-backup-objects.service',
      'prumo-migrate.service',
      'prumo-stock-check.service',
    ]);
  });

  test('only the copy of the objects gets the key of the backups', () => {
    const withKey = services.filter((path) => textOf(path).includes('/etc/prumo/backup'));
    expect(withKey.map((path) => basename(path))).toEqual(['prumo-backup-objects.service']);
  });

  test('http and worker need the migrations, and try again until they have run', () => {
    for (const path of services.filter((each) => /http|worker/.test(each))) {
      const text = textOf(path);
      expect(text).toMatch(/^Wants=.*prumo-migrate\.service$/m);
      expect(text).toMatch(/^After=.*prumo-migrate\.service$/m);
      expect(text).toMatch(/^ExecStartPre=.*! systemctl --quiet is-failed prumo-migrate\.service/m);
      // systemd does not repeat a start that failed for a dependency.
      expect(text).not.toMatch(/^(Requires|BindsTo|Requisite)=/m);
      expect(text).toContain('\nRestart=always\n');
      expect(text).toContain('\nStartLimitIntervalSec=0\n');
    }
  });

  test('the stop of a service waits longer than the process needs', () => {
    const hard = Number(
      /HARD_STOP_MS = ([\d_]+)/.exec(textOf('apps/server/src/platform/process.ts'))?.[1]?.replace('_', ''),
    );
    for (const path of services.filter((each) => /http|worker/.test(each)))
      expect(Number(/TimeoutStopSec=(\d+)/.exec(textOf(path))?.[1]) * 1000).toBeGreaterThan(hard);
  });
});

describe('the launcher', () => {
  test('names every file of the credentials as the setting that the product reads', async () => {
    const tree = join(folder, 'launcher');
    await mkdir(join(tree, 'bin'), { recursive: true });
    await mkdir(join(tree, 'credentials'));
    await cp(join(ROOT, 'deploy/prumo'), join(tree, 'prumo'));
    await writeFile(join(tree, 'bin/node'), '#!/bin/sh\nenv; echo "args: $*"\n', { mode: 0o755 });
    for (const name of SECRET_SETTINGS)
      await writeFile(
        join(tree, 'credentials', `${name === 'MIGRATE_DATABASE_URL' ? 'owner' : 'secrets'}_${name}`),
        'canary',
      );
    const said = run(join(tree, 'prumo'), ['reset-two-step', 'ana@exemplo.com.br'], {
      env: { PATH: process.env['PATH'] ?? '', CREDENTIALS_DIRECTORY: join(tree, 'credentials') },
    });
    for (const name of SECRET_SETTINGS) expect(said).toMatch(new RegExp(`^${name}_FILE=.*_${name}$`, 'm'));
    expect(said).toContain(`WEB_DIST=${tree}/web\n`);
    expect(said).toContain(`args: ${tree}/server/main.prumo.js reset-two-step ana@exemplo.com.br\n`);
    expect(said).not.toContain('canary');
  });

  test('the nightly check compares with the newest kept result, and keeps none of a broken chain', async () => {
    const tree = join(folder, 'check');
    await mkdir(join(tree, 'kept'), { recursive: true });
    await cp(join(ROOT, 'deploy/atividade-check'), join(tree, 'atividade-check'));
    const answer = (code: number) =>
      writeFile(join(tree, 'prumo'), `#!/bin/sh\necho "ok: $*"\nexit ${code}\n`, { mode: 0o755 });
    await writeFile(join(tree, 'kept/atividades-20260101000000.txt'), 'earlier');
    await answer(1);
    const broken = spawnSync(join(tree, 'atividade-check'), [join(tree, 'kept')], { encoding: 'utf8' });
    expect(broken).toMatchObject({
      status: 1,
      stdout: 'ok: atividade-check atividades-20260101000000.txt\n',
    });
    await answer(0);
    run(join(tree, 'atividade-check'), [join(tree, 'kept')]);
    const said = run(join(tree, 'atividade-check'), [join(tree, 'kept')]);
    expect(said).toMatch(/^ok: atividade-check atividades-202\d{11}\.txt\n$/);
    expect(said).not.toContain('20260101000000');
    expect(existsSync(join(tree, 'kept/new'))).toBe(false);
  });
});
