#!/bin/sh
# Installs a build into a new folder and has a consumer find it there, by CMake and by pkg-config.
#
#   tests/package/check.sh BUILD_FOLDER CXX
set -eu
build=$1
cxx=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

DESTDIR='' cmake --install "$build" --prefix "$work/prefix" >"$work/log" || { cat "$work/log"; exit 1; }
expected='{"messages":[{"role":"user","content":"Hello"}]}'

check() {
  printed=$("$1" "$work/$2.db")
  [ "$printed" = "$expected" ] || { echo "$2: printed $printed"; exit 1; }
}

cmake -S "$here" -B "$work/cmake" -G Ninja -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_PREFIX_PATH="$work/prefix" >"$work/log" &&
  cmake --build "$work/cmake" >>"$work/log" || { cat "$work/log"; exit 1; }
check "$work/cmake/consumer" by_cmake

if command -v pkg-config >/dev/null; then
  PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name latewood.pc)")
  export PKG_CONFIG_PATH
  # The flags are words on purpose.
  # shellcheck disable=SC2046
  "$cxx" "$here/consumer.cc" -o "$work/by_pkg_config" $(pkg-config --cflags --libs latewood)
  check "$work/by_pkg_config" by_pkg_config
fi

# The program works from there, and brought its manual and its completions.
"$work/prefix/bin/latewood" --version >/dev/null
for file in share/man/man1/latewood.1 share/man/man1/latewood-select.1 share/bash-completion/completions/latewood \
  share/zsh/site-functions/_latewood share/fish/vendor_completions.d/latewood.fish; do
  [ -s "$work/prefix/$file" ] || { echo "$file is missing"; exit 1; }
done
