#!/bin/sh
# quickstart.sh - builds yschema for Lua 5.4 and checks a gateway's configuration
# with it:
#
#   sh examples/quickstart.sh
#
# On Debian, as root, it installs the packages that are missing; otherwise it
# prints the line that does. The build is a quick one (YSCHEMA_QUICK in
# CMakeLists.txt), unless build has been configured before.

set -u
cd "$(dirname "$0")/.." || exit 2
. spec/support/packages.sh
# shellcheck disable=SC2086 # the names are words
announce "This builds yschema for Lua 5.4 in build/, without installing it, and checks examples/gateway.
It takes about a minute of processor time: 40 seconds on two processors." $quick_packages
# shellcheck disable=SC2086
need $quick_packages

say() {
  printf '\n$ %s\n' "$*"
}

build() {
  quick=-DYSCHEMA_QUICK=ON
  [ ! -e build/CMakeCache.txt ] || quick=
  cmake -S . -B build $quick && cmake --build build --target lua54 --parallel "$(nproc)"
}

log=$(mktemp)
PROGRESS_SECONDS=${PROGRESS_SECONDS:-5}
if ! with_progress "building" "$log" build; then
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
