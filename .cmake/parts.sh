#!/bin/sh
# parts.sh - gets the sources of the parts of yschema that Debian packages: Lua 5.4, libyaml, PCRE2 and
# LuaFileSystem, for builds that cannot link this system's libraries (.cmake/parts.cmake):
#
#   sh .cmake/parts.sh FOLDER
#
# They are those of this Debian, with its changes and its signatures, by lists of sources in FOLDER: what is in
# /etc/apt stays as it is. Nothing is done if FOLDER has them already.

set -eu
mkdir -p "$1"
cd "$1"
[ ! -e complete ] || exit 0
rm -rf lua yaml pcre2 lfs apt unpacked
mkdir -p apt/lists/partial apt/cache/archives/partial unpacked

# get LIST: the sources, by a list of sources of packages.
get() {
  [ -s "$1" ] || { echo "apt has no list of Debian's packages: run apt-get update" >&2 && return 1; }
  cat >apt/apt.conf <<END
Dir::Etc::sourcelist "$PWD/$1";
Dir::Etc::sourceparts "/dev/null";
Dir::State::lists "$PWD/apt/lists";
Dir::Cache "$PWD/apt/cache";
APT::Sandbox::User "";
END
  APT_CONFIG="$PWD/apt/apt.conf"
  export APT_CONFIG
  apt-get -q update && cd unpacked || return
  if apt-get -q source lua5.4 libyaml pcre2 lua-filesystem; then cd ..; else cd .. && return 1; fi
}

apt-get indextargets --format "\$(ORIGIN) \$(REPO_URI) \$(RELEASE) \$(COMPONENT)" 'Created-By: Packages' |
  awk '$1 == "Debian" && $4 == "main" { print "deb-src", $2, $3, $4 }' | sort -u >apt/all.list
# A mirror may lack the sources of updates.
grep -v '[a-z]-[a-z]* main$' apt/all.list >apt/release.list || true
get apt/all.list || { rm -rf unpacked/* && get apt/release.list; }
cd unpacked
mv lua5.4-*/ ../lua
mv libyaml-*/ ../yaml
mv pcre2-*/ ../pcre2
mv lua-filesystem-*/ ../lfs
cd ..
rm -rf apt unpacked
touch complete
