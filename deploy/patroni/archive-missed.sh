#!/bin/sh
# Patroni calls it when the role of a machine changes: archive-missed.sh <data> on_role_change <role> <scope>.
#
# A primary archives a segment of WAL some moments after the segment is full. If its machine is lost in these moments,
# only the standbys have the segment, and PostgreSQL does not archive what it received as a standby. The archive would
# have a gap, beyond which no restore gets. So a new primary sends every whole segment that it has. pgBackRest leaves
# a segment alone that the archive has already.
set -eu
data=$1 role=$3
[ "$role" = primary ] || exit 0
# PostgreSQL notes `.done` for each whole segment that a standby received.
for done in "$data"/pg_wal/archive_status/*.done; do
  name=$(basename "$done" .done)
  case $name in
    *[!0-9A-F]*) continue ;;
  esac
  segment=$data/pg_wal/$name
  # The segment may be recycled while the backup machine is away. Patroni ends this script when the role changes again.
  while [ -e "$segment" ] && ! pgbackrest --stanza=prumo archive-push "$segment"; do sleep 5; done
done
