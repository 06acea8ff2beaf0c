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

# joined FILE...: the texts, with lines in between that part them.
joined() {
  cat "$1"
  shift
  for file; do
    printf '\n=====\n'
    cat "$file"
  done
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

# A JSON Schema with most keywords, and some values.
accept_seeds() {
  printf '%s\n=====\n%s\n=====\n%s' '{"$schema": "http://json-schema.org/draft-07/schema#",
    "type": ["object", "array"], "properties": {"a": {"enum": [1, "x"]}, "b": {"$ref": "#"}}, "required": ["a"],
    "patternProperties": {"^x": {"const": null}}, "additionalProperties": {"format": "date", "pattern": "^1"},
    "items": [{"minimum": 1, "multipleOf": 0.5}], "additionalItems": {"maxLength": 2}, "uniqueItems": true,
    "contains": true, "dependencies": {"a": ["b"], "b": {"minProperties": 2}}, "propertyNames": {"minLength": 1}}' \
    '{"a": 1, "b": {"a": "x"}, "xa": null, "d": "1990-01-01"}' '[1.5, "ab"]' >"$build/seeds/accept/1"
  printf '%s\n=====\n%s\n=====\n%s' '{"$id": "https://a.test/", "oneOf": [{"$ref": "#/$defs/p"}, {"$anchor": "n",
    "if": {"type": "integer"}, "then": {"exclusiveMaximum": 3}, "else": false}], "$defs": {"p": {"anyOf": [
    {"dependentRequired": {"a": ["b"]}, "properties": {"a": {"not": {"$ref": "#n"}}}}], "prefixItems": [true],
    "unevaluatedItems": {"type": "string"}, "unevaluatedProperties": {"type": "null"}, "minContains": 0}}}' \
    '{"a": "x", "b": null}' '2' >"$build/seeds/accept/2"
}

seeds_of() {
  rm -rf "$build/seeds/$1"
  mkdir -p "$build/seeds/$1" "$build/corpus/$1"
  if [ "$1" = json ]; then # the cases have next to none
    printf '%s' '[1, -2.50e+3, 0, true, false, null, [], {}]' >"$build/seeds/json/1"
    printf '%s' '{"a": {"b": "\ud83d\ude00\n\/"}, "": "é"}' >"$build/seeds/json/2"
    return
  fi
  if [ "$1" = accept ]; then
    accept_seeds
    return
  fi
  for case in "$build"/cases/*/*/; do
    name=$(echo "${case#"$build"/cases/}" | cut -d / -f 1-2 | tr / .)
    seed=$build/seeds/$1/$name
    more=$(find "$case" -name '*.yml' ! -name schema.yml \
      ! -name base.yml | sort)
    # shellcheck disable=SC2086 # names of cases have no blanks
    case $1 in
    parse | scan | tree | readable) for file in "$case"*.yml; do
      [ -f "$file" ] && cp "$file" "$seed.${file##*/}"
    done ;;
    code) grep -qsE '^ *#@ ' "$case/schema.yml" &&
      joined "$case/schema.yml" $more >"$seed" ;;
    schema) [ -f "$case/schema.yml" ] && joined "$case/schema.yml" $more >"$seed" ;;
    overlay) [ -f "$case/base.yml" ] && joined "$case/base.yml" $more >"$seed" ;;
    esac
  done
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
