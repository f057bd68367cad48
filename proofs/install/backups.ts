import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../tools/stack.ts';
import { countOf, figure, show } from '../kit/figures.ts';
import type { Place } from '../kit/proof.ts';
import { blocksOf } from './blocks.ts';
import { installPgBackRest, type Machine, startDatabase, stopDatabase } from './machine.ts';

/**
 * Sets up the backups as docs/operations.md says, lets the timers of the package start them, and reads what they wrote
 * with `prumo verify`.
 */
export async function showBackups(machine: Machine, place: Place): Promise<void> {
  const [pgbackrest = '', postgresql = ''] = blocksOf(
    await readFile(join(ROOT, 'docs/operations.md'), 'utf8'),
    'ini',
  )
    .filter(({ heading }) => heading === 'Back up')
    .map(({ text }) => text);
  installPgBackRest(machine, place);
  machine.sh(`
    (umask 077; cat > /etc/pgbackrest/pgbackrest.conf <<'END'
${pgbackrest.replace('<openssl rand -base64 48>', 'a-passphrase-of-the-proof')}
END
    )
    chown postgres /etc/pgbackrest/pgbackrest.conf
    cat >> /var/lib/postgresql/18/main/postgresql.conf <<'END'
${postgresql}
END`);
  stopDatabase();
  startDatabase();
  machine.sh(`
    cd /
    for turn in $(seq 60); do runuser -u postgres -- psql -qc 'select 1' >/dev/null 2>&1 && break; sleep 0.5; done
    runuser -u postgres -- pgbackrest --stanza=prumo stanza-create
    install -d -o prumo -g prumo -m 0700 /var/backups/prumo
    umask 077
    echo '{"driver":"fs","root":"/var/backups/prumo"}' > /etc/prumo/backup/BACKUP_STORE
    openssl rand -base64 32 > /etc/prumo/backup/BACKUP_KEY
    # The timer waits for the night, so the proof lets it fire now, too.
    mkdir -p /etc/systemd/system/prumo-backup-database.timer.d
    printf '[Timer]\\nOnActiveSec=1s\\nRandomizedDelaySec=0\\n' > /etc/systemd/system/prumo-backup-database.timer.d/now.conf
    systemctl daemon-reload
    systemctl enable --now prumo-backup-database.timer prumo-backup-objects.timer`);

  const units = ['database', 'objects'].map((what) => `prumo-backup-${what}.service`);
  const failed = units.flatMap((unit) => {
    const { code } = machine.try(`
      for turn in $(seq 180); do
        if [ "$(systemctl show -P ExecMainExitTimestampMonotonic ${unit})" != 0 ] &&
          [ "$(systemctl show -P ActiveState ${unit})" = inactive ]; then break; fi
        sleep 1
      done
      test "$(systemctl show -P ExecMainExitTimestampMonotonic ${unit})" != 0
      test "$(systemctl show -P Result ${unit})" = success`);
    return code === 0 ? [] : [`${unit}: ${machine.try(`journalctl -u ${unit} -n 30 -o cat`).said}`];
  });
  show([countOf('backups that their timer does not start, or that fail', failed, `${units.length} units`)]);
  if (failed.length > 0) return;

  const verified = ['database', 'objects'].flatMap((what) => {
    const { code, said } = machine.try(`prumo verify ${what}`);
    return code === 0 ? [] : [`prumo verify ${what} ended with ${code}: ${said.slice(-2000)}`];
  });
  const { said } = machine.try('prumo doctor');
  const unwell = said.split('\n').filter((line) => /^(warn|fail) /.test(line));
  show([
    countOf('backups that prumo verify finds damaged', verified),
    countOf('checks of the doctor that warn or fail after the backups', unwell),
  ]);

  // A copy with one changed byte is damaged, and the command must say so.
  const missed = ['/var/lib/pgbackrest/backup', '/var/backups/prumo'].flatMap((folder, n) => {
    const what = ['database', 'objects'][n];
    const { code } = machine.try(`
      file=$(find ${folder} -type f -size +200c ! -name '*.info*' ! -name '*.manifest*' | head -n 1)
      cp -p "$file" /root/whole
      printf 'x' | dd of="$file" bs=1 seek=100 conv=notrunc status=none
      code=0; prumo verify ${what} || code=$?
      cp -p /root/whole "$file"
      exit $code`);
    return code === 1 ? [] : [`prumo verify ${what} ended with ${code} for a damaged file`];
  });
  show([countOf('damaged backups that prumo verify does not find', missed)]);
  figure(
    'bytes of the backups of the database',
    Number(machine.sh('du -sb /var/lib/pgbackrest').split('\t')[0]),
  );
}
