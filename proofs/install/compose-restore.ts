import { countOf, figure, show } from '../kit/figures.ts';
import type { Machine } from './machine.ts';
import { READY } from './page.ts';

/** A lost machine loses at most so many seconds. */
const ARCHIVED_SECONDS = 60;
const SQL = 'podman-compose exec -T postgres psql -qtAd prumo -v ON_ERROR_STOP=1';

/**
 * Waits for the backup that the container `backup` takes, writes one more row, which only the archived WAL has, removes the
 * volume of the database, and follows the page to restore it.
 */
export async function showRestore(machine: Machine, page: string): Promise<void> {
  const taken = machine.try(`
    cd /srv/prumo
    for turn in $(seq 120); do
      if [ "$(${SQL} -c "select count(*) from recovery.backups where what = 'database'" 2>/dev/null)" = 1 ]; then exit 0; fi
      sleep 1
    done
    podman logs --tail 40 prumo_backup_1; exit 1`);
  show([countOf('daily backups that the container did not take', taken.code === 0 ? [] : [taken.said])]);

  const seconds = machine.try(`
    cd /srv/prumo
    ${SQL} -c 'create table public.after_backup as select 1 as one' 2>/dev/null
    began=$(date +%s)
    segment=$(${SQL} -c 'select pg_walfile_name(pg_current_wal_insert_lsn())' 2>/dev/null)
    for turn in $(seq 120); do
      last=$(${SQL} -c 'select last_archived_wal from pg_stat_archiver' 2>/dev/null)
      if [ "$last" '>' "$segment" ] || [ "$last" = "$segment" ]; then echo "seconds $(($(date +%s) - began))"; exit 0; fi
      sleep 1
    done
    podman logs --tail 40 prumo_postgres_1; exit 1`);
  const waited = Number(/^seconds (\d+)$/m.exec(seconds.said)?.[1] ?? Number.POSITIVE_INFINITY);
  figure('seconds until a change is in the archive', waited, { max: ARCHIVED_SECONDS });

  const verified = machine.try('/srv/prumo/prumo verify database');
  const plain = machine.try(`
    folder=$(podman volume inspect -f '{{.Mountpoint}}' prumo_backups)
    test -n "$(find $folder -name 'backup.manifest*')"
    if grep -raqlE 'Primeira|ana@exemplo|pg_data' $folder; then exit 1; fi`);
  show([
    countOf('faults that prumo verify database finds', verified.code === 0 ? [] : [verified.said]),
    countOf(
      'backups that are not encrypted',
      plain.code === 0 ? [] : [plain.said || 'a plain text is in the volume'],
    ),
  ]);

  const lost = machine.try(`
    cd /srv/prumo
    podman rm -f -t 1 mail
    podman kill prumo_postgres_1
    podman-compose down
    podman volume rm prumo_postgres`);
  const began = Date.now();
  const restored = machine.try(page);
  const rows = machine.try(`
    cd /srv/prumo
    ${READY}
    test "$(${SQL} -c 'select nome from marcas' 2>/dev/null)" = Primeira
    test "$(${SQL} -c 'select one from public.after_backup' 2>/dev/null)" = 1
    ./prumo release
    ${SQL} -c 'drop table public.after_backup'
    ./prumo backup database`);
  const faults = [lost, restored, rows].filter(({ code }) => code !== 0).map(({ said }) => said.slice(-3000));
  show([countOf('faults of a restore after the volume of the database was removed', faults)]);
  figure('seconds of that restore', (Date.now() - began) / 1000);
}
