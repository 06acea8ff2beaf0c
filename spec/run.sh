#!/bin/sh
# run.sh - builds yschema for Lua 5.4 and LuaJIT and runs the tests on both:
#
#   sh spec/run.sh
#
# Tests that repeat are left to .ci/run, which runs the rest: see left_out below.
#
# As root on Debian it installs what is missing first. A line every ten seconds
# says what it does. The last line is `N passed, M failed, K skipped`; the exit
# status is 1 if any failed, 2 if it could not begin. Skipped is what needs a
# program that is not to be had.
#
# In the environment, for .ci/run:
#   YSCHEMA_PART    first: what this runs by itself; rest: the specs that it leaves out; once: all, but on
#                   LuaJIT only those of the first part, because the C code is the same
#   YSCHEMA_BUILD   folder to build in (build); in another one all specs run, if no part is named
#   YSCHEMA_CTEST   options for ctest
#   YSCHEMA_CMAKE   options for cmake, such as -C .cmake/sanitize.cmake
#   YSCHEMA_WRAP    what to put in front of an interpreter, such as valgrind
#   YSCHEMA_LUAS    the runtimes (lua5.4 luajit)
#   YSCHEMA_SPECS   the specs, instead of those of a part
#   YSCHEMA_WITHOUT a pattern of paths of specs that do not run in a part
#   YSCHEMA_PACE    slow: smaller samples in the rest
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
part=${YSCHEMA_PART:-}
[ -n "$part${YSCHEMA_SPECS:-}" ] || [ "$build" != build ] || part=first
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
  # shellcheck disable=SC2086 # options are words
  with_progress "C tests" "$log/ctest" ctest --test-dir "$build" --output-on-failure \
    --parallel "$(nproc)" ${YSCHEMA_CTEST:-}
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

# What the first part leaves out on a runtime, as a pattern of paths.
#
# On all: how commands grow; tables that repeat a check for each command, case or change of a text, of which other
# specs have some rows; what a fleet and several processes do when they are stopped. On LuaJIT, besides: the commands
# beside validation, and what mostly starts processes, which Lua 5.4 runs; and the other way round, each wrong argument.
left_out() {
  case $1 in
  nginx) echo 'fleet_(changes|etcd|source|start|trouble)_|races_' ;;
  *)
    left='/(complexity|growth|mutations|printed_texts|publish|publish_trouble|resume|scale|server/truth|waiting|workers)_'
    case $1 in
    lua5.4) echo "$left|/blame_" ;;
    *)
      left="$left|/(ceiling|ci|pages|project_file|provenance|streams)_"
      echo "$left|/(comparison|editing|fixing|fleet|importing|inference|migration|server|setting|testing)/"
      ;;
    esac
    ;;
  esac
}

# What only reads the project's files, which no runtime changes.
of_files='spec/(house|layering|links|words|prose|rocks|workflow)_'

# specs_of RUNTIME: the files of this part for lua5.4, for luajit, or for nginx, which has LuaJIT. What is random runs
# in both parts; so do the cases on LuaJIT, of which the first part has each fourth.
specs_of() {
  case $1 in
  nginx) set -- nginx spec/resty "^$" '^$' ;;
  luajit) set -- luajit spec "spec/resty/|$of_files" 'spec/(cases|properties)_' ;;
  *) set -- lua5.4 spec spec/resty/ spec/properties_ ;;
  esac
  find "$2" -name '*_spec.lua' | LC_ALL=C sort | grep -vE "_promise_|$3" |
    case $part-$1 in
    first-* | once-luajit) grep -vE "$(left_out "$1")" ;;
    once-*) cat ;;
    *) grep -E "$(left_out "$1")|$4" ;;
    esac | grep -vE "${YSCHEMA_WITHOUT:-^$}"
}

# Samples of .ci/run, smaller on a slow machine.
each_of_rest=1 rounds_of_rest=20
[ "${YSCHEMA_PACE:-}" != slow ] || each_of_rest=4 rounds_of_rest=5

# run_part NAME: the specs of a runtime, or each second one of them (RUNTIME-1, RUNTIME-2).
run_part() {
  which=${1%-[12]} lua=${1%-[12]}
  case $part-$lua in
  first-luajit) YSCHEMA_EACH=4 YSCHEMA_COMPOSITIONS=1 ;;
  first-*) YSCHEMA_EACH=1 YSCHEMA_COMPOSITIONS=1 ;;
  rest-luajit) YSCHEMA_EACH=$each_of_rest YSCHEMA_COMPOSITIONS=$rounds_of_rest ;;
  rest-*) YSCHEMA_EACH=1 YSCHEMA_COMPOSITIONS=$rounds_of_rest ;;
  esac
  export YSCHEMA_EACH YSCHEMA_COMPOSITIONS
  [ "$lua" != nginx ] || lua=luajit
  case $1 in
  *-[12]) half=${1#"$which-"} ;;
  *) half= ;;
  esac
  # shellcheck disable=SC2046,SC2086 # options and files are words
  run_specs "$1" "$lua" ${YSCHEMA_BUSTED:-} $(specs_of "$which" | awk -v half="$half" 'half == "" || NR % 2 == half % 2')
}

# Whether the specs in nginx run by themselves, beside the others. They need LuaJIT and the usual build (see
# spec/support/nginx.lua).
has_nginx() {
  [ "$build" = build ] && [ -n "$part" ] && case " $luas " in *" luajit "*) ;; *) false ;; esac
}

# What runs at the same time: the runtimes, that with most specs in two halves, and nginx, which mostly waits.
runs() {
  longest=lua5.4
  [ "$part" != rest ] || longest=luajit
  for runtime in $luas; do
    if [ -n "$part" ] && [ "$runtime" = $longest ]; then echo "$runtime-1" "$runtime-2"; else echo "$runtime"; fi
  done
  ! has_nginx || echo nginx
}

# The suite, the acceptance cases with it.
run_suites() {
  for name; do
    if [ -n "$part" ]; then
      run_part "$name" &
    else
      # shellcheck disable=SC2086 # options are words
      run_specs "$name" "$name" --exclude-pattern=promise_spec ${YSCHEMA_BUSTED:-} ${YSCHEMA_SPECS:-} &
    fi
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
  with_progress_of state_of_specs "$command" "$@"
  for name; do print_specs "$name"; done
}

if with_progress "building in $build" "$log/build" build_all; then
  [ "$part" = rest ] || c_tests
  # shellcheck disable=SC2046 # the names are words
  [ -z "$luas" ] || specs run_suites $(runs)
else
  tail -n 40 "$log/build"
  broken "the build"
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
