import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../../tools/package/run.ts';
import { DEV_PASSWORD } from '../../tools/postgres.ts';
import { ROOT } from '../../tools/stack.ts';
import { type Debian, environmentOf, mount } from './debian.ts';
import { type Machine, pidsWith } from './network.ts';

const PATH = '/usr/bin:/bin:/usr/sbin';

/** Makes the certificates of the machines, and gives each name its address, as docs/operations.md says. */
export async function prepareMachines(
  { root, home, owner, onEnd }: Debian,
  machines: readonly Machine[],
): Promise<void> {
  const folder = join(root, home, 'tls');
  const named = machines.map(({ name, address }) => `${name}=${address}`);
  run(join(ROOT, 'deploy/patroni/certificates.sh'), [folder, ...named]);
  run('chown', ['-R', owner, folder]);
  const hosts = join(root, home, 'hosts');
  await writeFile(
    hosts,
    ['127.0.0.1 localhost', ...machines.map(({ name, address }) => `${address} ${name}`), ''].join('\n'),
  );
  mount(['--bind', hosts, join(root, 'etc/hosts')], onEnd);
  run('install', ['-m', '0755', join(ROOT, 'deploy/patroni/archive-missed.sh'), join(root, home)]);
}

/** Starts the server of pgBackRest unless it runs. A database machine needs it, too, to be read by the backup machine. */
export function startServer(debian: Debian, machine: Machine): void {
  if (pidsWith(machine, 'pgbackrest\0server').length === 0) debian.program(machine, ['pgbackrest', 'server']);
}

/**
 * Starts the backup machine: pgBackRest that keeps the backups and takes the WAL of every database machine, and
 * HAProxy, through which `prumo backup` notes its success.
 */
export async function openBackup(debian: Debian, machine: Machine, textOf: TextOf) {
  const { root, home, owner, onEnd } = debian;
  const mounts = { 'srv/prumo': ROOT, 'srv/node': dirname(process.execPath) };
  for (const [place, from] of Object.entries(mounts)) {
    await mkdir(join(root, place), { recursive: true });
    mount(['--bind', from, join(root, place)], onEnd);
  }
  const write = async (file: string, text: string) =>
    writeFile(join(root, home, file), text, { mode: 0o644 });
  await write(`${machine.name}-pgbackrest.conf`, await textOf('pgbackrest-backup.conf', machine));
  await write(`${machine.name}-haproxy.cfg`, await textOf('haproxy.cfg', machine));
  // A restore runs on a database machine, here on one that is not part of the cluster.
  await write(
    'restored-pgbackrest.conf',
    (await textOf('pgbackrest-database.conf', { ...machine, name: 'restored' })).replaceAll(
      `${home}/tls/restored`,
      `${home}/tls/db1`,
    ),
  );
  for (const folder of ['repository', 'restored', 'restored/data', 'restored-lock', `${machine.name}-lock`])
    run('install', ['-d', '-o', owner, '-m', '0700', join(root, home, folder)]);
  startServer(debian, machine);
  debian.program(machine, ['haproxy', '-db', '-f', `${home}/${machine.name}-haproxy.cfg`]);

  /** Runs a program on a machine as the user postgres. */
  async function on(
    { space }: Machine,
    env: Record<string, string>,
    ...args: string[]
  ): Promise<{ code: number; said: string }> {
    const child = spawn(
      'ip',
      ['netns', 'exec', space, 'chroot', '--userspec=postgres:postgres', root, ...args],
      { env: { PATH, HOME: home, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    const [code] = await once(child, 'close');
    return { code: Number(code), said };
  }
  const own = environmentOf(home, machine.name);
  const prumo = (where: Machine, env: Record<string, string>, ...args: string[]) =>
    on(
      where,
      { ...env, MIGRATE_DATABASE_URL: `postgres://owner:${DEV_PASSWORD}@127.0.0.1:5432/prumo` },
      ...['/srv/node/node', '/srv/prumo/apps/server/src/main.prumo.ts', ...args],
    );
  return {
    /** Prepares the repository. A primary that tries to archive at this moment holds the lock, so it may need another try. */
    async begin(): Promise<void> {
      for (let turn = 1; ; turn++) {
        const { code, said } = await on(machine, own, 'pgbackrest', '--stanza=prumo', 'stanza-create');
        if (code === 0) return;
        if (turn === 20) throw new Error(said);
        await sleep(1000);
      }
    },
    pgbackrest: (...args: string[]) => on(machine, own, 'pgbackrest', '--stanza=prumo', ...args),
    /** Runs a command of Prumo on the backup machine. */
    prumo: (...args: string[]) => prumo(machine, own, ...args),
    /** Restores the last backup and all WAL after it on a database machine whose PostgreSQL is stopped. */
    restoreOn: (node: Machine) =>
      prumo(node, { ...environmentOf(home, node.name), PGDATA: `${home}/${node.name}/data` }, 'restore'),
    /** Runs patronictl on a database machine, with answers to its questions. */
    patronictl: (node: Machine, answers: string, ...args: string[]) =>
      run(
        'ip',
        [
          ...['netns', 'exec', node.space, 'chroot', '--userspec=postgres:postgres', root],
          ...['patronictl', '-c', `${home}/${node.name}-patroni.yml`, ...args],
        ],
        { input: answers, env: { PATH, HOME: home, LC_ALL: 'C.UTF-8' } },
      ),
    /**
     * Restores a backup and all WAL after it on a machine apart, and starts PostgreSQL there. Its socket is in the
     * folder that is returned.
     */
    async restore(label: string): Promise<{ disk: string } | { failed: string }> {
      const data = `${home}/restored/data`;
      const env = {
        ...environmentOf(home, 'restored'),
        ...{ PGDATA: data, PGBACKREST_SET: label },
        // The restored database must not write into the archive of the cluster.
        PGBACKREST_ARCHIVE_MODE: 'off',
      };
      const { code, said } = await prumo(machine, env, 'restore');
      if (code !== 0) return { failed: said.slice(-1500) };
      const bin = '/usr/lib/postgresql/18/bin';
      const flags = `-c listen_addresses='' -c unix_socket_directories=${home}/restored -c synchronous_standby_names=''`;
      await once(debian.program(machine, [`${bin}/pg_ctl`, '-D', data, '-o', flags, '-w', 'start']), 'exit');
      return { disk: join(root, home, 'restored') };
    },
  };
}

/** The text of a file of deploy/patroni for a machine. */
type TextOf = (file: string, machine: { name: string; address: string }) => Promise<string>;
