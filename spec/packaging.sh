#!/bin/sh
# packaging.sh - installs yschema with LuaRocks and with CMake, for both
# runtimes, into scratch folders, and uses what is there:
#
#   sh spec/packaging.sh
#
# LuaRocks knows no server meanwhile. The last line is `N passed, M failed, K
# skipped`.

set -u
cd "$(dirname "$0")/.." || exit 2

scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0
skipped=0
unset LUA_PATH LUA_CPATH LUA_PATH_5_4 LUA_CPATH_5_4 LUAROCKS_CONFIG

check() {
  what=$1
  shift
  if "$@" >"$scratch/out" 2>&1; then
    passed=$((passed + 1))
    echo "ok      $what"
    skipped=$((skipped + $(grep -cF '***' "$scratch/out")))
    grep -F '***' "$scratch/out"
  else
    failed=$((failed + 1))
    echo "FAILED  $what"
    tail -n 40 "$scratch/out"
  fi
}

# A checkout: LuaRocks builds in it.
src=$scratch/src
mkdir "$src"
tar -c --exclude=./.git --exclude='./build*' --exclude='*.o' --exclude='*.so' \
  . | tar -x -C "$src" || exit 2
cd "$src" || exit 2

# Runs the command on the quickstart's files, whose results are known.
quickstart() {
  (cd examples/gateway &&
    "$@" --env rules.lua -f schema.yml -f values.yml | cmp - expected/values.out &&
    { "$@" --env rules.lua -f schema.yml -f bad.yml 2>"$scratch/report"
      [ $? = 1 ]; } &&
    cmp "$scratch/report" expected/report.txt)
}

# Files of the working directory with the names of modules do not run.
runs_no_foreign_modules() (
  mkdir -p "$scratch/foreign" && cd "$scratch/foreign" || return
  printf '#@data/values-schema\n---\na: 1\n' >schema.yml
  for module in lfs argparse luv socket cjson yschema openssl.digest openssl.x509 luarocks.loader; do
    path=$(echo "$module" | tr . /)
    mkdir -p "$path"
    echo 'io.open("ran", "w"):close()' | tee "$path.lua" >"$path/init.lua"
  done
  for words in "-f schema.yml" "check -j 2 -f schema.yml schema.yml" "publish -f schema.yml --to etcd://127.0.0.1:1/c n" \
    lsp; do
    # shellcheck disable=SC2086 # they are words
    LUA_PATH='./?.lua;?.lua;;' "$@" $words </dev/null
    [ ! -e ran ] || return
  done
)

# ---- LuaRocks -----------------------------------------------------------------

# As on the page about installation, but without servers, and quicker to build.
more='rocks_servers = {}
variables = variables or {}
variables.CFLAGS = "-O0 -fPIC"'
echo "$more" >"$scratch/lua54.lua"
{ cat rocks/luajit.lua && echo "$more"; } >"$scratch/luajit.lua"

# rocks ARGUMENT...: luarocks for the version and the configuration at hand.
rocks() {
  LUAROCKS_CONFIG=$scratch/$folder.lua luarocks --lua-version "$version" "$@"
}

# Nothing but Lua's modules is where they are, and the packs.
modules_alone() {
  [ -z "$(find "$1/share/lua" "$1/lib/lua" -type f ! -name '*.lua' ! -name '*.so' \
    ! -path '*/yschema/packs/*.yml')" ]
}

# with_packs COMMAND...: the packs are found, and can be read.
with_packs() {
  packs=$("$@" packs | grep '^pack:') || return
  for pack in $packs; do "$@" inspect -q -f "$pack" || return; done
}

# The module by itself, with nothing else to be found.
alone() {
  LUA_PATH="$1/share/lua/$version/?.lua;$1/share/lua/$version/?/init.lua" \
    LUA_CPATH="$1/lib/lua/$version/?.so" "$lua" -e '
    local yschema = require "yschema"
    local schema = assert(yschema.load "#@data/values-schema\n---\na: 1\n")
    assert(schema:apply("a: 2").a == 2)
    print(yschema._VERSION)'
}

# The suite of the page's block runs without the one module that only digests need, as on a machine that has none, and
# with few random compositions: it has run here before.
without_openssl='package.preload["openssl.digest"] = function() error "it is not there" end'
export YSCHEMA_COMPOSITIONS=2 YSCHEMA_EACH=20 YSCHEMA_BUSTED=--exclude-tags=programs
# Of the commands, only some cases.
export YSCHEMA_WITHOUT='/(comparison|editing|fixing|fleet|importing|inference|migration|resty|server|testing)/|/pages_'

# Packs what is in a tree, and installs that in another one.
packed() {
  mkdir -p "$1-packed" &&
    (cd "$1-packed" && rocks --tree "$1" pack yschema &&
      rocks --tree "$1-packed" install --deps-mode=none ./yschema-*.rock) &&
    quickstart "$1-packed/bin/yschema" && with_packs "$1-packed/bin/yschema"
}

# The types of the module for editors lie beside it: below the folder that the Lua language
# server is given as a library.
described() {
  [ "$(head -n 1 "$1/share/lua/$version/yschema/meta.lua")" = "---@meta yschema" ]
}

licensed() {
  [ -n "$(find "$1" -name LICENSE -exec grep -l '^MIT License$' {} +)" ]
}

# The rockspecs of releases say what that of the checkout says: a spec sees to it.
with_luarocks() {
  version=$1 folder=$2 lua=$3
  tree=$scratch/trees/$folder
  for rockspec in rocks/*.rockspec; do
    check "LuaRocks, $lua: lint ${rockspec##*/}" rocks lint "$rockspec"
  done
  check "LuaRocks, $lua: make" \
    rocks --tree "$tree" make --deps-mode=none rocks/yschema-scm-1.rockspec
  check "LuaRocks, $lua: nothing but modules among the modules" modules_alone "$tree"
  check "LuaRocks, $lua: the licence is there" licensed "$tree"
  check "LuaRocks, $lua: editors find the definitions" described "$tree"
  check "LuaRocks, $lua: the module needs nothing else" alone "$tree"
  check "LuaRocks, $lua: the command, from its tree" quickstart "$tree/bin/yschema"
  check "LuaRocks, $lua: runs no modules of the working directory" runs_no_foreign_modules "$tree/bin/yschema"
  check "LuaRocks, $lua: the schemas that ship with it" with_packs "$tree/bin/yschema"
  check "LuaRocks, $lua: pack, and install the pack" packed "$tree"
}

# The modules for OpenResty are beside the others, and find them. nginx is tested with the checkout.
with_resty() {
  rocks --tree "$1" make --deps-mode=none rocks/lua-resty-yschema-scm-1.rockspec && modules_alone "$1" &&
    LUA_PATH="$1/share/lua/$version/?.lua;$1/share/lua/$version/?/init.lua" \
      LUA_CPATH="$1/lib/lua/$version/?.so" "$lua" -e '
      assert(require("resty.yschema.options.configuration").read({ schema = "schema.yml" }, {}))'
}

# The suite runs in a block of the page, below.
with_luarocks 5.4 lua54 lua5.4
with_luarocks 5.1 luajit luajit
check "LuaRocks, $lua: the rock for OpenResty" with_resty "$tree"

# ---- the page -------------------------------------------------------------------

# Each block of commands on the page about installation, word for word.
awk -v to="$scratch/block" '
  /^```sh$/ { file = to (++n); next }
  /^```$/ { file = "" }
  file { print >file }' examples/installation/README.md

for block in "$scratch"/block*; do
  check "installation: $(head -n 1 "$block")" env DESTDIR="$scratch/readme" \
    LUA_INIT="$without_openssl" PATH="$scratch/readme/usr/local/bin:$PATH" sh -e "$block"
done

# ---- CMake ----------------------------------------------------------------------

# all_there PREFIX: where each Lua looks, below the prefix.
all_there() {
  for version in 5.4 5.1; do
    [ -f "$1/share/lua/$version/yschema/init.lua" ] &&
      [ -f "$1/lib/lua/$version/yschema/core.so" ] || return 1
  done
  [ -x "$1/bin/yschema" ]
}

# By the command of the page about installation.
uninstalled() {
  grep -qF '    sudo xargs rm <build/install_manifest.txt' examples/installation/README.md &&
    cp build/install_manifest.txt "$scratch/manifest" &&
    cmake --install build --prefix "$scratch/gone" && xargs rm <build/install_manifest.txt &&
    cp "$scratch/manifest" build/install_manifest.txt && [ -z "$(find "$scratch/gone" ! -type d)" ]
}

from_link() {
  ln -sf "$1/bin/yschema" "$scratch/linked" && quickstart "$scratch/linked"
}

given_headers() {
  cmake -S . -B "$scratch/given-$2" -DLUA_INCDIR="$1" -DCMAKE_BUILD_TYPE=Debug &&
    cmake --build "$scratch/given-$2" --parallel "$(nproc)" &&
    cmake --install "$scratch/given-$2" --prefix "$scratch/given" &&
    [ -f "$scratch/given/lib/lua/$3/yschema/core.so" ] &&
    quickstart "$scratch/given/bin/yschema"
}

# refused WORDS FOLDER: the headers will not do.
refused() {
  ! cmake -S . -B "$scratch/refused" -DLUA_INCDIR="$2" >"$scratch/why" 2>&1 &&
    grep -q "$1" "$scratch/why"
}

headers_of() {
  pkg-config --cflags-only-I "$1" | sed 's/^-I//; s/ *$//'
}

prefix=$scratch/prefix
# The commands of the page have built it.
check "CMake: configure" cmake -S . -B build -DCMAKE_INSTALL_PREFIX="$prefix"
check "CMake: build" cmake --build build --parallel "$(nproc)"
check "CMake: install" cmake --install build
check "CMake: the folders of both runtimes" all_there "$prefix"
check "CMake: the licence is there" licensed "$prefix"
check "CMake: DESTDIR" env DESTDIR="$scratch/dest" \
  cmake --install build
check "CMake: the folders below DESTDIR" all_there "$scratch/dest$prefix"
check "CMake: the command" quickstart "$prefix/bin/yschema"
check "CMake: uninstalling leaves no file" uninstalled
check "CMake: the command, by a link" from_link "$prefix"
for lua in lua5.4 luajit; do
  version=5.4
  [ $lua = luajit ] && version=5.1
  check "CMake, $lua: the command" quickstart "$lua" "$prefix/bin/yschema"
  check "CMake, $lua: the schemas that ship with it" with_packs "$lua" "$prefix/bin/yschema"
  check "CMake, $lua: the module needs nothing else" alone "$prefix"
  check "CMake, $lua: the command, below DESTDIR" \
    quickstart "$lua" "$scratch/dest$prefix/bin/yschema"
done
check "CMake: LUA_INCDIR for Lua 5.4" \
  given_headers "$(headers_of lua5.4)" lua54 5.4
rm -rf "$scratch/given"
check "CMake: LUA_INCDIR for LuaJIT" \
  given_headers "$(headers_of luajit)" luajit 5.1
check "CMake: LUA_INCDIR without headers" refused "there is no lua.h" "$scratch"
printf '#define LUA_VERSION_NUM 503\n' >"$scratch/lua.h"
check "CMake: LUA_INCDIR of another Lua" refused "neither" "$scratch"

# ---- packages -------------------------------------------------------------------

# texts_there SHARE ZSH: the manual and the completions are below this folder, and work.
texts_there() {
  for shell in bash-completion/completions/yschema "$2" fish/vendor_completions.d/yschema.fish; do
    [ -s "$1/$shell" ] || { echo "no $shell" && return 1; }
  done
  bash -c ". '$1/bash-completion/completions/yschema' && complete -p yschema" || return
  for page in "" -check -explain -overlay -init -completion -man; do
    zcat -f "$1/man/man1/yschema$page.1"* >"$scratch/page" && [ -s "$scratch/page" ] || return 1
    if command -v groff; then
      groff -man -Tutf8 -ww "$scratch/page" 2>&1 >"$scratch/shown" | grep . && return 1
      grep -q "yschema $(yschema_version)" "$scratch/shown" || return 1
    else
      echo "*** groff is not installed: yschema$page.1 was NOT tried ***"
    fi
  done
}

yschema_version() { lua5.4 .cmake/texts.lua .; }

# A tree that runs wherever it is unpacked, also below a folder with a blank.
unpacked() {
  mkdir -p "$scratch/some where" &&
    tar -xzf build/packages/yschema-*.tar.gz -C "$scratch/some where" &&
    mv "$scratch/some where"/yschema-* "$scratch/some where/moved" &&
    quickstart "$scratch/some where/moved/bin/yschema" &&
    with_packs "$scratch/some where/moved/bin/yschema" &&
    texts_there "$scratch/some where/moved/share" zsh/site-functions/_yschema
}

deb=
in_root() { dpkg --root="$scratch/root" --force-depends --force-not-root "$@"; }

# Installed into a root of its own, with nothing left when it is removed.
deb_installs() {
  mkdir -p "$scratch/root/var/lib/dpkg/info" "$scratch/root/var/lib/dpkg/updates" &&
    touch "$scratch/root/var/lib/dpkg/status" && in_root -i "$deb" &&
    quickstart "$scratch/root/usr/bin/yschema" &&
    texts_there "$scratch/root/usr/share" zsh/vendor-completions/_yschema
}

deb_goes() {
  in_root -r yschema && [ -z "$(find "$scratch/root/usr" ! -type d 2>&1 | grep yschema)" ]
}

# The version is that of the command, the packages that it needs are here, and Lua finds the modules.
deb_fits() {
  [ "$(dpkg-deb -f "$deb" Version)" = "$(yschema_version)" ] || return 1
  for needed in lua5.4 lua-argparse lua-filesystem libyaml-0-2 libpcre2-8-0; do
    dpkg-deb -f "$deb" Depends | grep -q "$needed" || { echo "no $needed" && return 1; }
  done
  dpkg-deb -f "$deb" Suggests | grep -q lua-luv || { echo "yschema lsp needs lua-luv" && return 1; }
  dpkg --no-act -i "$deb" || return
  for version in 5.4 5.1; do
    lua=lua5.4
    [ $version = 5.1 ] && lua=luajit
    $lua -e 'print(package.cpath)' | tr ';' '\n' |
      grep -qx "/usr/lib/$(gcc -print-multiarch)/lua/$version/?.so" || return 1
    [ -f "$scratch/root/usr/lib/$(gcc -print-multiarch)/lua/$version/yschema/core.so" ] || return 1
  done
}

# The address of the package's maintainer is a placeholder.
deb_is_clean() {
  if ! command -v lintian; then
    echo "*** lintian is not installed: the package was NOT tried with it ***"
    return
  fi
  lintian --allow-root --fail-on error --suppress-tags bogus-mail-host "$deb"
}

check "CMake: the manual and completion are installed" \
  texts_there "$prefix/share" zsh/site-functions/_yschema
check "packages: made" cmake --build build --target package
check "packages: the tree runs wherever it is unpacked" unpacked
if command -v dpkg-deb >/dev/null; then
  deb=$(echo "$PWD"/build/packages/yschema_*.deb)
  check "packages: the Debian package installs and runs" deb_installs
  check "packages: the Debian package says what it needs" deb_fits
  check "packages: the Debian package is clean" deb_is_clean
  check "packages: the Debian package can be removed" deb_goes
else
  skipped=$((skipped + 1))
  echo "*** there is no dpkg-deb: the Debian package was NOT made ***"
fi

# ---- the standalone program -----------------------------------------------------

program=$PWD/build/standalone/yschema
empty=$scratch/empty

# in_empty ARGUMENT...: the program, in a root that has nothing but it and the files in /w.
in_empty() { chroot "$empty" /yschema "$@"; }

# Packages, processes and code in an empty root: what needs files or libraries elsewhere.
runs_in_nothing() {
  mkdir -p "$empty/w" && cp "$program" "$empty/yschema" && cp -r examples/gateway/. "$empty/w" &&
    in_empty --env /w/rules.lua -f /w/schema.yml -f /w/values.yml | cmp - examples/gateway/expected/values.out &&
    in_empty check -q -j 2 --env /w/rules.lua -f /w/schema.yml /w/values.yml || return 1
  printf '#@ load("@ytt:sha256", "sha256")\n#@data/values-schema\n---\na: #@ sha256.sum("x")\n' \
    >"$empty/w/digest.yml"
  echo 'services: [{name: a, host: h, port: 70000}]' >"$empty/w/kong.yml"
  in_empty packs | grep -q pack:kong || return 1
  in_empty check -f pack:kong /w/kong.yml 2>&1 | grep -q 'services\[0\].port' || return 1
  in_empty -f /w/digest.yml | grep -q 2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881 || return 1
  printf 'Content-Length: 58\r\n\r\n{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}' |
    in_empty lsp 2>/dev/null | grep -aq '"capabilities"'
}

says_its_parts() {
  for part in "^yschema $(yschema_version)" "Lua 5.4" libyaml PCRE2 OpenSSL libuv LuaSocket LuaSec argparse glibc; do
    "$program" --version | grep -q "$part" || { echo "no $part" && return 1; }
  done
  "$program" --licenses >"$scratch/licenses" && grep -q "Permission is hereby granted" "$scratch/licenses" || return
  for part in yschema $("$program" --version | sed -n 's/^with \([^ ]*\).*/\1/p'); do
    grep -qx "==== $part" "$scratch/licenses" || { echo "no licence of $part" && return 1; }
  done
}

# The same files elsewhere give the same bytes; and no path of this machine is in them.
is_reproducible() {
  mkdir -p "$scratch/else where" && cp -r CMakeLists.txt .cmake csrc lua rocks "$scratch/else where" &&
    cmake -S "$scratch/else where" -B "$scratch/else where/out" &&
    cmake --build "$scratch/else where/out" --target standalone --parallel "$(nproc)" &&
    cmp "$program" "$scratch/else where/out/standalone/yschema" && ! grep -aqF "$scratch" "$program"
}

# As the action in GitHub runs it.
in_action() {
  PROGRAM=$program ARGUMENTS="-f schema.yml 'a b.yml'" sh -c '
    mkdir -p "$1" && cd "$1" && printf "#@data/values-schema\n---\na: 1\n" >schema.yml && echo "a: x" >"a b.yml" &&
      sh "$2/.github/actions/yschema/check.sh"' sh "$scratch/action" "$PWD" >"$scratch/action.out"
  [ $? = 1 ] && grep -q "^::error file=a b.yml,line=1" "$scratch/action.out"
}

# ---- the library for C ------------------------------------------------------------

# Programs find it by pkg-config, and see nothing but the functions of its header.
library_installs() {
  cmake --install build --component library --prefix "$scratch/library" &&
    [ -z "$(nm -D --defined-only "$scratch/library/lib/libyschema.so" | awk '{ print $3 }' | grep -v '^yschema_')" ]
}

with_library() {
  LD_LIBRARY_PATH=$scratch/library/lib PKG_CONFIG_PATH=$scratch/library/lib/pkgconfig \
    PKG_CONFIG_SYSROOT_DIR= PYTHONDONTWRITEBYTECODE=1 "$@"
}

# The schema and the values of the page, and what it shows.
runs_examples() {
  folder=$scratch/c-library
  mkdir -p "$folder" && cp examples/c-library/* "$folder" && cd "$folder" || return 1
  for name in schema.yml values.yml schema.json settings.yml; do
    awk -v name="$name" '$0 ~ "^```[a-z]* " name "$" { on = 1; next } /^```$/ { on = 0 } on' README.md >"$name"
  done
  sed -n 's/^    \(values.yml:.*\)/\1/p' README.md >expected
  # shellcheck disable=SC2046 # the options are words
  cc -Wall -Wextra -Werror -I"$scratch/library/include" -o check check.c -L"$scratch/library/lib" -lyschema || return 1
  with_library ./check schema.yml values.yml >shown
  [ $? = 1 ] && cmp shown expected || return 1
  sed -n 's/^    \(s[a-z]*\.[a-z]*:[0-9].*\)/\1/p' README.md >expected
  with_library ./check schema.json settings.yml >shown
  [ $? = 1 ] && cmp shown expected
}

# Tests programs with the library, also while allocations fail. The archive is linked, with Lua's.
library_tests() {
  with_library cc -Wall -Wextra -Werror -Icsrc -o "$scratch/library/test" spec/host/test_library.c \
    -Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc build/library/libyschema.a \
    -Wl,-Bstatic $(pkg-config --libs lua5.4 yaml-0.1 libpcre2-8) -Wl,-Bdynamic -lm -ldl -lpthread &&
    "$scratch/library/test" && OOM_STRIDE=41 "$scratch/library/test" allocations
}

# Each function of the header with invalid arguments, also from within a function that the schema calls.
library_calls() {
  lua5.4 spec/host/header_calls.lua csrc/host/library/yschema.h >"$scratch/library/calls.c" &&
    cc -Wall -Wextra -Werror -I"$scratch/library/include" -o "$scratch/library/calls" "$scratch/library/calls.c" \
      -L"$scratch/library/lib" -lyschema && with_library "$scratch/library/calls"
}

# The package installs what programs are built with, at the places of /usr.
library_package() {
  cmake --build build --target library-package && mkdir -p "$scratch/dev" &&
    dpkg-deb -x "$(echo "$PWD"/build/packages/libyschema-dev_*.deb)" "$scratch/dev" &&
    [ -f "$scratch/dev/usr/include/yschema.h" ] && [ -f "$(echo "$scratch"/dev/usr/lib*/libyschema.so.0)" ] &&
    grep -qx "prefix=/usr" "$(find "$scratch/dev" -name yschema.pc)"
}

check "library: made" cmake --build build --target library --parallel "$(nproc)"
check "library: installed" library_installs
check "library: its tests" library_tests
check "library: invalid arguments of each function" library_calls
command -v dpkg-deb >/dev/null && check "library: the Debian package" library_package
check "library: the examples" runs_examples
cd "$src" || exit 2

check "standalone: made" cmake --build build --target standalone --parallel "$(nproc)"
if [ "$(id -u)" = 0 ]; then
  check "standalone: runs in an empty root" runs_in_nothing
  check "standalone: publishes to etcd from an empty root" lua5.4 spec/host/etcd.lua "$program" "$scratch/publisher"
else
  skipped=$((skipped + 1))
  echo "*** only root can try the standalone program in an empty root ***"
fi
check "standalone: the quickstart" quickstart "$program"
check "standalone: runs no modules of the working directory" runs_no_foreign_modules "$program"
check "standalone: says what is inside" says_its_parts
check "standalone: the action for GitHub" in_action
check "standalone: made elsewhere it is the same" is_reproducible

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
