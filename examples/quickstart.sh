#!/bin/sh
# quickstart.sh - builds yschema and shows what it does, with a gateway's
# configuration:
#
#   sh examples/quickstart.sh
#
# On a fresh Debian 12, as root, it installs what the build needs first.

set -u
cd "$(dirname "$0")/.." || exit 2
. spec/support/packages.sh
# shellcheck disable=SC2086 # the names are words
need $build_packages

say() {
  printf '\n$ %s\n' "$*"
}

build() {
  cmake -S . -B build && cmake --build build --parallel "$(nproc)"
}

log=$(mktemp)
if ! with_progress "building in build" "$log" build; then
  cat "$log"
  rm -f "$log"
  exit 1
fi
rm -f "$log"

cd examples/gateway || exit 2

say yschema --env rules.lua -f schema.yml -f values.yml
lua5.4 ../../lua/bin/yschema --env rules.lua -f schema.yml -f values.yml || exit 1

say yschema --env rules.lua -f schema.yml -f bad.yml
lua5.4 ../../lua/bin/yschema --env rules.lua -f schema.yml -f bad.yml
status=$?
echo "exit status $status"
[ "$status" = 1 ]
