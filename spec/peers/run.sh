#!/bin/sh
# run.sh - lets others judge what yschema exports:
#
#   sh spec/peers/run.sh
#
# ajv judges the JSON Schema of every acceptance case, with its values; another
# validator the OpenAPI documents; a headless Chromium opens the HTML page. It
# needs a build (sh spec/run.sh), node and npm, which puts its packages into
# build/peers, and for the page Chromium. What is missing is skipped, and said.
# The last line is `N passed, M failed, K skipped`; the exit status is 1 if any
# failed.

set -u
cd "$(dirname "$0")/../.." || exit 2
scratch=$PWD/${YSCHEMA_BUILD:-build}/peers
mkdir -p "$scratch"
passed=0
failed=0
skipped=0

skip() {
  echo "*** SKIPPED: $1: $2 ***"
  skipped=$((skipped + 1))
}

# step NAME COMMAND...: the command's last line counts.
step() {
  name=$1
  shift
  "$@" >"$scratch/log" 2>&1
  status=$?
  numbers=$(tail -n 1 "$scratch/log" |
    sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p')
  if [ -z "$numbers" ]; then
    numbers="0 1"
    echo "FAILED: $name ended with $status"
  fi
  [ "$status" = 0 ] && tail -n 2 "$scratch/log" || tail -n 40 "$scratch/log"
  passed=$((passed + ${numbers% *}))
  failed=$((failed + ${numbers#* }))
}

has() {
  command -v "$1" >/dev/null 2>&1
}

packages="ajv@8.20.0 ajv-formats@3.0.1 @seriousme/openapi-schema-validator@2"

judge() {
  # shellcheck disable=SC2086 # the packages are words
  npm install --prefix "$scratch" --no-audit --no-fund --silent $packages ||
    { skip "JSON Schema and OpenAPI" "npm could not install $packages"; return; }
  lua5.4 spec/peers/export.lua >"$scratch/schemas.jsonl" ||
    { echo "FAILED: export"; failed=$((failed + 1)); return; }
  step "JSON Schema and OpenAPI" node spec/peers/judge.mjs "$scratch/schemas.jsonl"
}

page() {
  for name in chromium chromium-browser google-chrome; do
    has "$name" || continue
    lua5.4 lua/bin/yschema -f spec/peers/schema.yml --schema-inspect -o html \
      >"$scratch/page.html" || { echo "FAILED: no page"; failed=$((failed + 1)); return; }
    step "page" node spec/peers/page.mjs "$name" "$scratch/page.html" "$scratch"
    return
  done
  skip "the page" "there is no chromium"
}

if ! has node || ! has npm; then
  skip "everything" "there is no node or no npm"
else
  judge
  page
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
