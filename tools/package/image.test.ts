import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../stack.ts';
import { packCompose } from './compose.ts';
import { checksumOf } from './deb.ts';
import { debianComponent, IMAGE } from './image.ts';
import { run } from './run.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prumo-compose-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a Debian package of the image becomes a component that a scanner can look up', () => {
  const status =
    'Package: libstdc++6\nStatus: install ok installed\nArchitecture: amd64\nVersion: 1:14.2.0-19\n';
  expect(debianComponent(status)).toEqual({
    type: 'library',
    name: 'libstdc++6',
    version: '1:14.2.0-19',
    purl: 'pkg:deb/debian/libstdc%2B%2B6@1%3A14.2.0-19?arch=amd64',
  });
  expect(() => debianComponent('')).toThrow('not the status');
});

test('the archive of the compose file has every file that it mounts, and two are equal', async () => {
  const release = { version: '0.1', epoch: 1_763_430_000 };
  const pack = (name: string) =>
    packCompose({ stage: join(folder, `${name}-stage`), out: join(folder, name), release });
  const one = await pack('one');
  expect(await checksumOf(one)).toBe(await checksumOf(await pack('two')));
  const listed = run('tar', ['-tvf', one]);
  const mounted = [...COMPOSE.matchAll(/\.\/([\w.-]+):\/etc\/prumo/g)].map(([, file = '']) => file);
  expect(mounted).toContain('nginx.conf');
  for (const file of [
    'compose.yaml',
    'Containerfile.postgres',
    'roles.sql',
    'prumo.env',
    'pgbackrest.conf',
    ...mounted.filter((each) => each !== 'tls'),
  ])
    expect(listed).toContain(` ./${file}\n`);
  expect(listed).toMatch(/-rwxr-xr-x 0\/0 .* \.\/prumo\n/);
});

const COMPOSE = readFileSync(join(ROOT, 'deploy/compose/compose.yaml'), 'utf8');
const POSTGRES = readFileSync(join(ROOT, 'deploy/compose/Containerfile.postgres'), 'utf8');

describe('the compose file', () => {
  const [, services = ''] = COMPOSE.split(/^services:\n/m);
  const blocks = new Map(
    [...services.matchAll(/^ {2}(\w+):\n((?: {4}.*\n|\n| {2}#.*\n)+)/gm)].map(([, name = '', text = '']) => [
      name,
      text,
    ]),
  );

  test('runs the product, its database, its backups, its pooler, its proxy and its monitor', () => {
    expect([...blocks.keys()].sort()).toEqual([
      ...['backup', 'command', 'database', 'http', 'network', 'pgbouncer', 'postgres', 'prometheus'],
      ...['proxy', 'worker'],
    ]);
  });

  test('every container has a root that it cannot change, and no capability', () => {
    const open = [...blocks].filter(
      ([, text]) =>
        !/<<: \*(confined|prumo|database)\n/.test(text) &&
        !/read_only: true\n {4}cap_drop: \[ALL\]/.test(text),
    );
    expect(open.map(([name]) => name)).toEqual([]);
    expect(COMPOSE).toMatch(/x-confined: &confined\n(?: {2}.*\n)* {2}read_only: true\n {2}cap_drop: \[ALL\]/);
  });

  test('every image has a version', () => {
    const images = [...COMPOSE.matchAll(/image: (.+)/g)].map(([, name = '']) => name);
    const own = [IMAGE, 'localhost/prumo-postgres:latest'];
    expect(images.filter((name) => !own.includes(name) && !/:v?\d/.test(name))).toEqual([]);
    expect(POSTGRES).toMatch(/^FROM docker\.io\/library\/postgres:18$/m);
    expect(POSTGRES).toContain(`COPY --from=${IMAGE} `);
  });

  test('only the commands of the operator get the connection of the owner', () => {
    const withOwner = [...blocks].filter(([, text]) => text.includes('./owner'));
    expect(withOwner.map(([name]) => name)).toEqual(['command']);
    // The user of PostgreSQL owns the database anyway, so its containers have the connection among their own files.
    const withBackup = [...blocks].filter(([, text]) => text.includes('./backup:'));
    expect(withBackup.map(([name]) => name).sort()).toEqual(['backup', 'database', 'postgres']);
  });
});
