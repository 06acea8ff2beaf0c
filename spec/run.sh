#!/bin/sh
# run.sh - builds yschema for Lua 5.4 and LuaJIT and runs all tests on both:
#
#   sh spec/run.sh
#
# As root on Debian it installs what is missing first. The last line is
# `N passed, M failed`; the exit status is 1 if any failed, 2 if it could not
# begin.
#
# In the environment, for .ci/run:
#   YSCHEMA_BUILD   folder to build in (build)
#   YSCHEMA_CMAKE   options for cmake, such as -C .cmake/sanitize.cmake
#   YSCHEMA_WRAP    what to put in front of an interpreter, such as valgrind
#   YSCHEMA_LUAS    the runtimes (lua5.4 luajit)
#   YSCHEMA_SPECS   the specs (all)
#   YSCHEMA_BUSTED  options for busted, such as --exclude-tags=programs, which
#                   leaves out specs that run programs of others

set -u
cd "$(dirname "$0")/.." || exit 2
. spec/support/packages.sh
# shellcheck disable=SC2086 # the names are words
need $build_packages $test_packages
# shellcheck disable=SC2086
want $more_test_packages

build=${YSCHEMA_BUILD:-build}
wrap=${YSCHEMA_WRAP:-}
luas=${YSCHEMA_LUAS-lua5.4 luajit}
log=$build/log
passed=0
failed=0

count() {
  passed=$((passed + ${1:-0}))
  failed=$((failed + ${2:-0}))
}

# A stage that could not even count is one failure.
broken() {
  echo "FAILED: $1"
  count 0 1
}

build_all() {
  mkdir -p "$log"
  # shellcheck disable=SC2086 # options are words
  { cmake ${YSCHEMA_CMAKE:-} -S . -B "$build" -DYSCHEMA_TESTS=ON &&
    cmake --build "$build" --parallel "$(nproc)"; } >"$log/build" 2>&1
}

c_tests() {
  ctest --test-dir "$build" --output-on-failure >"$log/ctest" 2>&1
  line=$(grep 'tests passed, .* failed out of' "$log/ctest")
  [ -n "$line" ] || { cat "$log/ctest"; broken "C tests"; return; }
  bad=${line#*passed, } bad=${bad%% *} all=${line##*out of }
  [ "$bad" = 0 ] || cat "$log/ctest"
  echo "C tests: $((all - bad)) passed, $bad failed"
  count $((all - bad)) "$bad"
}

folder_of() {
  [ "$1" = luajit ] && echo luajit || echo lua54
}

# The suite, the acceptance cases with it.
run_specs() {
  lua=$1 folder=$(folder_of "$1")
  # shellcheck disable=SC2086 # the wrapper is words
  YSCHEMA_RUNTIME=$lua YSCHEMA_INTERPRETER="$wrap $lua" YSCHEMA_BUILD=$build \
    $wrap "$lua" "$(command -v busted)" \
    --ignore-lua --output=plainTerminal --cpath="$build/$folder/?.so" \
    ${YSCHEMA_BUSTED:-} ${YSCHEMA_SPECS:-} >"$log/busted.$lua" 2>&1
  echo $? >"$log/status.$lua"
}

# What has come of that.
tell_specs() {
  lua=$1 status=$(cat "$log/status.$1")
  line=$(grep -E '^[0-9]+ success(es)? / ' "$log/busted.$lua" | tail -n 1)
  [ -n "$line" ] || { cat "$log/busted.$lua"; broken "specs on $lua"; return; }
  # shellcheck disable=SC2046 # the numbers are words
  set -- $(echo "$line" | tr -cd '0-9 ')
  bad=$(($2 + $3))
  if [ "$bad" != 0 ] || [ "$status" != 0 ]; then cat "$log/busted.$lua"; fi
  [ "$bad" = 0 ] && [ "$status" != 0 ] && broken "$lua ended with $status"
  echo "specs on $lua: $1 passed, $bad failed, $4 pending"
  count "$1" "$bad"
}

if build_all; then
  c_tests
  for runtime in $luas; do run_specs "$runtime" & done
  wait
  for runtime in $luas; do tell_specs "$runtime"; done
else
  tail -n 40 "$log/build"
  broken "the build"
fi

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
