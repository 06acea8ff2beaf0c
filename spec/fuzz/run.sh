#!/bin/sh
# run.sh - fuzzes the core, and code in schemas, from the acceptance cases on:
#
#   sh spec/fuzz/run.sh [parse] [scan] [tree] [readable] [json] [accept] [schema] [overlay] [code]
#
# Each fuzzer runs for FUZZ_SECONDS (30). What they found worth keeping stays in
# build-fuzz/corpus, for the next time; an input that breaks something, in
# build-fuzz/found. The last line is `N passed, M failed`.

set -u
cd "$(dirname "$0")/../.." || exit 2
. spec/support/packages.sh
need gcc libc6-dev make cmake pkg-config libyaml-dev libpcre2-dev clang \
  libclang-rt-14-dev liblua5.4-dev lua5.4 lua-filesystem

build=build-fuzz
seconds=${FUZZ_SECONDS:-30}
mkdir -p $build/found
{ cmake -C .cmake/fuzz.cmake -S . -B $build &&
  cmake --build $build --parallel "$(nproc)"; } >$build/log 2>&1 || {
  tail -n 40 $build/log
  echo "0 passed, 1 failed"
  exit 1
}

rm -rf $build/cases
lua5.4 spec/unpack_cases.lua $build/cases || exit 1
# Words for annotations, from the cases.
grep -rhoE '#@[a-z]+/[a-z-]+( [a-z_]+=)?' $build/cases | sort -u |
  sed 's/.*/"&"/' >$build/words
# … and for code.
for word in '"type": ' '"properties": ' '"items": ' '"allOf": [' '"anyOf": [' '"oneOf": [' '"not": ' '"enum": [' \
  '"unevaluatedProperties": ' '"additionalProperties": ' '"$ref": "#' def end if elif else for in return lambda function local not and or while break \
  continue pass load True False None struct range len fail ctx 'any-of' yaml json overlay assert \
  '#@ ' '#@' '): ' '[:]' '==' '**' '//' '%' ' + ' 'lambda v: ' '#! ' '---' '\\x0a#@ ' '\\x0a  '; do
  echo "\"$word\""
done >>$build/words

# Writes what a fuzzer begins with.
seeds_of() {
  rm -rf "$build/seeds/$1"
  mkdir -p "$build/seeds/$1" "$build/corpus/$1"
  lua5.4 spec/fuzz/seeds.lua "$1" "$build/cases" "$build/seeds/$1" || exit 1
}

passed=0
failed=0
[ $# = 0 ] && set -- parse scan tree readable json accept schema overlay code
for fuzzer; do
  seeds_of "$fuzzer"
  if "$build/spec/fuzz/fuzz_$fuzzer" -max_total_time="$seconds" -max_len=4096 \
    -timeout=10 -rss_limit_mb=2048 -dict=$build/words -print_final_stats=1 \
    -artifact_prefix="$build/found/$fuzzer-" "$build/corpus/$fuzzer" \
    "$build/seeds/$fuzzer" >"$build/log.$fuzzer" 2>&1; then
    passed=$((passed + 1))
    echo "$fuzzer: $(sed -n 's/^stat::number_of_executed_units: *//p' \
      "$build/log.$fuzzer") inputs"
  else
    failed=$((failed + 1))
    echo "FAILED: $fuzzer"
    grep -vE '^#[0-9]' "$build/log.$fuzzer" | tail -n 60
  fi
done

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
