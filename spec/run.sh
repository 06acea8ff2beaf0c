#!/bin/sh
# run.sh - builds yschema for Lua 5.4 and LuaJIT and runs the tests on both:
#
#   sh spec/run.sh
#
# What a fleet promises under load (spec/fleet/*_promise_spec.lua), how commands grow
# (complexity, scale) and more random compositions are left to .ci/run.
#
# As root on Debian it installs what is missing first. A line every ten seconds
# says what it does. The last line is `N passed, M failed, K skipped`; the exit
# status is 1 if any failed, 2 if it could not begin. Skipped is what needs a
# program that is not to be had.
#
# In the environment, for .ci/run:
#   YSCHEMA_BUILD   folder to build in (build)
#   YSCHEMA_CMAKE   options for cmake, such as -C .cmake/sanitize.cmake
#   YSCHEMA_WRAP    what to put in front of an interpreter, such as valgrind
#   YSCHEMA_LUAS    the runtimes (lua5.4 luajit)
#   YSCHEMA_SPECS   the specs (all but the promises of a fleet)
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
mkdir -p "$log" || exit 2
passed=0
failed=0
skipped=0

count() {
  passed=$((passed + ${1:-0}))
  failed=$((failed + ${2:-0}))
  skipped=$((skipped + ${3:-0}))
}

# A stage that could not even count is one failure.
broken() {
  echo "FAILED: $1"
  count 0 1
}

build_all() {
  # shellcheck disable=SC2086 # options are words
  cmake ${YSCHEMA_CMAKE:-} -S . -B "$build" -DYSCHEMA_TESTS=ON &&
    cmake --build "$build" --parallel "$(nproc)"
}

c_tests() {
  with_progress "C tests" "$log/ctest" ctest --test-dir "$build" --output-on-failure
  line=$(grep 'tests passed, .* failed out of' "$log/ctest")
  [ -n "$line" ] || { cat "$log/ctest"; broken "C tests"; return; }
  bad=${line#*passed, } bad=${bad%% *} all=${line##*out of }
  [ "$bad" = 0 ] || cat "$log/ctest"
  progress "C tests: $((all - bad)) passed, $bad failed"
  count $((all - bad)) "$bad"
}

folder_of() {
  [ "$1" = luajit ] && echo luajit || echo lua54
}

# run_specs NAME LUA OPTION...: some specs, on one runtime. Their words go into
# busted.NAME, the status into status.NAME, and how far they are into progress.NAME.
run_specs() {
  name=$1 lua=$2
  shift 2
  # shellcheck disable=SC2086 # the wrapper is words
  YSCHEMA_PROGRESS=$log/progress.$name \
    YSCHEMA_RUNTIME=$lua YSCHEMA_INTERPRETER="$wrap $lua" YSCHEMA_BUILD=$build \
    $wrap "$lua" "$(command -v busted)" \
    --ignore-lua --output=spec/support/progress_output.lua \
    --cpath="$build/$(folder_of "$lua")/?.so" "$@" >"$log/busted.$name" 2>&1
  echo $? >"$log/status.$name"
}

# All specs but those in nginx, which mostly wait; on LuaJIT, without those that only
# read the project's files, which no runtime changes.
specs_outside_of_nginx() {
  for path in spec/*/ spec/*_spec.lua; do
    case $1-$path in
    *-spec/resty/ | luajit-spec/house_* | luajit-spec/layering_* | luajit-spec/words_* | \
      luajit-spec/prose_* | luajit-spec/rocks_*) ;;
    *) echo "$path" ;;
    esac
  done
}

# Whether the specs in nginx run by themselves, beside the others. They need LuaJIT and the usual build (see
# spec/support/nginx.lua).
has_nginx() {
  [ "$build" = build ] && [ -z "${YSCHEMA_SPECS:-}" ] && case " $luas " in *" luajit "*) ;; *) false ;; esac
}

# Specs that .ci/run runs by themselves after the usual build.
left_to_ci() {
  names=promise
  [ "$build" != build ] || [ -n "${YSCHEMA_SPECS:-}" ] || names="$names complexity scale"
  for name in $names; do echo "--exclude-pattern=${name}_spec"; done
}

# The suite, the acceptance cases with it, on all runtimes at the same time.
run_suites() {
  ours=${YSCHEMA_SPECS:-}
  if has_nginx; then
    run_specs nginx luajit spec/resty &
  fi
  for runtime in $luas; do
    ! has_nginx || ours=$(specs_outside_of_nginx "$runtime")
    # shellcheck disable=SC2046,SC2086 # options are words
    run_specs "$runtime" "$runtime" $(left_to_ci) ${YSCHEMA_BUSTED:-} $ours &
  done
  wait
}

# How far the specs are that run: see YSCHEMA_PROGRESS in spec/support/progress_output.lua.
state_of_specs() {
  state=
  for name in $running; do
    state="$state${state:+; }$name: $(cat "$log/progress.$name" 2>/dev/null)"
  done
  echo "$state"
}

# Prints the results of specs: the details of failures, and a line with numbers.
print_specs() {
  name=$1 status=$(cat "$log/status.$1")
  line=$(grep -E '^[0-9]+ success(es)? / ' "$log/busted.$name" | tail -n 1)
  [ -n "$line" ] || { cat "$log/busted.$name"; broken "specs, $name"; return; }
  # shellcheck disable=SC2046 # the numbers are words
  set -- $(echo "$line" | tr -cd '0-9 ')
  bad=$(($2 + $3))
  if [ "$bad" != 0 ] || [ "$status" != 0 ]; then
    cat "$log/busted.$name"
  elif [ "$4" != 0 ]; then
    sed -n '/^Pending/,$p' "$log/busted.$name"
  fi
  [ "$bad" = 0 ] && [ "$status" != 0 ] && broken "$name ended with $status"
  progress "specs, $name: $1 passed, $bad failed, $4 skipped"
  count "$1" "$bad" "$4"
}

# specs COMMAND NAME...: runs specs, and prints their results.
specs() {
  command=$1
  shift
  running=$*
  progress "specs: $running"
  for name; do rm -f "$log/progress.$name" "$log/busted.$name" "$log/status.$name"; done
  with_progress_of state_of_specs "$command"
  for name; do print_specs "$name"; done
}

if with_progress "building in $build" "$log/build" build_all; then
  c_tests
  # shellcheck disable=SC2086 # the runtimes are words
  [ -z "$luas" ] || specs run_suites $luas $(has_nginx && echo nginx)
else
  tail -n 40 "$log/build"
  broken "the build"
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
