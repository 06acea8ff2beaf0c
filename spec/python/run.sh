#!/bin/sh
# run.sh - makes the wheel, installs it into fresh environments of Python, and tests it there.
#
#   sh spec/python/run.sh
#
# Debian: python3-venv, python3-build, python3-setuptools, python3-wheel, mypy; and those of the standalone program.
# YSCHEMA_EACH=N: each Nth of the cases runs by the command of the wheel (20). The last line is `N passed, M failed`.

cd "$(dirname "$0")/../.." || exit 2
set -u
. spec/support/packages.sh
# shellcheck disable=SC2086 # the names are words
need $standalone_packages $python_packages

. spec/support/checks.sh

make_wheel() {
  [ -f build/CMakeCache.txt ] || cmake -S . -B build
  rm -f build/packages/*.whl
  cmake --build build --target wheel lua54 --parallel "$(nproc)"
}

# install FOLDER: a fresh environment with the wheel, without a network.
install() {
  /usr/bin/python3 -m venv "$1" && "$1/bin/pip" install --quiet --no-index build/packages/*.whl
}

# The name says which systems can run it.
names_its_system() {
  libc=$(getconf GNU_LIBC_VERSION | sed 's/glibc /manylinux_/; s/\./_/')
  ls build/packages/yschema-*-py3-none-"${libc}_$(uname -m)".whl
}

# Nothing of Debian's Lua, libyaml or PCRE2 is used: the libraries are those of the package.
uses_its_own_libraries() {
  "$scratch/env/bin/python" -c '
import yschema
for line in open("/proc/self/maps"):
    if any(name in line for name in ("liblua", "libyaml", "libpcre2")):
        assert "/site-packages/yschema/" in line, line'
}

has_metadata() {
  "$scratch/env/bin/pip" show --files yschema >"$scratch/shown" && grep -q "yschema/licenses/Lua" "$scratch/shown" &&
    grep -q "^License: MIT" "$scratch/shown" && "$scratch/env/bin/pip" check
}

# The same files elsewhere give the same bytes.
is_reproducible() {
  cp build/packages/*.whl "$scratch" && make_wheel && cmp "$scratch"/*.whl build/packages/*.whl
}

writes_compositions() { lua5.4 spec/properties/written.lua 500 >"$scratch/written"; }

cases_by_its_command() {
  PATH="$scratch/env/bin:$PATH" YSCHEMA_EACH="${YSCHEMA_EACH:-20}" lua5.4 "$(command -v busted)" --ignore-lua \
    --output=plainTerminal --cpath="build/lua54/?.so" --helper=spec/support/installed.lua spec/cases_spec.lua
}

# The files of the page, and what it shows.
shows_its_page() (
  mkdir "$scratch/page" && page=$PWD/examples/python/README.md && cd "$scratch/page" || exit 1
  for name in schema.yml values.yml app.py; do
    awk -v name="$name" '$0 ~ "^```[a-z]* " name "$" { on = 1; next } /^```$/ { on = 0 } on' "$page" >"$name"
  done
  sed -n '/^    \$ env\/bin\/python app.py$/,/^$/ { s/^    //; /^\$/d; /./p; }' "$page" >expected
  [ "$(wc -l <expected)" = 3 ] && ../env/bin/python app.py >shown && cmp shown expected
)

# cut FILE SIZE: the beginning of a file of the package.
cut() { head -c "$2" "$scratch/env/lib/python3"*/site-packages/yschema/"$1" >"$cut/$1"; }

# A package that was cut short says so, and does not end the process.
says_what_is_missing() {
  install "$scratch/cut" && cut=$(echo "$scratch"/cut/lib/python3*/site-packages/yschema) || return
  for size in 0 60 1000 100000; do
    for name in libyaml-0.so.2 liblua5.4.so.0 libyschema.so.0; do
      cut $name $size && "$scratch/cut/bin/python" -c '
import sys
try:
    import yschema
except ImportError as error:
    assert sys.argv[1] in str(error) and "install" in str(error), error
else:
    raise SystemExit("imported")' $name && cut $name 100000000 || return
    done
    cut bin/yschema $size && ! "$scratch/cut/bin/yschema" --version 2>"$scratch/said" &&
      grep "^yschema: Error: .*bin/yschema.*install it again$" "$scratch/said" && [ "$(wc -l <"$scratch/said")" = 1 ] ||
      return
  done
  rm "$cut/bin/yschema" && ! "$scratch/cut/bin/python" -m yschema 2>"$scratch/said" &&
    grep "^yschema: Error: .*No such file.*install it again$" "$scratch/said"
}

goes_away() {
  "$scratch/env/bin/pip" uninstall --quiet --yes yschema && ! ls "$scratch"/env/lib/python3*/site-packages/yschema
}

check "the wheel is made" make_wheel
check "its name" names_its_system
check "it is made again byte by byte" is_reproducible
check "it installs into a fresh environment" install "$scratch/env"
check "it has all it needs inside" uses_its_own_libraries
check "its metadata" has_metadata
check "the package" "$scratch/env/bin/python" spec/python/test_package.py
check "random compositions are written" writes_compositions
check "random compositions" env YSCHEMA_WRITTEN="$scratch/written" "$scratch/env/bin/python" \
  spec/python/test_compositions.py
check "its own types" mypy --strict --cache-dir "$scratch/mypy" csrc/host/python/yschema
check "types of programs" env MYPYPATH=csrc/host/python mypy --strict --cache-dir "$scratch/mypy" \
  spec/python/test_types.py
check "its page" shows_its_page
check "cases by its command" cases_by_its_command
check "without its library" says_what_is_missing
check "it goes away" goes_away

checked
