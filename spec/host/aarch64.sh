#!/bin/sh
# aarch64.sh - makes the standalone program and the wheel for aarch64 as the pages about installation and
# Python say, and runs both with QEMU, the program in an empty root. It installs packages of another
# architecture, so it is for a minimal Debian, by hand:
#
#   .ci/bare make && .ci/bare run sh spec/host/aarch64.sh

set -eu
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export DEBIAN_FRONTEND=noninteractive

# commands PAGE: the indented lines below the heading `### aarch64`.
commands() {
  awk '/^### aarch64$/ { on = 1; next } /^##/ { on = 0 } on && sub(/^    /, "")' "$1" |
    sed 's/^apt install/apt-get install -y -q --no-install-recommends/; s/apt update/apt-get -q update/' \
      >"$folder/commands"
  [ -s "$folder/commands" ] || { echo "$1 has no commands for aarch64" >&2 && exit 1; }
  cat "$folder/commands"
}

install() { apt-get install -y -q --no-install-recommends "$@"; }

commands examples/installation/README.md >"$folder/all"
echo install python3-build python3-setuptools python3-wheel >>"$folder/all"
commands examples/python/README.md >>"$folder/all"
. "$folder/all"
install qemu-user-static binutils

# ---- the program --------------------------------------------------------------------

root=$folder/root
mkdir "$root"
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

# ---- the wheel ----------------------------------------------------------------------

# Python for aarch64, with what it needs, unpacked into a folder.
python=$folder/python
mkdir "$python" "$folder/debs"
(cd "$folder/debs" && apt-get -q -o APT::Sandbox::User=root download libc6:arm64 libcrypt1:arm64 libexpat1:arm64 libffi8:arm64 \
  libpython3.11-minimal:arm64 libpython3.11-stdlib:arm64 python3.11-minimal:arm64 zlib1g:arm64)
for deb in "$folder"/debs/*.deb; do dpkg-deb --extract "$deb" "$python"; done

for file in build-aarch64/packages/*.whl; do
  case $file in
  *-py3-none-manylinux_2_36_aarch64.whl) ;;
  *) echo "the wheel's name is $file" >&2 && exit 1 ;;
  esac
  python3 -m zipfile -e "$file" "$folder/wheel"
done
for file in "$folder"/wheel/yschema/*.so.* "$folder/wheel/yschema/bin/yschema"; do
  readelf -h "$file" | grep -q AArch64 || { echo "$file is not for aarch64" >&2 && exit 1; }
done
# All tests but those of the command, which the kernel would have to run.
PYTHONPATH="$folder/wheel" qemu-aarch64-static -L "$python" "$python/usr/bin/python3.11" \
  spec/python/test_package.py Values Violations Functions Lives JsonSchemas
echo "the wheel for aarch64 runs"
