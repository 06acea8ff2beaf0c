#!/bin/sh
# run.sh - a fleet on this machine: an etcd and three nodes, each an nginx.
#
#   sh examples/fleet/run.sh [PORT [ETCD-PORT]]   builds yschema and starts all
#   sh examples/fleet/run.sh stop [NAME...]       stops all, or those named
#   sh examples/fleet/run.sh start NAME...        starts those named again
#   sh examples/fleet/run.sh reload               nodes read their nginx.conf
#
# The names are etcd, node-1, node-2 and node-3. The nodes listen on 127.0.0.1 at PORT
# (8081) and the next two ports, etcd at ETCD-PORT (23790) and the next one. All files
# are in build/fleet, where they may be changed. On a fresh Debian 12, as root, this
# installs what is missing first.

set -u
cd "$(dirname "$0")/../.." || exit 2
root=$PWD
site=$root/build/fleet

usage() {
  sed -n '2,12s/^# \{0,1\}//p' examples/fleet/run.sh >&2
  exit 2
}

check_names() {
  for name; do
    case $name in
    etcd | node-[123]) ;;
    *) usage ;;
    esac
  done
}

# Where a program of the fleet keeps the number of its process.
pid_file() {
  [ "$1" = etcd ] && echo "$site/etcd/pid" || echo "$site/$1/logs/nginx.pid"
}

is_running() {
  pid=$(cat "$(pid_file "$1")" 2>/dev/null) || return 1
  case $(ps -o stat= -p "$pid") in
  '' | Z*) return 1 ;;
  esac
}

stop_one() {
  is_running "$1" || return 0
  kill -TERM "$pid"
  turns=0
  while is_running "$1"; do
    [ $turns = 50 ] && echo "$1 (process $pid) does not end" >&2 && return 1
    turns=$((turns + 1))
    sleep 0.1
  done
}

start_etcd() {
  peer=http://127.0.0.1:$((store + 1))
  etcd --name fleet --data-dir "$site/etcd/data" --log-level error --logger zap \
    --listen-client-urls "http://127.0.0.1:$store" \
    --advertise-client-urls "http://127.0.0.1:$store" \
    --listen-peer-urls "$peer" --initial-advertise-peer-urls "$peer" \
    --initial-cluster "fleet=$peer" --auto-compaction-retention 1h >"$site/etcd/log" 2>&1 </dev/null &
  echo $! >"$site/etcd/pid"
  turns=0
  until curl -s -m 1 "http://127.0.0.1:$store/health" | grep -q true; do
    if [ $turns = 100 ] || ! is_running etcd; then
      cat "$site/etcd/log" >&2
      return 1
    fi
    turns=$((turns + 1))
    sleep 0.1
  done
}

start_one() {
  is_running "$1" && return 0
  [ "$1" = etcd ] && { start_etcd; return; }
  # Workers of a root's nginx could not read a checkout in its home.
  user=
  [ "$(id -u)" = 0 ] && user="user root;"
  nginx -p "$site/$1/" -c nginx.conf -e logs/error.log -g "$user" 2>"$site/$1/logs/said" ||
    { cat "$site/$1/logs/said" >&2 && return 1; }
}

# Ends when the workers with the old nginx.conf are gone.
reload_nodes() {
  old=
  for name in node-1 node-2 node-3; do
    is_running "$name" || continue
    old="$old $(ps -o pid= --ppid "$pid" | tr '\n' ' ')"
    kill -HUP "$pid"
  done
  turns=0
  # shellcheck disable=SC2086 # the numbers are words
  while [ -n "$old" ] && ps -o stat= -p $old | grep -qv Z; do
    [ $turns = 100 ] && echo "old workers do not end" >&2 && return 1
    turns=$((turns + 1))
    sleep 0.1
  done
}

# Each node registers in etcd.
await_nodes() {
  turns=0
  until [ "$(ETCDCTL_API=3 etcdctl --endpoints "127.0.0.1:$store" get /demo/shop/nodes/ \
    --prefix --keys-only | grep -c node-)" = 3 ]; do
    [ $turns = 100 ] && echo "nodes do not reach etcd: see build/fleet/node-*/logs" >&2 && return 1
    turns=$((turns + 1))
    sleep 0.1
  done
}

build() {
  mkdir -p build
  { { [ -e build/Makefile ] || cmake -S . -B build; } && cmake --build build --parallel "$(nproc)"; } >build/fleet.log 2>&1 ||
    { cat build/fleet.log && exit 1; }
}

# The folders of all, with the ports in their files.
lay_out() {
  rm -rf "$site"
  mkdir -p "$site/etcd"
  echo "$port $store" >"$site/ports"
  cp -R examples/fleet/conf "$site"
  for name in node-1 node-2 node-3; do
    mkdir -p "$site/$name/logs" "$site/$name/cache"
    sed -e "s|%ROOT%|$root|g" -e "s|%SITE%|$site|g" \
      -e "s|%PORT%|$((port + ${name#node-} - 1))|g" -e "s|%STORE%|$store|g" -e "s|%NODE%|$name|g" -e "s|%MODULES%|$nginx_modules|g" \
      examples/fleet/nginx.conf >"$site/$name/nginx.conf"
  done
}

. spec/support/packages.sh
PATH=$PATH:/usr/sbin
what=${1:-}
[ $# = 0 ] || shift
case $what in
stop)
  check_names "$@"
  [ $# = 0 ] && set -- node-1 node-2 node-3 etcd
  for name; do stop_one "$name" || exit 1; done
  ;;
start)
  check_names "$@"
  read -r port store <"$site/ports" || exit 2
  for name; do start_one "$name" || exit 1; done
  ;;
reload)
  reload_nodes
  ;;
*[!0-9]*) usage ;;
*)
  port=${what:-8081} store=${1:-23790}
  # shellcheck disable=SC2086 # the names are words
  need $build_packages $nginx_packages $fleet_packages procps
  for name in node-1 node-2 node-3 etcd; do stop_one "$name" || exit 1; done
  build
  lay_out
  for name in etcd node-1 node-2 node-3; do start_one "$name" || exit 1; done
  await_nodes || exit 1
  echo "etcd answers at 127.0.0.1:$store, nodes at 127.0.0.1:$port, $((port + 1)) and $((port + 2))"
  ;;
esac
