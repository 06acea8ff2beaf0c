#!/bin/sh
# coverage.sh - builds with counters, runs all tests, and prints for each file of
# csrc how many of its lines ran:
#
#   sh spec/coverage.sh            a line for each file, and the sum
#   sh spec/coverage.sh -l         the lines that never ran, too
#
# The out-of-memory tests have a core of their own, which counts as well: a line
# counts as run when one of the builds of its file ran it.

set -u
cd "$(dirname "$0")/.." || exit 2
build=build-coverage
lines=0
[ "${1:-}" = -l ] && lines=1

find $build -name '*.gcda' -exec rm -f {} + 2>/dev/null
YSCHEMA_BUILD=$build YSCHEMA_CMAKE="-C .cmake/coverage.cmake" \
  YSCHEMA_TIMEOUT=120 sh spec/run.sh | tail -n 1

# gcov's lines are `count:line:source`: the count is - for no code, ##### (or
# =====) for code that did not run.
find $build -name '*.gcda' ! -path '*/spec/c/CMakeFiles/test_*' \
  ! -path '*/spec/c/CMakeFiles/oom_*' | sort | while read -r counts; do
  gcov --stdout --source-prefix "$PWD" --relative-only "$counts" 2>/dev/null
done | awk -F: -v lines=$lines '
  $2 + 0 == 0 && $3 == "Source" { file = $4; next }
  $2 + 0 > 0 && file ~ /^csrc\/.*\.c$/ {
    gsub(/ /, "", $1)
    if ($1 == "-") next
    place = file ":" ($2 + 0)
    if (!(place in seen)) { seen[place] = 1; all[file]++ }
    if ($1 !~ /^[#=]/ && !(place in ran)) { ran[place] = 1; good[file]++ }
  }
  END {
    for (file in all) {
      printf "%6.2f%%  %5d of %5d  %s\n", 100 * good[file] / all[file],
        good[file], all[file], file | "sort -k 5"
      sum += all[file]; covered += good[file]
    }
    close("sort -k 5")
    if (lines) {
      for (place in seen) if (!(place in ran)) print place | "sort -t: -k 1,1 -k 2,2n"
      close("sort -t: -k 1,1 -k 2,2n")
    }
    if (!sum) { print "nothing was counted"; exit 1 }
    printf "%6.2f%%  %5d of %5d  lines of csrc\n", 100 * covered / sum, covered, sum
  }'
