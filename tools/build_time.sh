#!/usr/bin/env bash
# How much processor time a cold build takes: user and system time of every compiler and linker, without a compiler
# cache. What is built is a clone of the last commit, in a temporary folder.
#
#   tools/build_time.sh           `make run`, then what `make test` builds beyond it
#   tools/build_time.sh run       `make run` alone
set -euo pipefail
cd "$(dirname "$0")/.."
what="${1:-all}"
[[ "$what" =~ ^(all|run)$ ]] || { echo "usage: $0 [run]" >&2; exit 2; }
jobs="${JOBS:-$(nproc)}"

tools/bootstrap.sh build
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
git clone --quiet --no-hardlinks . "$scratch/clone"
mkdir "$scratch/clone/build"
cp -r build/deps "$scratch/clone/build/deps"
cd "$scratch/clone"
export CCACHE_DISABLE=1

# Sets `spent` to the seconds of processor time that all ended processes of this shell took. `times` has to run in this
# very shell: in a subshell it counts that one's.
spent=0
look() {
  times >"$scratch/times"
  spent="$(tail -n 1 "$scratch/times" | tr 'ms' '  ' | awk '{ print ($1 + $3) * 60 + $2 + $4 }')"
}

# Runs a command and prints a row: name, processor time, time by the clock.
measure() {
  local name="$1" clock="$SECONDS" before
  shift
  look
  before="$spent"
  "$@" >"$scratch/log" 2>&1 || { tail -n 40 "$scratch/log" >&2; exit 1; }
  look
  awk -v name="$name" -v now="$spent" -v before="$before" -v clock=$((SECONDS - clock)) \
    'BEGIN { printf "%-28s %8.1f min %8.1f min\n", name, (now - before) / 60, clock / 60 }'
}

printf '%-28s %12s %12s\n' "$(git rev-parse --short HEAD), $jobs jobs" "processor" "clock"
measure "configure" cmake --preset dev
measure "make run" cmake --build --preset dev -j "$jobs" --target latewood_cli
printf '%-28s %8.1f MB\n' "build/latewood" "$(stat -c %s build/latewood | awk '{ print $1 / 1e6 }')"
[ "$what" = all ] || exit 0
measure "make test, beyond make run" cmake --build --preset dev -j "$jobs"
awk -v seconds="$spent" 'BEGIN { printf "%-28s %8.1f min\n", "all of it", seconds / 60 }'
