#!/usr/bin/env bash
# Starts a real S3 for tests: one Ceph gateway on loopback, its store in memory, without a manager daemon.
#   S3_KEY=… S3_SECRET=… tools/ceph.sh up DIR PORT    S3 at http://127.0.0.1:PORT, path style; wipes DIR
#   tools/ceph.sh down DIR
# Uses PORT to PORT+20. Choose a port below 32768: from there on the kernel gives ports to outgoing connections.
# Never expose it: the daemons trust each other without a password.
set -euo pipefail

main() {
  case "${1:-}" in
    up) up "$2" "$3" ;;
    down) down "$2" ;;
    *) sed -n '2,6p' "$0" >&2; exit 2 ;;
  esac
}

up() {
  local tool
  for tool in ceph-mon ceph-osd radosgw radosgw-admin ceph monmaptool curl; do
    command -v "$tool" >/dev/null && continue
    echo "$tool is missing. Install Ceph: apt-get install -y --no-install-recommends ceph-mon ceph-osd radosgw ceph-common curl" >&2
    exit 3
  done
  DIR=$(realpath -m "$1") PORT=$2
  FSID=$(cat /proc/sys/kernel/random/uuid)
  OSD=$(cat /proc/sys/kernel/random/uuid)
  export CEPH_CONF=$DIR/ceph.conf
  rm -rf "$DIR"
  mkdir -p "$DIR"/{run,log,mon,osd,rgw}
  write_config >"$CEPH_CONF"
  monmaptool --create --fsid "$FSID" --addv a "[v2:127.0.0.1:$((PORT + 1))]" "$DIR/monmap" >/dev/null
  ceph-mon -i a --mkfs --monmap "$DIR/monmap" --keyring /dev/null
  ceph-mon -i a
  ceph osd new "$OSD" 0 >/dev/null
  ceph-osd -i 0 --mkfs --osd-uuid "$OSD" 2>/dev/null
  ceph-osd -i 0 >/dev/null 2>&1
  radosgw -n client.rgw
  radosgw-admin -n client.rgw user create --uid=test --display-name=test \
    --access-key="$S3_KEY" --secret-key="$S3_SECRET" >/dev/null 2>&1
  curl -sf --retry 60 --retry-delay 1 --retry-connrefused -o "$DIR/ready" "http://127.0.0.1:$PORT/"
}

# Stops each daemon before the daemon it depends on. SIGKILL is enough, because nothing in memory needs a flush, and an
# OSD whose monitor is gone never ends by itself.
down() {
  local name
  for name in client.rgw osd.0 mon.a; do
    [ -f "$1/run/$name.pid" ] && kill -9 "$(cat "$1/run/$name.pid")" 2>/dev/null || true
  done
  rm -rf "$1"
}

write_config() {
  cat <<CONF
[global]
fsid = $FSID
mon_host = [v2:127.0.0.1:$((PORT + 1))]
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_msgr1 = false
ms_bind_port_min = $((PORT + 2))
ms_bind_port_max = $((PORT + 20))
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
# Without this setting the gateway waits for an encrypted link to the monitor, which "none" above rules out.
ms_mon_client_mode = crc
keyring = /dev/null
run_dir = $DIR/run
admin_socket = $DIR/run/\$name.\$pid.asok
pid_file = $DIR/run/\$name.pid
log_file = $DIR/log/\$name.log
crash_dir = $DIR/log
# The defaults make every new pool wait, and the start takes ten seconds instead of one.
paxos_propose_interval = 0.05
paxos_min_wait = 0.01
osd_objectstore = memstore
memstore_device_bytes = 2147483648
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 4
osd_pool_default_pg_autoscale_mode = off
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
osd_crush_chooseleaf_type = 0
[mon.a]
mon_data = $DIR/mon
[osd.0]
osd_data = $DIR/osd
[client.rgw]
rgw_data = $DIR/rgw
rgw_frontends = beast endpoint=127.0.0.1:$PORT
CONF
}

main "$@"
