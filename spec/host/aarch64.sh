#!/bin/sh
# aarch64.sh - makes the standalone program for aarch64 as the page about installation says, and
# runs it with qemu in an empty root. It installs packages of another architecture, so it is for a
# minimal Debian, by hand:
#
#   .ci/bare make && .ci/bare run sh spec/host/aarch64.sh

set -eu
cd "$(dirname "$0")/../.."

awk '/^### For aarch64$/ { on = 1 } /^## / { on = 0 } on && sub(/^    /, "")' examples/installation/README.md |
  sed 's/^apt install/apt-get install -y -q --no-install-recommends/; s/apt update/apt-get -q update/' >/tmp/commands
DEBIAN_FRONTEND=noninteractive sh -ex /tmp/commands
DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends qemu-user-static

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
cp build-aarch64/standalone/yschema "$(command -v qemu-aarch64-static)" "$root"
cp -r examples/gateway "$root/w"
run() { chroot "$root" /qemu-aarch64-static /yschema "$@"; }

run --version
run --env /w/rules.lua -f /w/schema.yml -f /w/values.yml | cmp - examples/gateway/expected/values.out
run packs | grep -q pack:kong
printf '#@ load("@ytt:sha256", "sha256")\n#@data/values-schema\n---\na: #@ sha256.sum("x")\n' >"$root/digest.yml"
run -f /digest.yml | grep -q 2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881
printf 'Content-Length: 58\r\n\r\n{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}' |
  run lsp 2>/dev/null | grep -aq '"capabilities"'
echo "the program for aarch64 runs"
