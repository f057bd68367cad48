import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { checksumOf, currentRelease, packDeb } from '../../tools/package/deb.ts';
import { assemble } from '../../tools/package/tree.ts';
import { ROOT } from '../../tools/stack.ts';
import { countOf, figure, note, show, timeBar } from '../kit/figures.ts';
import { prove } from '../kit/proof.ts';
import { shellBlocks } from './blocks.ts';
import { type Machine, startMachine } from './machine.ts';

const HERE = import.meta.dirname;
const ORIGIN = 'https://prumo.exemplo.com.br';

/** Installs the package on a fresh Debian by the commands of docs/install.md, and uses it. */
await prove(async ({ folder, onEnd }) => {
  const deb = await buildTwice(folder);
  const machine = await startMachine(folder, onEnd);
  machine.copy(deb, `/root/${basename(deb)}`);
  for (const file of ['mail-server.ts', 'visit.ts']) machine.copy(join(HERE, file), `/root/${file}`);

  const seconds = await install(machine);
  figure('minutes from a fresh Debian to a product that is ready', seconds / 60, timeBar(10));

  const doctor = machine.try('prumo doctor');
  const lines = doctor.said.trim().split('\n');
  show([
    countOf(
      'checks of the doctor that fail',
      lines.filter((line) => line.startsWith('fail')),
      `${lines.length} checks`,
    ),
    countOf(
      'checks of the doctor that warn',
      lines.filter((line) => line.startsWith('warn')),
    ),
    countOf('wrong answers of a first visit over TLS', firstVisit(machine)),
    countOf(
      'units that failed',
      machine.try('systemctl --failed --plain --no-legend').said.split('\n').filter(Boolean),
    ),
    countOf('protections that the image processes lack, besides another user', missingRights(machine)),
    countOf('nightly checks that do not end well', nightlyChecks(machine)),
    countOf('services that do not come back after a kill', comesBack(machine)),
    countOf('faults of an upgrade', upgrades(machine, basename(deb))),
    countOf('foreign keys that start', foreignKey(machine)),
    countOf('files that a purge leaves or takes wrongly', purges(machine)),
  ]);
});

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

/** Runs the page word for word. Only its first step is replaced: PostgreSQL stands beside the machine already. */
async function install(machine: Machine): Promise<number> {
  const [, ...blocks] = shellBlocks(await readFile(join(ROOT, 'docs/install.md'), 'utf8'));
  let seconds = 0;
  for (const { heading, text } of blocks) {
    // The mail server belongs to the world around the machine, and needs the Node of the package.
    if (heading.startsWith('7.'))
      machine.sh('systemd-run --quiet --unit=mail-server /usr/lib/prumo/bin/node /root/mail-server.ts');
    const began = Date.now();
    const { code, said } = machine.try(text);
    if (code !== 0)
      throw new Error(
        `${heading} ended with ${code}:\n${said}\n${machine.try("journalctl -u 'prumo-*' -o cat -n 60").said}`,
      );
    seconds += (Date.now() - began) / 1000;
    note(`${heading}: ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
  return seconds;
}

function firstVisit(machine: Machine): string[] {
  const { code, said } = machine.try(
    `NODE_USE_SYSTEM_CA=1 SSL_CERT_DIR=/etc/ssl/certs /usr/lib/prumo/bin/node /root/visit.ts ${ORIGIN}`,
  );
  if (code !== 0) return [said];
  const last = said.trim().split('\n').at(-1) ?? '{}';
  const found = JSON.parse(last) as Record<string, unknown>;
  const wanted = {
    situacao: 'entrou',
    email: 'ana@exemplo.com.br',
    marca: 'Primeira',
    image: 200,
    type: 'image/webp',
    page: 200,
  };
  return Object.entries(wanted).flatMap(([name, value]) =>
    found[name] === value ? [] : [`${name} is ${found[name]}, not ${value}`],
  );
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

const READY = `curl -sS --retry 40 --retry-delay 1 --retry-all-errors --fail -o /dev/null ${ORIGIN}/readyz`;

function comesBack(machine: Machine): string[] {
  return ['prumo-http', 'prumo-worker'].flatMap((unit) => {
    const { code, said } = machine.try(`
      before=$(systemctl show -P MainPID ${unit}); kill -9 $before; sleep 4; ${READY}
      systemctl is-active ${unit} && test "$before" != "$(systemctl show -P MainPID ${unit})"`);
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
