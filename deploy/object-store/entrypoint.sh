#!/usr/bin/env bash
# Creates the cluster in the volume once, then runs its three daemons until one exits or a stop is requested.
set -euo pipefail
data=/var/lib/inlet-rgw
user=(--uid=inlet --display-name=inlet)
admin=(radosgw-admin -n client.rgw --fatal-signal-handlers=false)

# A cluster whose creation was interrupted is created again from scratch.
is_new=false
if [ ! -e "$data/complete" ]; then
  is_new=true
  find "$data" -mindepth 1 -delete
  mkdir -p "$data/mon" "$data/osd" "$data/rgw"
  touch "$data/keyring"
  fsid=$(ceph-conf --lookup fsid)
  cat /proc/sys/kernel/random/uuid >"$data/osd-uuid"
  monmaptool --create --fsid "$fsid" --addv a '[v2:127.0.0.1:3300/0]' "$data/monmap"
  ceph-mon -i a --mkfs --monmap "$data/monmap"
  ceph-osd -i 0 --mkfs --osd-uuid "$(cat "$data/osd-uuid")" --no-mon-config
fi

daemons=()
stop_all() {
  trap - TERM INT
  # The gateway first, the monitor last, because each deregisters from the next.
  for ((i = ${#daemons[@]} - 1; i >= 0; i--)); do
    kill "${daemons[i]}" 2>/dev/null || true
    wait "${daemons[i]}" 2>/dev/null || true
  done
}
trap 'stop_all; exit 0' TERM INT

ceph-mon -i a -f & daemons+=($!)
if $is_new; then ceph --connect-timeout 60 osd new "$(cat "$data/osd-uuid")" 0; fi
ceph-osd -i 0 -f & daemons+=($!)
if $is_new; then
  # Ceph 16 may crash after it has created the user, so check for the user instead of the exit code.
  "${admin[@]}" user create "${user[@]}" --access-key="$S3_ACCESS_KEY_ID" --secret-key="$S3_SECRET_ACCESS_KEY" \
    >/dev/null || "${admin[@]}" user info "${user[@]}" >/dev/null
  touch "$data/complete"
fi
radosgw -n client.rgw -f & daemons+=($!)

wait -n || true
stop_all
exit 1
