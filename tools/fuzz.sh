#!/usr/bin/env bash
# Runs every fuzz target for some seconds and prints one line for each.
#
#   tools/fuzz.sh SECONDS [JOBS]
#
# JOBS targets run at once (default: 1). The corpus is copied first, so that the
# checked-in one stays as it is. Inputs that crash a target stay in
# build/fuzz/found/ with its log, and make this exit with 1.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! [[ "${1:-}" =~ ^[1-9][0-9]*$ && "${2:-1}" =~ ^[1-9][0-9]*$ ]]; then
  echo "usage: tools/fuzz.sh SECONDS [JOBS]" >&2
  exit 2
fi
export FUZZ_SECONDS=$1
jobs=${2:-1}

shopt -s nullglob
targets=(build/fuzz/fuzz/*_fuzz)
if [ ${#targets[@]} = 0 ]; then
  echo "fuzz: no targets in build/fuzz/fuzz: build the preset 'fuzz' first" >&2
  exit 2
fi

fuzz_one() {
  local name found runs
  name=$(basename "$1" _fuzz)
  found=build/fuzz/found/$name
  rm -rf "$found"
  mkdir -p "$found/corpus"
  cp -r "fuzz/corpus/$name/." "$found/corpus/"
  if ! "$1" "$found/corpus" -max_total_time="$FUZZ_SECONDS" -artifact_prefix="$found/" -print_final_stats=1 \
      >"$found/log" 2>&1; then
    echo "fuzz: $name: FAILED, see $found/log"
    return 1
  fi
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$found/log")
  echo "fuzz: $name: $runs runs in $FUZZ_SECONDS s, no fault"
}
export -f fuzz_one

# xargs exits with 123 if a target failed, after all of them have run.
printf '%s\0' "${targets[@]}" | xargs -0 -n 1 -P "$jobs" bash -c 'fuzz_one "$1"' fuzz_one || exit 1
