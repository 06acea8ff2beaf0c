#!/bin/sh
# build.sh - builds the core for LuaRocks, build/luarocks/core.so, and the command, which names the
# Lua that runs it. One folder of sources after the other on each processor, with a line for each of
# them.
#
# From the rockspec: LUA (the path of Lua), CC, CFLAGS, INCLUDES (words for the compiler), LIBFLAG,
# LIBS (for the linker).

set -eu
export CC CFLAGS INCLUDES

out=build/luarocks
rm -rf "$out"
mkdir -p "$out"
# shellcheck disable=SC2016 # the shells of xargs read them
for folder in csrc/core/*/ csrc/lua/*/; do echo "${folder%/}"; done |
  xargs -P "$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)" -I '{}' sh -eu -c '
    echo "compiling {}"
    mkdir -p "$1/{}"
    for source in {}/*.c; do
      $CC $CFLAGS $INCLUDES -Icsrc -c -o "$1/${source%.c}.o" "$source"
    done' sh "$out"
echo "linking $out/core.so"
# shellcheck disable=SC2086 # options are words
$CC $LIBFLAG -o "$out/core.so" "$out"/csrc/*/*/*.o $LIBS
sed "1s|^#!.*|#!${LUA:-/usr/bin/env lua}|" lua/bin/yschema >"$out/yschema"
