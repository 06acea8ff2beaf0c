#!/bin/sh
# build.sh FOLDER: builds the standalone program of this checkout into a folder.
set -eu
checkout=$(cd "$(dirname "$0")/../../.." && pwd)
folder=$1
as_root=
[ "$(id -u)" = 0 ] || as_root=sudo
# shellcheck disable=SC2086 # no word at all, if this is root
$as_root apt-get update -q
# shellcheck disable=SC2046,SC2086 # the names are words
$as_root apt-get install -y -q --no-install-recommends gcc libc6-dev make cmake pkg-config \
  $(sed -n 's/^standalone_packages="\(.*\)"$/\1/p' "$checkout/spec/support/packages.sh")
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
cmake -S "$checkout" -B "$build"
cmake --build "$build" --target standalone --parallel "$(nproc)"
mkdir -p "$folder"
cp "$build/standalone/yschema" "$folder/yschema"
