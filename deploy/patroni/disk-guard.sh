#!/bin/sh
# Runs a command when a filesystem has less than so many MB free. disk-guard.timer runs it on every database machine:
#
#     disk-guard.sh /var/lib/postgresql 256 systemctl stop patroni
#
# Patroni does not notice a full disk. PostgreSQL then refuses writes for as long as it finds room for its WAL, and
# stays the primary. Stopping Patroni hands the leadership to the synchronous standby.
set -eu
path=$1 minimum=$2
shift 2
free=$(df --output=avail --block-size=1M "$path" | tail -n 1 | tr -d ' ')
case $free in
  '' | *[!0-9]*)
    echo "disk-guard: the free space of $path is unknown" >&2
    exit 1
    ;;
esac
[ "$free" -ge "$minimum" ] && exit 0
echo "$path has $free MB free, less than $minimum MB: $*" >&2
exec "$@"
