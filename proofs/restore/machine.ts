import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../../tools/package/run.ts';
import { DEV_PASSWORD, type Postgres } from '../../tools/postgres.ts';
import { ROOT } from '../../tools/stack.ts';
import { argOf } from '../kit/arguments.ts';
import type { Place } from '../kit/proof.ts';

/** Debian 14, which has PostgreSQL 18. A later run uses the folder again. */
const DEBIAN = argOf('root') ?? join(tmpdir(), 'prumo-proof-restore-debian');
const DATA = '/var/lib/postgresql/18/main';
const CONFIG = '/etc/postgresql/18/main';
const REPOSITORY = '/var/lib/pgbackrest';
const SOCKETS = '/run/postgresql';
const CONTROL = '/usr/lib/postgresql/18/bin/pg_ctl';
const INITDB = '/usr/lib/postgresql/18/bin/initdb';

/** The machine of the database: Debian's PostgreSQL and pgBackRest in a folder of their own. */
export interface Machine extends Postgres {
  /** Runs a command of Prumo as the user of PostgreSQL. Returns its exit code and what it printed. */
  prumo(env: Record<string, string>, ...args: string[]): Promise<{ code: number; said: string }>;
  /** Kills PostgreSQL and deletes its data, as the loss of the disk does. The repository is elsewhere. */
  lose(): Promise<void>;
  /** The bytes of the data. */
  size(): number;
}

export async function openMachine(place: Place, settings: Record<string, string>): Promise<Machine> {
  if (!existsSync(join(DEBIAN, 'usr/bin/pgbackrest')))
    run('mmdebstrap', [
      '--aptopt=Acquire::Check-Valid-Until "false"',
      '--include=ca-certificates,postgresql-18,pgbackrest',
      ...['forky', DEBIAN],
    ]);
  const inside = (...command: string[]) =>
    run('chroot', ['--userspec=postgres:postgres', DEBIAN, ...command], {
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    });
  const mounts: [string[], string][] = [
    [['-t', 'proc', 'proc'], 'proc'],
    [['-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs'], 'dev/shm'],
    [['--bind', ROOT], 'srv/prumo'],
    [['--bind', dirname(process.execPath)], 'srv/node'],
  ];
  for (const [what, where] of mounts) {
    await mkdir(join(DEBIAN, where), { recursive: true });
    run('mount', [...what, join(DEBIAN, where)]);
    place.onEnd(async () => spawnSync('umount', [join(DEBIAN, where)]));
  }

  for (const folder of [DATA, REPOSITORY, SOCKETS]) {
    await rm(join(DEBIAN, folder), { recursive: true, force: true });
    run('install', ['-d', '-o', String(owner()), '-g', String(owner()), '-m', '0700', join(DEBIAN, folder)]);
  }
  await writeFile(join(DEBIAN, 'tmp/password'), DEV_PASSWORD);
  inside(
    ...[INITDB, '-D', DATA, '--auth-local=peer', '--auth-host=scram-sha-256', '--pwfile=/tmp/password'],
    ...['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  );
  await writeFile(join(DEBIAN, 'etc/pgbackrest.conf'), PGBACKREST(place.port));
  await writeFile(join(DEBIAN, CONFIG, 'pg_hba.conf'), HBA);
  await writeFile(
    join(DEBIAN, CONFIG, 'postgresql.conf'),
    Object.entries({ ...ARCHIVING, port: String(place.port), ...settings })
      .map(([name, value]) => `${name} = '${value}'\n`)
      .join(''),
  );

  const start = async () => {
    // The server keeps the streams of its starter open, so they must not be pipes.
    const child = spawn(
      'chroot',
      [
        ...['--userspec=postgres:postgres', DEBIAN, CONTROL, '-D', DATA, '-w', '-l', '/tmp/postgres.log'],
        ...['-o', `-c config_file=${CONFIG}/postgresql.conf`, 'start'],
      ],
      { stdio: 'ignore' },
    );
    const [code] = await once(child, 'exit');
    if (code !== 0)
      throw new Error(
        `PostgreSQL did not start:\n${await readFile(join(DEBIAN, 'tmp/postgres.log'), 'utf8')}`,
      );
  };
  const pid = async () =>
    Number((await readFile(join(DEBIAN, DATA, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);
  const stop = async () => {
    if (await pid())
      spawnSync('chroot', [
        '--userspec=postgres:postgres',
        DEBIAN,
        CONTROL,
        '-D',
        DATA,
        '-m',
        'fast',
        '-w',
        'stop',
      ]);
  };
  const kill = async () => {
    const postmaster = await pid();
    if (!postmaster) return;
    const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').catch(
      () => '',
    );
    for (const each of [postmaster, ...children.split(' ').filter(Boolean).map(Number)])
      spawnSync('kill', ['-9', String(each)]);
    while (existsSync(`/proc/${postmaster}`)) await sleep(50);
  };
  await rm(join(DEBIAN, 'tmp/postgres.log'), { force: true });
  place.onEnd(stop);
  await start();
  inside('pgbackrest', '--stanza=prumo', 'stanza-create');

  return {
    url: (database, role = 'postgres') =>
      `postgres://${role}:${DEV_PASSWORD}@127.0.0.1:${place.port}/${database}`,
    ...{ stop, kill, restart: start },
    async prumo(env, ...args) {
      const child = spawn(
        'chroot',
        [
          '--userspec=postgres:postgres',
          DEBIAN,
          '/srv/node/node',
          '/srv/prumo/apps/server/src/main.prumo.ts',
          ...args,
        ],
        { env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
      );
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          said += chunk.toString();
        });
      const [code] = await once(child, 'close');
      return { code: Number(code), said };
    },
    async lose() {
      await kill();
      await rm(join(DEBIAN, DATA), { recursive: true, force: true });
      run('install', ['-d', '-o', String(owner()), '-g', String(owner()), '-m', '0700', join(DEBIAN, DATA)]);
    },
    size: () => Number(run('du', ['-sb', join(DEBIAN, DATA)]).split('\t')[0]),
  };
}

/** The number of Debian's user postgres inside the folder. */
const owner = () => Number(run('chroot', [DEBIAN, 'id', '-u', 'postgres']).trim());

/** The settings that docs/operations.md tells the operator to make. */
const ARCHIVING = {
  data_directory: DATA,
  hba_file: `${CONFIG}/pg_hba.conf`,
  unix_socket_directories: SOCKETS,
  listen_addresses: '127.0.0.1',
  max_connections: '200',
  timezone: 'UTC',
  archive_mode: 'on',
  archive_timeout: '30s',
  archive_command: 'pgbackrest --stanza=prumo archive-push %p',
};

const HBA = `local all postgres peer
host all all 127.0.0.1/32 scram-sha-256
`;

const PGBACKREST = (port: number) => `[global]
repo1-path=${REPOSITORY}
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=a-passphrase-of-the-proof
repo1-retention-full=5
repo1-bundle=y
compress-type=zst
start-fast=y
log-level-file=off

[prumo]
pg1-path=${DATA}
pg1-port=${port}
pg1-socket-path=${SOCKETS}
`;
