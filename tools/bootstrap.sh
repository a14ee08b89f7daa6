#!/usr/bin/env bash
# Installs what a Latewood build needs and this machine lacks, and nothing else.
#
#   tools/bootstrap.sh          what `make test` needs: a build, a browser, npm packages
#   tools/bootstrap.sh build    what a build needs, such as that of `make run`
#   tools/bootstrap.sh clang    also what `make check-clang` needs
#   tools/bootstrap.sh fuzz     also what `make fuzz` needs
#   tools/bootstrap.sh package  also what `make deb` needs
#   tools/bootstrap.sh format   also what `make format` needs
#   tools/bootstrap.sh tidy     also what `make tidy` needs
#
# Debian packages come from apt. The BLAKE3 sources are inside a package whose
# dependencies nobody wants, so that one is downloaded and unpacked, not installed.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(g++ cmake ninja-build ccache python3 patch libssl-dev libsqlite3-dev libpq-dev libzstd-dev zlib1g-dev libbrotli-dev postgresql libgtest-dev librapidcheck-dev libcli11-dev)
# The server needs Boost's headers, 1.81 or newer. Debian's packages of two versions exclude each other, and something
# else may need the one that is installed, so that is never removed.
boost_version=$(cat /usr/local/include/boost/version.hpp /usr/include/boost/version.hpp 2>/dev/null |
  awk '/^#define BOOST_VERSION /{print $3}' | sort -n | tail -n 1) || true
if [ "${boost_version:-0}" -lt 108100 ]; then
  old_boost=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' 'libboost1.*-dev' 2>/dev/null | awk '$2 == "installed" {print $1; exit}') || true
  if [ -n "$old_boost" ]; then
    echo "bootstrap: $old_boost is installed, and the server needs Boost 1.81 or newer: remove it, or put a newer Boost into /usr/local" >&2
    exit 1
  fi
  packages+=(libboost1.81-dev)
fi
# The benchmarks run in the tests for their results, and their instructions are counted.
packages+=(libpugixml-dev rapidjson-dev libsimdjson-dev libgit2-dev valgrind)
# The completion scripts are tried in their shells.
packages+=(zsh fish)
# The Python package, and what tests it. Without the headers it is not built, without the others its tests are skipped.
packages+=(python3-dev python3-venv python3-pytest mypy)
# The types of the vendors' libraries and the clients of MCP run with these, wherever they come from.
command -v node >/dev/null || packages+=(nodejs)
command -v npm >/dev/null || packages+=(npm)
for extra in "$@"; do
  case "$extra" in
    build) ;;
    clang) packages+=(clang-14) ;;
    fuzz) packages+=(clang-14 libclang-rt-14-dev) ;;
    package) packages+=(dpkg-dev) ;;
    format) packages+=(clang-format) ;;
    tidy) packages+=(clang-tidy) ;;
    *) echo "bootstrap: unknown set '$extra' (known: build, clang, fuzz, package, format, tidy)" >&2; exit 2 ;;
  esac
done

blake3_package=librust-blake3-dev
blake3_dir=build/deps/blake3

installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

may_be_root() { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }

# apt's package lists may be missing or old on a fresh machine, so a failed try is
# repeated once after an update.
with_fresh_lists() {
  "$@" >>build/bootstrap.log 2>&1 && return 0
  as_root apt-get update >>build/bootstrap.log 2>&1 || true
  "$@" >>build/bootstrap.log 2>&1
}

# Debian's package starts a server for the whole machine when it is installed. The tests start
# their own, so that one is declined while the package comes in; a server that exists is left alone.
without_system_server() {
  local decline=/etc/postgresql-common/createcluster.d/latewood-bootstrap.conf
  as_root mkdir -p "$(dirname "$decline")"
  echo "create_main_cluster = false" | as_root tee "$decline" >/dev/null
  local status=0
  "$@" || status=$?
  as_root rm -f "$decline"
  return $status
}

install_missing() {
  local missing=()
  for package in "${packages[@]}"; do installed "$package" || missing+=("$package"); done
  [ ${#missing[@]} -gt 0 ] || return 0
  if ! may_be_root; then
    echo "bootstrap: these packages are missing and this user may not install them:" >&2
    echo "  apt-get install ${missing[*]}" >&2
    exit 1
  fi
  echo "bootstrap: installing ${missing[*]}"
  without_system_server with_fresh_lists as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}" || {
    echo "bootstrap: apt could not install them; the log is build/bootstrap.log" >&2
    exit 1
  }
}

fetch_blake3() {
  installed libblake3-dev && return 0
  [ -f "$blake3_dir/blake3.h" ] && return 0
  local work
  work=$(mktemp -d)
  trap 'rm -rf "$work"' RETURN
  echo "bootstrap: unpacking the BLAKE3 sources from $blake3_package"
  (root=$PWD; cd "$work" && with_download "$root") || {
    echo "bootstrap: could not download $blake3_package; the log is build/bootstrap.log" >&2
    exit 1
  }
  dpkg -x "$work"/${blake3_package}_*.deb "$work/unpacked"
  local sources
  sources=$(dirname "$(find "$work/unpacked" -path '*/c/blake3.h' | head -n 1)")
  mkdir -p "$blake3_dir.new"
  cp "$sources"/*.c "$sources"/*.h "$sources"/*_unix.S "$blake3_dir.new/"
  mv "$blake3_dir.new" "$blake3_dir"
}

with_download() {
  local log=$1/build/bootstrap.log
  apt-get download "$blake3_package" >>"$log" 2>&1 && return 0
  as_root apt-get update >>"$log" 2>&1 || true
  apt-get download "$blake3_package" >>"$log" 2>&1
}

# The files for exact token counts, from the ranks of the npm package. Without npm the build works too: only estimates
# of tokens are there then.
make_token_ranks() {
  local package=build/deps/tokens/node_modules/js-tiktoken
  local output=build/share/latewood
  [ -f "$package/package.json" ] || return 0
  cmp -s "$package/package.json" "$output/js-tiktoken.json" && return 0
  echo "bootstrap: making the ranks of tokens"
  tools/token_ranks.py "$package" "$output"
  cp "$package/package.json" "$output/js-tiktoken.json"
}

# The inspector is tested in this browser. It is large, and no build needs it: without it the test is skipped.
install_browser() {
  command -v chromium >/dev/null || command -v google-chrome >/dev/null || ! may_be_root && return 0
  echo "bootstrap: installing chromium"
  with_fresh_lists as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium ||
    echo "bootstrap: apt could not install chromium; the test of the inspector will be skipped"
}

mkdir -p build/deps
if ! command -v apt-get >/dev/null; then
  echo "bootstrap: no apt-get here; install these yourself: ${packages[*]} and libblake3" >&2
  exit 0
fi
install_missing
fetch_blake3
# The rest is for tests alone, and takes longer than all of the above.
[ $# = 0 ] || exit 0
install_browser
tools/npm_packages.sh tests/vendor "the check against the vendors' types"
tools/npm_packages.sh tests/mcp "the check with the clients of MCP"
tools/npm_packages.sh tests/proxy "the check of the proxy with the clients of vendors"
tools/npm_packages.sh tests/server "the check of the OpenAPI document by another program"
tools/npm_packages.sh tests/conformance "the conformance suite of MCP"
tools/npm_packages.sh tests/tokens "the check against js-tiktoken"
make_token_ranks
tools/npm_packages.sh tests/node "the addon for Node.js and its tests"
tools/npm_packages.sh tests/newer_node "the run of those tests on the newest Node.js"
tools/npm_packages.sh tests/web "the tests of the inspector"
