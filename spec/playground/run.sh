#!/bin/sh
# run.sh - makes the playground, and uses it in a headless Chromium.
#
#   sh spec/playground/run.sh
#
# Debian: see npm_packages in spec/support/packages.sh, and chromium. YSCHEMA_PICTURES names a folder for pictures of
# it. The last line is `N passed, M failed`.

cd "$(dirname "$0")/../.." || exit 2
set -u
. spec/support/packages.sh
# shellcheck disable=SC2086 # the names are words
need $npm_packages chromium

passed=0
failed=0

check() {
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $*"
  fi
}

make_page() {
  [ -f build/CMakeCache.txt ] || cmake -S . -B build
  cmake --build build --target playground --parallel "$(nproc)"
}

is_small() {
  size=$(wc -c <build/packages/playground.html)
  echo "playground.html has $size bytes"
  [ "$size" -le 2500000 ]
}

# The file of locked versions names no host.
names_no_host() { ! grep -nE '"resolved"|https?://' csrc/host/playground/package-lock.json; }

in_chromium() (
  export YSCHEMA_PLAYGROUND="$PWD/build/packages/playground.html"
  CHROMIUM=$(command -v chromium) && export CHROMIUM
  tests=$PWD/spec/playground
  cd build/playground && node --test "$tests/"
)

check make_page
check is_small
check names_no_host
check in_chromium

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
