# shellcheck shell=sh disable=SC2034
# packages.sh - what a machine must have, and how it gets it. To be sourced, at
# the top of the checkout.
#
#   need PACKAGE...   installs what is missing of these Debian packages, when
#                     that is possible; otherwise prints the command that does,
#                     and exits with status 2.
#   want PACKAGE...   installs these when that is possible, and goes on without those that are not available.
#   announce WORDS PACKAGE...
#                     prints the words, and the packages that will be installed.
#   demand NEEDED WANTED
#                     two lists of packages. Where packages cannot be installed, prints one command
#                     for all that are missing, and exits with status 2 if a needed one is.

. spec/support/progress.sh

# asks LUA MODULE: whether it is where this Lua looks by itself.
asks() {
  env -u LUA_PATH -u LUA_CPATH -u LUA_PATH_5_4 -u LUA_CPATH_5_4 \
    "$1" -e "require '$2'"
}

# Whether a package's purpose is served, no matter by which package.
have() {
  case $1 in
  libc6-dev) [ -e /usr/include/stdlib.h ] ;;
  pkg-config) command -v pkg-config ;;
  libyaml-dev) pkg-config --exists yaml-0.1 ;;
  libpcre2-dev) pkg-config --exists libpcre2-8 ;;
  liblua5.4-dev) pkg-config --exists lua5.4 ;;
  libluajit2-5.1-dev) pkg-config --exists luajit ;;
  luajit2) command -v luajit ;;
  lua-busted) command -v busted ;;
  lua-check) command -v luacheck ;;
  lua-ldoc) command -v ldoc ;;
  lua-argparse) asks lua5.4 argparse ;;
  lua-filesystem) asks lua5.4 lfs ;;
  procps) command -v ps ;;
  lua-cjson) asks luajit cjson && asks lua5.4 cjson ;;
  lua-yaml) asks lua5.4 lyaml ;;
  libnginx-mod-http-lua) [ -e "$nginx_modules/ngx_http_lua_module.so" ] ;;
  nginx) command -v nginx || [ -x /usr/sbin/nginx ] ;;
  lua-luaossl) asks lua5.4 openssl.digest ;;
  lua-filesystem-dev) pkg-config --exists lua5.4-filesystem ;;
  lua-luv-dev) pkg-config --exists lua5.4-luv ;;
  lua-luaossl-dev) pkg-config --exists lua5.4-luaossl ;;
  lua-socket-dev) pkg-config --exists lua5.4-socket ;;
  lua-sec-dev) pkg-config --exists lua5.4-sec ;;
  libssl-dev) pkg-config --exists libssl ;;
  libuv1-dev) pkg-config --exists libuv ;;
  lua-luv) asks lua5.4 luv ;;
  lua-socket) asks lua5.4 socket ;;
  lua-sec) asks lua5.4 ssl ;;
  etcd-server) command -v etcd ;;
  etcd-client) command -v etcdctl ;;
  groff-base) command -v groff ;;
  neovim) command -v nvim ;;
  emacs-nox) command -v emacs ;;
  prometheus) command -v promtool ;;
  prometheus-alertmanager) command -v amtool ;;
  elpa-eglot) [ -n "$(find /usr/share/emacs -path '*/eglot-*' -name 'eglot.el*' | head -n 1)" ] ;;
  libxml2-utils) command -v xmllint ;;
  gcc-12-multilib) [ -e "$(dirname "$(gcc -print-libgcc-file-name)")/32/libgcc.a" ] ;;
  libc6-dev-i386) [ -e /usr/lib32/libc.a ] ;;
  dpkg-dev) command -v dpkg-source ;;
  emscripten) command -v emcc ;;
  nodejs) command -v node ;;
  node-typescript) command -v tsc ;;
  python3-venv) /usr/bin/python3 -c "import ensurepip" ;;
  python3-build) /usr/bin/python3 -c "import build" ;;
  python3-setuptools) /usr/bin/python3 -c "import setuptools" ;;
  python3-wheel) /usr/bin/python3 -c "import wheel" ;;
  libclang-rt-14-dev) [ -n "$(find /usr/lib -name 'libclang_rt.asan-*.a')" ] ;;
  *) command -v "$1" ;;
  esac >/dev/null 2>&1
}

missing_of() {
  for package; do
    have "$package" || printf ' %s' "$package"
  done
}

# install PACKAGE...: with Debian's package manager.
install() {
  DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@"
}

# A fresh system has no lists of packages yet.
install_with_lists() {
  install "$@" || { apt-get update -q && install "$@"; }
}

can_install() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null
}

announce() {
  echo "$1"
  shift
  missing=$(missing_of "$@")
  if [ -z "$missing" ]; then
    echo "The Debian packages that it needs are installed."
  elif can_install; then
    echo "First it installs $(echo "$missing" | wc -w) Debian packages:$missing" | fold -s -w 100
  fi
}

demand() {
  can_install && return
  # shellcheck disable=SC2086 # the names are words
  missing=$(missing_of $1) wanted=$(missing_of $2)
  [ -n "$missing$wanted" ] || return 0
  if [ -n "$missing" ]; then
    echo "Packages are missing. On Debian or Ubuntu, this line installs them; then start this again:" >&2
  else
    echo "Tests of programs that are missing are skipped. On Debian or Ubuntu, this line installs them:" >&2
  fi
  echo "  sudo apt-get update && sudo apt-get install --no-install-recommends$missing$wanted" >&2
  [ -z "$missing" ] || exit 2
}

need() {
  demand "$*" ""
  missing=$(missing_of "$@")
  [ -z "$missing" ] && return
  progress "installing:$missing"
  install_log=$(mktemp)
  # shellcheck disable=SC2086 # the names are words
  if ! with_progress "installing" "$install_log" install_with_lists $missing; then
    cat "$install_log" >&2
    rm -f "$install_log"
    echo "could not install$missing" >&2
    exit 2
  fi
  rm -f "$install_log"
}

# Tests that need a package that is missing are skipped, and counted. One by one, if not all can be
# installed together.
want() {
  missing=$(missing_of "$@")
  [ -z "$missing" ] && return
  # shellcheck disable=SC2086
  if ! can_install || (need $missing) 2>/dev/null; then return; fi
  for package in $missing; do
    (need "$package") || echo "*** there is no $package: what needs it is NOT tested ***"
  done
}

# These build the module for Lua 5.4, and run the command.
quick_packages="gcc libc6-dev make cmake pkg-config libyaml-dev libpcre2-dev
  lua5.4 liblua5.4-dev lua-argparse lua-filesystem"

# These build it for LuaJIT, too.
build_packages="$quick_packages luajit2 libluajit2-5.1-dev"

# Packages whose archives and Lua modules are in the standalone program.
standalone_packages="lua5.4 liblua5.4-dev libyaml-dev libpcre2-dev libssl-dev libuv1-dev lua-argparse lua-luaossl lua-filesystem-dev lua-luv-dev lua-luaossl-dev lua-socket lua-socket-dev lua-sec lua-sec-dev"

# Packages that make the package for Python, and test it.
python_packages="python3-venv python3-build python3-setuptools python3-wheel mypy"

# These make the package for JavaScript, and run it.
npm_packages="emscripten dpkg-dev nodejs npm node-typescript unzip lua5.4 liblua5.4-dev lua-argparse lua-filesystem-dev"

# Packages that only the tests need.
test_packages="lua-busted lua-check lua-yaml lua-luaossl lua-cjson lua-luv lua5.1 libxml2-utils parallel git
  patch procps"

# Packages of a fleet: the store, its clients, and a program that signs.
fleet_packages="etcd-server etcd-client lua-socket lua-sec lua-luaossl openssl curl"

# nginx with Lua, and what asks it. It needs luajit2: luajit and
# libluajit-5.1-dev, which conflict with that, would remove it.
nginx_packages="nginx libnginx-mod-http-lua lua-cjson curl"
nginx_modules=/usr/lib/nginx/modules

# Shells whose completion is tried, what formats the manual, what runs the hook, editors, and a fleet of
# nginx nodes under load.
more_test_packages="zsh fish groff-base pre-commit wrk neovim emacs-nox elpa-eglot prometheus
  prometheus-alertmanager $fleet_packages
  $nginx_packages"
