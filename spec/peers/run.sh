#!/bin/sh
# run.sh - lets other programs validate what yschema exports:
#
#   sh spec/peers/run.sh
#
# ajv validates the JSON Schemas of all acceptance cases, of schemas.lua and of
# random schemas (random.lua), with their values; ajv and Hyperjump the values of
# random JSON Schemas (../importing); another validator the OpenAPI documents,
# and ajv their values; yaml-language-server marks the violations in invalid
# values files (editor.lua), and completes at places where ours has to offer as
# much (places.mjs); the library of VS Code talks to yschema lsp
# (../server/clients/vscode.cjs); a headless Chromium opens the HTML page and
# writes pictures of it. Objects of Kubernetes get the verdicts of an API server
# (kubernetes/), and the tests of CEL's specification and random expressions
# their results (cel/). It needs a build (sh spec/run.sh), node and npm, which
# puts its packages into build/peers, and for the page Chromium. What is missing
# is skipped, and said. The JSON Schema Test Suite (../importing/suite_spec.lua)
# is a part of it where YSCHEMA_JSON_SCHEMA_SUITE names its folder, and the packs
# are compared with the test files of their programs where YSCHEMA_PROMETHEUS
# and YSCHEMA_ALERTMANAGER
# name checkouts (upstream.lua, promql.lua).
# YSCHEMA_CRDS names a folder of custom resource definitions, whose rules in CEL
# are compared, too.
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
  cat "$scratch/log"
  passed=$((passed + ${numbers% *}))
  failed=$((failed + ${numbers#* }))
}

has() {
  command -v "$1" >/dev/null 2>&1
}

packages="ajv@8.20.0 ajv-formats@3.0.1 @hyperjump/json-schema@1.18.0 @seriousme/openapi-schema-validator@2
  yaml-language-server@1.25.0 vscode-languageserver-protocol@3.17.5
  @bufbuild/cel@0.6.1 @bufbuild/cel-spec@0.6.1"

# Once is enough, so that it works without a network from then on.
install() {
  stamp=$scratch/installed
  [ "$(cat "$stamp" 2>/dev/null)" = "$packages" ] && return
  # shellcheck disable=SC2086 # the packages are words
  npm install --prefix "$scratch" --no-audit --no-fund --silent \
    --fetch-retries=1 --fetch-timeout=30000 $packages >"$scratch/log" 2>&1 ||
    return
  echo "$packages" >"$stamp"
}

validate() {
  lua5.4 spec/peers/export.lua >"$scratch/schemas.jsonl" ||
    { echo "FAILED: export"; failed=$((failed + 1)); return; }
  step "JSON Schema and OpenAPI" node spec/peers/validate.mjs "$scratch/schemas.jsonl"
}

# Random schemas and values: what yschema and ajv say of them.
random() {
  lua5.4 spec/peers/random.lua 1 300 >"$scratch/random.jsonl" ||
    { echo "FAILED: random schemas"; failed=$((failed + 1)); return; }
  step "random schemas" node spec/peers/validate.mjs "$scratch/random.jsonl" brief
}

# Random JSON Schemas: what our engine, their imports and others say of values, and what the exports of the imports say.
imports() {
  node spec/importing/random.mjs "$scratch" 1 200 20 >"$scratch/imports.jsonl" 2>"$scratch/log" ||
    { cat "$scratch/log"; echo "FAILED: random JSON Schemas"; failed=$((failed + 1)); return; }
  step "imports" lua5.4 spec/importing/random.lua -e "$scratch/exports.jsonl" <"$scratch/imports.jsonl"
  step "exports of imports" node spec/importing/exports.mjs "$scratch" "$scratch/exports.jsonl"
}

# Objects of Kubernetes: what yschema and an API server say of them, the server by ajv. YSCHEMA_KUBERNETES names a
# folder with definitions (crds), objects (manifests) and perhaps a swagger.json, of which more objects are made.
kubernetes() {
  folder=spec/fixtures/kubernetes
  count=3000
  if [ -n "${YSCHEMA_KUBERNETES-}" ]; then
    folder=$YSCHEMA_KUBERNETES
    count=13000
  fi
  step "Kubernetes" node --no-warnings spec/peers/kubernetes/run.mjs "$scratch" "$folder" "$count" \
    lua5.4 "$PWD/lua/bin/yschema"
}

# CEL: the tests of its specification, and random expressions with what another program makes of them. In mutated ones,
# the two may disagree only about what an expression is.
cel() {
  node spec/peers/cel/tests.mjs "$scratch" >"$scratch/cel-tests.jsonl" &&
    node spec/peers/cel/random.mjs "$scratch" 1 3000 >"$scratch/cel-random.jsonl" &&
    node spec/peers/cel/random.mjs "$scratch" 2 2000 mutate >>"$scratch/cel-random.jsonl" &&
    node spec/peers/cel/patterns.mjs "$scratch" 3 5000 >>"$scratch/cel-random.jsonl" ||
    { echo "FAILED: expressions of CEL"; failed=$((failed + 1)); return; }
  for runtime in lua5.4 luajit; do
    has "$runtime" || continue
    step "CEL's specification" "$runtime" spec/peers/cel/conformance.lua <"$scratch/cel-tests.jsonl"
    step "random expressions of CEL" "$runtime" spec/peers/cel/random.lua <"$scratch/cel-random.jsonl"
  done
  if [ -n "${YSCHEMA_CRDS-}" ]; then
    lua5.4 spec/peers/cel/rules.lua 20 1 "$YSCHEMA_CRDS"/* >"$scratch/cel-rules.jsonl"
    step "rules of definitions" node spec/peers/cel/compare.mjs "$scratch" <"$scratch/cel-rules.jsonl"
  fi
}

editor() {
  rm -rf "$scratch/editor"
  mkdir "$scratch/editor"
  lua5.4 spec/peers/editor.lua "$scratch/editor" ||
    { echo "FAILED: export"; failed=$((failed + 1)); return; }
  other=$scratch/node_modules/yaml-language-server/bin/yaml-language-server
  step "editor" node spec/peers/editor.mjs "$scratch/editor" "$other"
  step "completion" node spec/peers/completion.mjs "$scratch/completion" "$other" lua5.4 lua/bin/yschema lsp
}

# The library by which VS Code talks to language servers.
language_server() {
  rm -rf "$scratch/server"
  mkdir "$scratch/server"
  (
    cd "$scratch/server" || exit
    printf 'configurations:\n- {name: a, schema: [schema.yml], layers: [base.yml, site.yml]}\n' >.yschema.yml
    printf '#@data/values-schema\n---\n#@schema/validation min_len=1\nname: app\nport: 80\nhosts: [""]\n' >schema.yml
    printf 'port: 1\n' >base.yml
    printf "name: ''\nport: x\n" >site.yml
  )
  step "language server" env NODE_PATH="$scratch/node_modules" node spec/server/clients/vscode.cjs \
    "$scratch/server" lua5.4 lua/bin/yschema lsp
}

# A schema of 5000 keys.
large() {
  echo '#@data/values-schema'
  echo ---
  awk 'BEGIN { for (i = 1; i <= 5000; i++)
    printf "#@schema/desc \"</script><script>alert(%d)</script>\"\nkey_%d: %d\n", i, i, i }'
}

html_of() {
  lua5.4 lua/bin/yschema -f "$1" --schema-inspect -o html
}

page() {
  for name in chromium chromium-browser google-chrome; do
    has "$name" || continue
    large >"$scratch/large.yml"
    html_of spec/peers/schema.yml >"$scratch/page.html" &&
      html_of "$scratch/large.yml" >"$scratch/large.html" ||
      { echo "FAILED: no page"; failed=$((failed + 1)); return; }
    step "page" node spec/peers/page.mjs "$name" "$scratch/page.html" \
      "$scratch/large.html" "$scratch"
    return
  done
  skip "the page" "there is no chromium"
}

# The verdicts of the JSON Schema Test Suite in a folder.
suite_of() {
  YSCHEMA_JSON_SCHEMA_SUITE=$1 lua5.4 "$(command -v busted)" --ignore-lua --output=plainTerminal \
    --cpath="${YSCHEMA_BUILD:-build}/lua54/?.so" spec/importing/suite_spec.lua >"$scratch/suite" 2>&1
  cat "$scratch/suite"
  sed -n 's|^\([0-9]*\) success.* / \([0-9]*\) failure.* / \([0-9]*\) error.*|\1 \2 \3|p' "$scratch/suite" |
    { read -r good bad broken && echo "$good passed, $((bad + broken)) failed"; }
}

if [ -n "${YSCHEMA_JSON_SCHEMA_SUITE-}" ]; then
  step "JSON Schema Test Suite" suite_of "$YSCHEMA_JSON_SCHEMA_SUITE"
fi
if [ -n "${YSCHEMA_PROMETHEUS-}" ]; then
  step "Prometheus' files" lua5.4 spec/peers/upstream.lua prometheus "$YSCHEMA_PROMETHEUS"
  step "Prometheus' expressions" lua5.4 spec/peers/promql.lua "$YSCHEMA_PROMETHEUS"
fi
if [ -n "${YSCHEMA_ALERTMANAGER-}" ]; then
  step "Alertmanager's files" lua5.4 spec/peers/upstream.lua alertmanager "$YSCHEMA_ALERTMANAGER"
fi
if ! has node || ! has npm; then
  skip "everything" "there is no node or no npm"
else
  if install; then
    validate
    random
    imports
    kubernetes
    cel
    editor
    language_server
  else
    skip "JSON Schema, OpenAPI and the editor" "npm could not install its packages"
  fi
  page
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
