import { spawnSync } from 'node:child_process';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../tools/package/run.ts';
import type { Place } from '../kit/proof.ts';

/** The runtime and the two limits let a container start on a machine with the older form of cgroups, too. */
const PODMAN = ['--runtime', '/usr/sbin/runc', '--cgroup-manager=cgroupfs'];
export const LIMITS = ['--ulimit', 'nofile=1024:20000', '--ulimit', 'nproc=1000:1000'];
export const podman = (...args: string[]) => run('podman', [...PODMAN, ...args]);

export interface Machine {
  /** Runs a shell script as root and returns what it printed. Throws when it fails. */
  sh(script: string): string;
  /** The same, with the exit code instead of an error. */
  try(script: string): { code: number; said: string };
  copy(from: string, to: string): void;
}

/** Makes an image of a fresh Debian with the named packages, and deletes it at the end. */
export function debian(
  image: string,
  suite: string,
  packages: readonly string[],
  { folder, onEnd }: Pick<Place, 'folder' | 'onEnd'>,
  /** A shell script that runs in the new Debian, and further options of `buildah config`. */
  further: { script?: string; config?: readonly string[] } = {},
): void {
  const tar = join(folder, `${suite}.tar`);
  run('mmdebstrap', [
    '--variant=minbase',
    '--aptopt=Acquire::Check-Valid-Until "false"',
    `--include=${packages.join(',')}`,
    ...(further.script ? [`--customize-hook=chroot "$1" sh -c '${further.script}'`] : []),
    suite,
    tar,
  ]);
  const container = run('buildah', ['from', 'scratch']).trim();
  run('buildah', ['add', '-q', container, tar, '/']);
  run('buildah', ['config', '--cmd', '/sbin/init', ...(further.config ?? []), container]);
  run('buildah', ['commit', '-q', '--rm', container, image]);
  run('rm', [tar]);
  onEnd(async () => spawnSync('podman', [...PODMAN, 'rmi', '-f', image]));
}

/** Removes a container at the end. */
export const removeAtEnd = (name: string, { onEnd }: Pick<Place, 'onEnd'>) =>
  onEnd(async () => spawnSync('podman', [...PODMAN, 'rm', '-f', '-t', '2', name]));

const MACHINE = 'prumo-proof-machine';
const DATABASE = 'prumo-proof-database';

/**
 * Starts a fresh Debian 12 on which systemd runs, and PostgreSQL 18 beside it: a second container in the same network,
 * with the folder of its socket in common. Tells how long it took to make a whole Debian with PostgreSQL.
 */
export async function startMachine(place: Place): Promise<{ machine: Machine; databaseSeconds: number }> {
  const packages = ['systemd', 'systemd-sysv', 'dbus', 'ca-certificates'];
  debian('prumo-proof-debian', 'bookworm', packages, place);
  const began = Date.now();
  debian('prumo-proof-postgres', 'forky', ['postgresql-18', 'pgbackrest'], place);
  const databaseSeconds = (Date.now() - began) / 1000;
  removeAtEnd(MACHINE, place);
  removeAtEnd(DATABASE, place);
  const volumes: string[] = [];
  for (const [name, path] of Object.entries(SHARED)) {
    const folder = join(place.folder, name);
    await mkdir(folder);
    // The user of PostgreSQL has the same number on both sides.
    await chown(folder, POSTGRES_UID, POSTGRES_UID);
    volumes.push('-v', `${folder}:${path}`);
  }
  podman(
    ...['run', '-d', '--name', MACHINE, '--hostname', 'machine', '--network', 'slirp4netns'],
    ...['--systemd=always', '--privileged', ...LIMITS, ...volumes, 'prumo-proof-debian'],
  );
  podman(
    ...['run', '-d', '--name', DATABASE, '--network', `container:${MACHINE}`, ...LIMITS, ...volumes],
    ...['prumo-proof-postgres', 'sh', '-c', START_POSTGRES],
  );
  const machine = machineOf(MACHINE);
  // systemd shares its mounts on a machine, and not in a container. It hands credentials to a service by a mount.
  machine.sh(`
    mount --make-rshared /
    for turn in $(seq 60); do systemctl is-system-running 2>/dev/null | grep -q running && break; sleep 0.5; done
    groupadd -g ${POSTGRES_UID} postgres
    useradd -u ${POSTGRES_UID} -g ${POSTGRES_UID} -d / postgres
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends postgresql-client
    for turn in $(seq 60); do runuser -u postgres -- psql -qc 'select 1' >/dev/null 2>&1 && break; sleep 0.5; done
    cd / && runuser -u postgres -- psql -qtc 'show server_version'`);
  return { machine, databaseSeconds };
}

/** What PostgreSQL and the machine share, as if PostgreSQL ran on the machine. */
const SHARED = {
  sockets: '/run/postgresql',
  data: '/var/lib/postgresql/18/main',
  repository: '/var/lib/pgbackrest',
  // pgBackRest reads its configuration here, too.
  configuration: '/etc/pgbackrest',
};
/** PostgreSQL knows a local user by number, so both containers have the same one. */
const POSTGRES_UID = 5432;

const START_POSTGRES = `
  set -eu
  groupmod -g ${POSTGRES_UID} postgres
  usermod -u ${POSTGRES_UID} postgres
  bin=/usr/lib/postgresql/18/bin
  data=${SHARED.data}
  chmod 0700 $data
  test -e $data/PG_VERSION || setpriv --reuid=postgres --regid=postgres --clear-groups \\
    $bin/initdb -D $data --auth-local=peer --auth-host=scram-sha-256 -E UTF8 --locale=C >/dev/null
  exec setpriv --reuid=postgres --regid=postgres --clear-groups $bin/postgres -D $data`;

/**
 * Gives the machine the pgBackRest of Debian's next release, with the libraries of that release, because the one of
 * Debian 12 does not know PostgreSQL 18. It calls itself by the name of this file.
 */
export function installPgBackRest(machine: Machine, { folder }: Pick<Place, 'folder'>): void {
  const tar = join(folder, 'pgbackrest.tar');
  podman(
    'exec',
    DATABASE,
    'sh',
    '-c',
    `ldd /usr/bin/pgbackrest | awk '{ for (n = 1; n <= NF; n++) if ($n ~ /^\\//) print $n }' |
    tar -chf /tmp/pgbackrest.tar --hard-dereference --transform 's|.*/||' -T - /usr/bin/pgbackrest`,
  );
  podman('cp', `${DATABASE}:/tmp/pgbackrest.tar`, tar);
  machine.copy(tar, '/root/pgbackrest.tar');
  machine.sh(`
    mkdir -p /opt/pgbackrest && tar -xf /root/pgbackrest.tar -C /opt/pgbackrest && rm /root/pgbackrest.tar
    cat > /usr/bin/pgbackrest <<'END'
#!/bin/sh
cd /opt/pgbackrest && exec ./ld-linux-x86-64.so.2 --library-path /opt/pgbackrest --argv0 /usr/bin/pgbackrest ./pgbackrest "$@"
END
    chmod 0755 /usr/bin/pgbackrest
    install -d -o postgres -g postgres /var/log/pgbackrest /var/spool/pgbackrest
    pgbackrest version`);
}

export const stopDatabase = () => void podman('stop', '-t', '20', DATABASE);
export const startDatabase = () => void podman('start', DATABASE);

/** A running container, as a machine. */
export function machineOf(name: string): Machine {
  const attempt = (script: string) => {
    const { status, stdout, stderr } = spawnSync(
      'podman',
      [...PODMAN, 'exec', '-w', '/root', name, 'bash', '-euc', script],
      { encoding: 'utf8', maxBuffer: 2 ** 28 },
    );
    return { code: status ?? -1, said: `${stdout}${stderr}` };
  };
  return {
    try: attempt,
    sh(script) {
      const { code, said } = attempt(script);
      if (code !== 0) throw new Error(`ended with ${code}:\n${script}\n${said.slice(-4000)}`);
      return said;
    },
    copy: (from, to) => void podman('cp', from, `${name}:${to}`),
  };
}
