import { basename, join } from 'node:path';
import { checksumOf, currentRelease, packDeb } from '../../tools/package/deb.ts';
import { assemble } from '../../tools/package/tree.ts';
import { countOf, figure, note, show, timeBar } from '../kit/figures.ts';
import type { Place } from '../kit/proof.ts';
import { showBackups } from './backups.ts';
import { type Machine, startDatabase, startMachine, stopDatabase } from './machine.ts';
import { firstVisit, follow, ORIGIN, READY, showDoctor } from './page.ts';

const HERE = import.meta.dirname;
const NODE = '/usr/lib/prumo/bin/node';
const UNITS = ['prumo-http', 'prumo-worker'];

/** Installs the package on a fresh Debian by the commands of docs/install.md, and uses it. */
export async function provePackage(place: Place): Promise<void> {
  const deb = await buildTwice(place.folder);
  const { machine, databaseSeconds } = await startMachine(place);
  machine.copy(deb, `/root/${basename(deb)}`);
  for (const file of ['mail-server.ts', 'visit.ts']) machine.copy(join(HERE, file), `/root/${file}`);

  const seconds = await follow('docs/install.md', machine, {
    // PostgreSQL stands beside the machine already. The time of that step is the time to make the Debian it runs in.
    skip: (heading) => heading.startsWith('1.'),
    before(heading) {
      // The mail server belongs to the world around the machine, and needs the Node of the package.
      if (heading.startsWith('7.'))
        machine.sh(`systemd-run --quiet --unit=mail-server ${NODE} /root/mail-server.ts`);
    },
    explain: "journalctl -u 'prumo-*' -o cat -n 60",
  });
  note(`in place of step 1, a Debian with PostgreSQL 18: ${databaseSeconds.toFixed(1)} s`);
  const minutes = (seconds + databaseSeconds) / 60;
  figure('minutes from a fresh Debian to a product that is ready', minutes, timeBar(10));

  showDoctor(machine.try('prumo doctor').said);
  show([countOf('wrong answers of a first visit over TLS', firstVisit(machine, NODE))]);
  show([
    countOf(
      'units that failed',
      machine.try('systemctl --failed --plain --no-legend').said.split('\n').filter(Boolean),
    ),
    countOf('protections that the image processes lack, besides another user', missingRights(machine)),
    countOf('nightly checks that do not end well', nightlyChecks(machine)),
  ]);
  await showBackups(machine, place);
  show([countOf('services that do not come back after a kill', comesBack(machine))]);
  show([countOf('services that do not come back after the database was away', outlivesDatabase(machine))]);
  show([countOf('faults of an upgrade', upgrades(machine, basename(deb)))]);
  show([countOf('foreign keys that start', foreignKey(machine))]);
  show([countOf('files that a purge leaves or takes wrongly', purges(machine))]);
}

async function buildTwice(folder: string): Promise<string> {
  const release = currentRelease();
  const files: string[] = [];
  for (const turn of ['one', 'two']) {
    const tree = join(folder, turn, 'tree');
    await assemble(tree);
    files.push(await packDeb({ tree, stage: join(folder, turn, 'stage'), out: join(folder, turn), release }));
  }
  const sums = await Promise.all(files.map(checksumOf));
  figure('different packages of two builds of one commit', new Set(sums).size - 1, { exactly: 0 });
  return files[0] ?? '';
}

/** The log names each protection that the hardened unit takes away from the image processes by mistake. */
function missingRights(machine: Machine): string[] {
  const { said } = machine.try('journalctl -u prumo-http -o cat | grep "more rights than they need" || true');
  return said
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => (JSON.parse(line) as { missing: string[] }).missing)
    .filter((each) => !each.startsWith('another user'));
}

function nightlyChecks(machine: Machine): string[] {
  return ['stock-check', 'atividade-check', 'atividade-check'].flatMap((name) => {
    const { code } = machine.try(`systemctl start prumo-${name}.service`);
    return code === 0 ? [] : [machine.try(`journalctl -u prumo-${name} -n 20 -o cat`).said];
  });
}

/** Waits until each service runs in another process than before. */
function isNew(unit: string, before: string): string {
  return `
    for turn in $(seq 60); do
      now=$(systemctl show -P MainPID ${unit})
      if systemctl -q is-active ${unit} && [ "$now" != 0 ] && [ "$now" != ${before} ]; then break; fi
      sleep 1
    done
    if ! systemctl is-active ${unit} || [ "$now" = ${before} ]; then
      systemctl status --no-pager ${unit}; exit 1
    fi`;
}

function comesBack(machine: Machine): string[] {
  return UNITS.flatMap((unit) => {
    const { code, said } = machine.try(`
      before=$(systemctl show -P MainPID ${unit}); kill -9 $before
      ${isNew(unit, '$before')}
      ${READY}`);
    return code === 0 ? [] : [`${unit}: ${said}`];
  });
}

/** A service whose start fails because the database is away must try again until it is back. */
function outlivesDatabase(machine: Machine): string[] {
  const before = UNITS.map((unit) => machine.sh(`systemctl show -P MainPID ${unit}`).trim());
  stopDatabase();
  machine.sh(`kill -9 ${before.join(' ')}; sleep 20`);
  startDatabase();
  return UNITS.flatMap((unit, n) => {
    const { code, said } = machine.try(`${isNew(unit, before[n] ?? '')}\n${READY}`);
    return code === 0 ? [] : [`${unit}: ${said}`];
  });
}

function upgrades(machine: Machine, deb: string): string[] {
  const { code, said } = machine.try(`
    before=$(systemctl show -P MainPID prumo-http)
    apt-get install -y --reinstall ./${deb}
    ${READY}
    test "$before" != "$(systemctl show -P MainPID prumo-http)"
    grep -q '^PUBLIC_URL=${ORIGIN}$' /etc/prumo/prumo.env`);
  return code === 0 ? [] : [said.slice(-2000)];
}

/** A process with another key under a known name must not start, and the doctor must say so. */
function foreignKey(machine: Machine): string[] {
  const { code, said } = machine.try(`
    cd /etc/prumo/secrets && cp -p SECRET_KEYS /root/keys
    echo "{\\"atual\\":\\"2026-11\\",\\"chaves\\":{\\"2026-11\\":\\"$(openssl rand -base64 32)\\"}}" > SECRET_KEYS
    systemctl restart prumo-http || true
    sleep 5
    code=0; prumo doctor > /root/doctor.txt || code=$?
    served=0; curl -sf -m 2 -o /dev/null http://127.0.0.1:3000/readyz || served=$?
    cp -p /root/keys SECRET_KEYS && systemctl restart prumo-http && ${READY}
    cat /root/doctor.txt
    test $code -eq 1
    test $served -ne 0
    grep -q '^fail  keys ' /root/doctor.txt
    journalctl -u prumo-http -o cat | grep -q 'Wrong settings: the key 2026-11 of SECRET_KEYS'`);
  return code === 0 ? [] : [said.slice(-3000)];
}

function purges(machine: Machine): string[] {
  const { code, said } = machine.try(`
    apt-get purge -y prumo
    if test -e /etc/prumo || test -e /usr/lib/prumo/bin/node; then echo 'files are left'; exit 1; fi
    if systemctl is-active --quiet prumo-http; then echo 'http still runs'; exit 1; fi
    find /var/lib/prumo/arquivos -type f | grep -q webp`);
  return code === 0 ? [] : [said.slice(-2000)];
}
