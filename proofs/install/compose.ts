import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { packCompose } from '../../tools/package/compose.ts';
import { checksumOf, currentRelease } from '../../tools/package/deb.ts';
import { buildImage, saveImage } from '../../tools/package/image.ts';
import { run } from '../../tools/package/run.ts';
import { countOf, figure, show, timeBar } from '../kit/figures.ts';
import type { Place } from '../kit/proof.ts';
import { showRestore } from './compose-restore.ts';
import { debian, LIMITS, type Machine, machineOf, podman, removeAtEnd } from './machine.ts';
import { blockUnder, firstVisit, follow, READY, showDoctor } from './page.ts';

const HERE = import.meta.dirname;
const MACHINE = 'prumo-proof-containers';
const SERVICES = 'localhost/prumo-proof-services:latest';
const PAGE = 'docs/install-containers.md';
const CONTAINERS = ['postgres', 'backup', 'pgbouncer', 'http', 'worker', 'proxy', 'prometheus'];

/** Installs the image with the compose file on a fresh Debian by the commands of docs/install-containers.md, and uses it. */
export async function proveCompose(place: Place): Promise<void> {
  debian('prumo-proof-trixie', 'trixie', ['ca-certificates'], place);
  debian(SERVICES, 'forky', ['postgresql-18', 'pgbouncer', 'nginx', 'prometheus'], place, {
    script: 'install -d -o 65534 -g 65534 /prometheus',
    config: ['--env', 'PATH=/usr/lib/postgresql/18/bin:/usr/sbin:/usr/bin:/sbin:/bin'],
  });
  const files = await buildTwice(place);
  const machine = await startMachine(place, files);

  let isLoaded = false;
  const seconds = await follow(PAGE, machine, {
    // The proof runs this block later, when there is something to restore.
    skip: (heading) => heading === 'Restore',
    before(heading) {
      if (heading.startsWith('4.') && !isLoaded) {
        loadServices(machine);
        isLoaded = true;
      }
      if (heading.startsWith('7.')) startMailServer(machine);
    },
    explain: `podman ps -a; ${CONTAINERS.map((name) => `podman logs --tail 20 prumo_${name}_1; `).join('')}`,
  });
  figure('minutes from a fresh Debian to a product that is ready', seconds / 60, timeBar(10));

  showDoctor(machine.try('/srv/prumo/prumo doctor').said);
  const address = machine.sh(
    "podman inspect prumo_network_1 --format '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}' 2>/dev/null",
  );
  show([
    countOf(
      'wrong answers of a first visit over TLS',
      firstVisit(machine, '/root/node', `http://${address.trim()}:8025`),
    ),
    countOf('protections that the image processes lack, besides another user', missingRights(machine)),
    countOf('rights that a container has and does not need', surplusRights(machine)),
    countOf('shells and package managers in the image', surplusPrograms(machine)),
    countOf('processes that Prometheus does not reach', unreached(machine)),
  ]);
  show([countOf('containers that do not come back after a kill', comesBack(machine))]);
  await showRestore(machine, await blockUnder(PAGE, 'Restore'));
  show([countOf('faults after all containers were removed and started anew', outlivesRemoval(machine))]);
}

/** Builds the image and the archive of the compose file twice. Returns their archives. */
async function buildTwice({ folder, onEnd }: Place): Promise<string[]> {
  const release = currentRelease();
  const digests: string[] = [];
  const archives: string[] = [];
  for (const turn of ['one', 'two']) {
    const work = join(folder, 'image');
    const name = `localhost/prumo-proof-${turn}:latest`;
    onEnd(async () => run('podman', ['rmi', '-f', name]));
    const image = await buildImage({ name, work, release, base: 'localhost/prumo-proof-trixie' });
    digests.push(image.digest);
    archives.push(await packCompose({ stage: join(folder, 'compose'), out: join(folder, turn), release }));
    if (turn === 'two') {
      figure('size of the image in MB', image.bytes / 1e6, { max: 300 });
      const file = join(folder, `prumo_${release.version}_image.tar`);
      await saveImage(image, file);
      archives.push(file);
    }
  }
  const [one = '', two = '', image = ''] = archives;
  const sums = [await checksumOf(one), await checksumOf(two)];
  figure('different images of two builds of one commit', new Set(digests).size - 1, { exactly: 0 });
  figure('different archives of the compose file', new Set(sums).size - 1, { exactly: 0 });
  return [one, image];
}

/** Starts a fresh Debian 13 that may run containers of its own, with the files of the release in its home. */
async function startMachine(place: Place, files: readonly string[]): Promise<Machine> {
  // A file system of layers cannot lie on another one, so this folder is one of the host.
  const containers = join(place.folder, 'containers');
  await mkdir(containers);
  removeAtEnd(MACHINE, place);
  podman(
    ...['run', '-d', '--name', MACHINE, '--hostname', 'machine', '--network', 'slirp4netns', '--privileged'],
    ...[...LIMITS, '-v', `${containers}:/var/lib/containers`, '-e', 'PODMAN_IGNORE_CGROUPSV1_WARNING=1'],
    // A container inside this one may not have more files than it, also while an image is built.
    ...['-e', 'BUILDAH_ISOLATION=chroot', 'prumo-proof-trixie', 'sleep', 'infinity'],
  );
  const machine = machineOf(MACHINE);
  machine.sh(`
    mkdir -p /etc/containers/containers.conf.d
    printf '[containers]\\ndefault_ulimits = ["nofile=1024:20000", "nproc=1000:1000"]\\n' \\
      > /etc/containers/containers.conf.d/limits.conf`);
  for (const file of files) machine.copy(file, `/root/${basename(file)}`);
  for (const file of ['mail-server.ts', 'visit.ts']) machine.copy(join(HERE, file), `/root/${file}`);
  machine.copy(process.execPath, '/root/node');
  const services = join(place.folder, 'services.tar');
  run('buildah', ['push', '-q', SERVICES, `docker-archive:${services}:${SERVICES}`]);
  machine.copy(services, '/root/services.tar');
  return machine;
}

/** Gives the programs of Debian the names that compose.yaml has for images of a registry. */
function loadServices(machine: Machine): void {
  machine.sh(`
    podman load -q -i /root/services.tar && rm /root/services.tar
    cd /srv/prumo
    sed -n -e 's/^    image: \\(docker\\.io.*\\)/\\1/p' -e 's/^FROM //p' compose.yaml Containerfile.postgres |
      while read -r name; do podman tag ${SERVICES} "$name"; done`);
}

/** The mail server of the page's example is at 127.0.0.1, so it belongs to the network of the containers. */
function startMailServer(machine: Machine): void {
  machine.sh(`
    podman run -d --name mail --network container:prumo_network_1 --user 0 -v /root/mail-server.ts:/mail-server.ts:ro \\
      --entrypoint /usr/lib/prumo/bin/node localhost/prumo:latest /mail-server.ts`);
}

function missingRights(machine: Machine): string[] {
  const { said } = machine.try('podman logs prumo_http_1 2>&1 | grep "more rights than they need" || true');
  return said
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => (JSON.parse(line) as { missing: string[] }).missing)
    .filter((each) => !each.startsWith('another user'));
}

/** Each process is no root, has no capability and a root that it cannot change. */
function surplusRights(machine: Machine): string[] {
  return CONTAINERS.flatMap((name) => {
    const { said } = machine.try(`
      grep -E '^(Uid|CapEff|NoNewPrivs)' /proc/$(podman inspect -f '{{.State.Pid}}' prumo_${name}_1)/status
      podman inspect -f '{{.HostConfig.ReadonlyRootfs}}' prumo_${name}_1`);
    const wanted = /^Uid:\t[1-9].*\nCapEff:\t0+\nNoNewPrivs:\t1\ntrue\n$/;
    return wanted.test(said) ? [] : [`${name}: ${said}`];
  });
}

function surplusPrograms(machine: Machine): string[] {
  const { said } = machine.try(`
    root=$(podman image mount localhost/prumo:latest)
    find $root -type f -perm /111 | sed "s|$root||" |
      grep -E '/(sh|bash|dash|busybox|apt|apt-get|dpkg|apk|rpm|npm|pnpm|corepack)$' || true
    find $root -perm /6000
    podman image unmount localhost/prumo:latest >/dev/null`);
  return said.split('\n').filter(Boolean);
}

function unreached(machine: Machine): string[] {
  const { code, said } = machine.try(`
    for turn in $(seq 60); do
      up=$(curl -s http://127.0.0.1:9090/api/v1/targets | grep -o '"health":"up"' | wc -l)
      if [ "$up" = 2 ]; then exit 0; fi
      sleep 1
    done
    curl -s http://127.0.0.1:9090/api/v1/targets; exit 1`);
  return code === 0 ? [] : [said];
}

function comesBack(machine: Machine): string[] {
  return CONTAINERS.flatMap((name) => {
    const { code, said } = machine.try(`
      pid() { podman inspect -f '{{.State.Pid}}' prumo_${name}_1; }
      before=$(pid); kill -9 $before
      for turn in $(seq 60); do
        now=$(pid); if [ "$now" != 0 ] && [ "$now" != $before ]; then break; fi; sleep 1
      done
      test "$now" != 0; test "$now" != $before
      ${READY}`);
    return code === 0 ? [] : [`${name}: ${said}\n${machine.try('podman ps -a').said}`];
  });
}

function outlivesRemoval(machine: Machine): string[] {
  const { code, said } = machine.try(`
    podman rm -f -t 1 mail
    cd /srv/prumo
    podman-compose down
    podman-compose up -d
    ${READY}
    test "$(podman-compose exec -T postgres psql -qtAd prumo -c 'select nome from marcas' 2>/dev/null)" = Primeira`);
  return code === 0 ? [] : [said.slice(-3000)];
}
