#!/bin/sh
# run.sh - builds yschema and starts an nginx that serves this example:
#
#   sh examples/openresty/run.sh [PORT]     starts it on 127.0.0.1 (8080)
#   sh examples/openresty/run.sh stop
#
# On a fresh Debian 12, as root, it installs what is missing first. The example
# is copied to build/openresty, where its files may be changed.

set -u
cd "$(dirname "$0")/../.." || exit 2
root=$PWD
site=$root/build/openresty

stop() {
  pid=$(cat "$site/logs/nginx.pid" 2>/dev/null) || return 0
  kill -TERM "$pid" 2>/dev/null
  # nginx removes the file when it ends.
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    [ -e "$site/logs/nginx.pid" ] || return 0
    sleep 0.2
  done
  echo "nginx (process $pid) does not end" >&2
  return 1
}

if [ "${1:-}" = stop ]; then
  stop
  exit
fi
port=${1:-8080}
case $port in
*[!0-9]*)
  echo "usage: sh examples/openresty/run.sh [PORT | stop]" >&2
  exit 2
  ;;
esac

. spec/support/packages.sh
# shellcheck disable=SC2086 # the names are words
need $build_packages $nginx_packages
PATH=$PATH:/usr/sbin
stop || exit 1

mkdir -p build
if ! { cmake -S . -B build && cmake --build build --parallel "$(nproc)"; } \
  >build/openresty.log 2>&1; then
  cat build/openresty.log
  exit 1
fi

rm -rf "$site"
mkdir -p "$site/logs"
cp examples/openresty/*.yml examples/openresty/*.lua "$site"
sed -e "s|%ROOT%|$root|g" -e "s|%PORT%|$port|g" -e "s|%MODULES%|$nginx_modules|g" \
  examples/openresty/nginx.conf >"$site/nginx.conf"
# Workers of a root's nginx could not read a checkout in its home.
user=
[ "$(id -u)" = 0 ] && user="user root;"
nginx -p "$site/" -c nginx.conf -e logs/error.log -g "$user" || exit 1
echo "http://127.0.0.1:$port/ is served from build/openresty"
