#!/bin/sh
# run.sh - builds yschema for Lua 5.4 and LuaJIT and runs the tests on both:
#
#   sh spec/run.sh
#
# Tests that repeat are left to .ci/run, which runs the rest: see left_out below.
#
# It says what it will do and how long that takes. As root on Debian it installs
# the missing packages first; otherwise it prints the line that does. A line every
# ten seconds says what it does. The last line is `N passed, M failed, K skipped`;
# the exit status is 1 if any failed, 2 if it could not begin. Tests are skipped if
# their program is not installed.
#
# In the environment, for .ci/run:
#   YSCHEMA_PART    first: what this runs by itself; rest: the specs that it leaves out
#   YSCHEMA_BUILD   folder to build in (build); in another one all specs run, if no part is named
#   YSCHEMA_CTEST   none: the C tests are neither built nor run
#   YSCHEMA_CMAKE   options for cmake, such as -C .cmake/sanitize.cmake
#   YSCHEMA_WRAP    what to put in front of an interpreter, such as valgrind
#   YSCHEMA_LUAS    the runtimes (lua5.4 luajit)
#   YSCHEMA_SPECS   the specs, instead of those of a part
#   YSCHEMA_WITHOUT a pattern of paths of specs that do not run
#   YSCHEMA_PACE    slow: smaller samples in the rest
#   YSCHEMA_BUSTED  options for busted, such as --exclude-tags=programs, which
#                   leaves out specs that run programs of others

set -u
cd "$(dirname "$0")/.." || exit 2
. spec/support/packages.sh
. spec/support/queue.sh

build=${YSCHEMA_BUILD:-build}
part=${YSCHEMA_PART:-}
[ -n "$part${YSCHEMA_SPECS:-}" ] || [ "$build" != build ] || part=first

# shellcheck disable=SC2086 # the names are words
[ "$part" != first ] || announce "This builds yschema for Lua 5.4 and LuaJIT in build/, without installing it, and runs the tests on both.
It takes about five minutes of processor time: four minutes on two processors." \
  $build_packages $test_packages $more_test_packages
demand "$build_packages $test_packages" "$more_test_packages"
# shellcheck disable=SC2086
need $build_packages $test_packages
# shellcheck disable=SC2086
want $more_test_packages

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

# The build of a new checkout is a quick one (see CMakeLists.txt); that of .ci/run keeps its options.
build_all() {
  quick=-DYSCHEMA_QUICK=ON
  [ "$part" = first ] && [ ! -e "$build/CMakeCache.txt" ] || quick=
  [ "${YSCHEMA_CTEST:-}" = none ] && tests=OFF || tests=ON
  # shellcheck disable=SC2086 # options are words
  cmake ${YSCHEMA_CMAKE:-} $quick -S . -B "$build" "-DYSCHEMA_TESTS=$tests" &&
    cmake --build "$build" --parallel "$(nproc)"
}

c_tests() {
  with_progress "C tests" "$log/ctest" ctest --test-dir "$build" --output-on-failure \
    --parallel "$(nproc)"
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

# The specs that the first part leaves out on a runtime, as a pattern of paths.
#
# On all: how commands grow, and attacks on them; tables that repeat a check for each command, case or change of a text,
# of which other specs have some rows; editors; fleets and processes in trouble. On LuaJIT, besides: the commands
# beside validation, and what mostly starts processes, which Lua 5.4 runs; and the other way round, each wrong argument.
# Random specs run with few rounds.
left_out() {
  case $1 in
  nginx) echo 'fleet_(changes|client|etcd|source|start|trouble|connections)_|example_|races_|suspended_|/trouble_' ;;
  *)
    left='/(client_failover|client_properties|client_trouble|complexity|endless_functions|growth|hostile'
    left="$left|hostile_repository|line_workers|mutations|printed_texts|publish|publish_trouble|resume|scale|server/clients|server/stress"
    left="$left|server/same_as_check|node_answers|workers)_"
    case $1 in
    lua5.4) echo "$left|/invalid_arguments_" ;;
    *)
      left="$left|/(advice|baseline|broken_texts|memory_ceiling|check|ci|cli|completion|dropped_records|examples|example"
      left="$left|first_files|foreign_modules|inputs|lines|man|missing_place|named_schemas|packs|pages|progress"
      left="$left|project_file|provenance|queue|sensitive|sensitive_commands|streams|tools|written_files|ytt_flags)_"
      echo "$left|/(comparison|editing|fixing|fleet|importing|inference|migration|server|assignment|testing)/"
      ;;
    esac
    ;;
  esac
}

# The specs that only read the project's files, which no runtime changes.
of_files='spec/(house|layering|links|packages|prose|rocks|words|workflow)_'

# all_specs PATH...: the files of specs in folders, or these files, without the promises of a fleet.
all_specs() {
  find "$@" -name '*_spec.lua' | LC_ALL=C sort | grep -vE "_promise_|${YSCHEMA_WITHOUT:-^$}"
}

# Random specs run in both parts, with more rounds in the rest; on LuaJIT in the rest alone.
random='spec/(properties|yschema/language/random_wide_references|inference/infer)_'

# Of the files on standard input, those whose tests run in their own process. Commands do the same on LuaJIT: beside
# those of the first part, pages and cases run them there.
in_process() {
  xargs grep -LE 'command\.(run|output|shell|words|install)|support\.(fleet|nginx|publisher|real_fleet)'
  printf 'spec/%s_spec.lua\n' cases pages
}

# specs_of LANE: the files of this part for lua5.4, for luajit, or for nginx, which has LuaJIT. The cases run in both
# parts on LuaJIT, because the first part has each fourth.
specs_of() {
  case $1 in
  nginx) set -- nginx spec/resty "^$" '^$' ;;
  luajit) set -- luajit spec "spec/resty/|$of_files" '^$' ;;
  *) set -- lua5.4 spec spec/resty/ "$random" ;;
  esac
  all_specs "$2" | grep -vE "$3" |
    case $part-$1 in
    first-luajit) grep -vE "$(left_out "$1")|$random" ;;
    first-*) grep -vE "$(left_out "$1")" ;;
    rest-luajit) grep -E "$(left_out "$1")|$random" | in_process ;;
    *) grep -E "$(left_out "$1")|$4" ;;
    esac
}

# After which a process of specs hangs. Under sanitizers on a slow machine, some take minutes.
task_seconds=1200

# Samples of .ci/run, smaller on a slow machine.
each_of_rest=4 rounds_of_rest=4
[ "${YSCHEMA_PACE:-}" != slow ] || each_of_rest=8 rounds_of_rest=2

# run_task LANE FILE...: some specs in one process, which is stopped if it hangs.
run_task() (
  lane=$1 lua=$1
  shift
  case $part-$lane in
  first-luajit) YSCHEMA_EACH=4 YSCHEMA_COMPOSITIONS=1 ;;
  first-*) YSCHEMA_EACH=1 YSCHEMA_COMPOSITIONS=1 ;;
  rest-luajit) YSCHEMA_EACH=$each_of_rest YSCHEMA_COMPOSITIONS=$rounds_of_rest ;;
  rest-*) YSCHEMA_EACH=2 YSCHEMA_COMPOSITIONS=$rounds_of_rest ;;
  esac
  export YSCHEMA_EACH YSCHEMA_COMPOSITIONS
  [ "$lane" != nginx ] || lua=luajit
  # shellcheck disable=SC2086 # the wrapper and the options are words
  YSCHEMA_RUNTIME=$lua YSCHEMA_INTERPRETER="$wrap $lua" YSCHEMA_BUILD=$build \
    timeout --foreground --kill-after=10 "$task_seconds" $wrap "$lua" "$(command -v busted)" --ignore-lua \
    --output=spec/support/progress_output.lua --cpath="$build/$(folder_of "$lua")/?.so" ${YSCHEMA_BUSTED:-} "$@"
)

# Whether the specs in nginx run by themselves, beside the others. They need LuaJIT and the usual build (see
# spec/support/nginx.lua).
has_nginx() {
  [ "$build" = build ] && [ -n "$part" ] && case " $luas " in *" luajit "*) ;; *) false ;; esac
}

# The suite, the acceptance cases with it: as many processes at the same time as there are processors, and one more,
# because some wait; and the specs in nginx, which mostly wait, one after the other.
run_suites() {
  for _ in $(seq 0 "$(nproc)"); do queue_work specs run_task & done
  queue_work nginx run_task &
  wait
}

# Prints the results of a lane: the details of failures, and a line with numbers.
print_specs() {
  queue_results "$1" >"$log/said.$1"
  sed '$d' "$log/said.$1"
  # shellcheck disable=SC2046 # the numbers are words
  set -- "$1" $(tail -n 1 "$log/said.$1")
  progress "specs, $1: $2 passed, $3 failed, $4 skipped"
  count "$2" "$3" "$4"
  cat "$log/specs/$1".*.files 2>/dev/null | sort -k 2 -rn >"$log/seconds.$1"
}

# The commands that the specs run start faster with compiled modules.
compile_modules() {
  YSCHEMA_COMPILED=$PWD/$build/compiled
  export YSCHEMA_COMPILED
  for lua in $luas; do
    folder=$(folder_of "$lua")
    "$lua" spec/support/compile.lua "$YSCHEMA_COMPILED/$folder" "$PWD/$build" || return
  done
}

state_of_specs() {
  # shellcheck disable=SC2086 # the names are words
  queue_state $lanes
}

# Runs the specs, and prints their results.
specs() {
  lanes=$luas
  ! has_nginx || lanes="$luas nginx"
  compile_modules || { broken "compiling the modules"; return; }
  queue_begin "$log/specs"
  for lane in $lanes; do
    queue=specs
    [ "$lane" != nginx ] || queue=nginx
    # shellcheck disable=SC2086 # the paths are words
    if [ -n "$part" ]; then specs_of "$lane"; else all_specs ${YSCHEMA_SPECS:-spec}; fi | queue_specs $queue "$lane"
  done
  progress "specs: $(state_of_specs)"
  with_progress_of state_of_specs run_suites
  for lane in $lanes; do print_specs "$lane"; done
}

if with_progress "building in $build" "$log/build" build_all; then
  [ "$part" = rest ] || [ "${YSCHEMA_CTEST:-}" = none ] || c_tests
  [ -z "$luas" ] || specs
else
  tail -n 40 "$log/build"
  broken "the build"
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
