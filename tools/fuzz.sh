#!/usr/bin/env bash
# Runs every fuzz target for some seconds and prints one line for each.
#
#   tools/fuzz.sh SECONDS
#
# The corpus is copied first, so that the checked-in one stays as it is. Inputs
# that crash a target stay in build/fuzz/found/ with its log, and make this exit
# with 1.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! [[ "${1:-}" =~ ^[1-9][0-9]*$ ]]; then
  echo "usage: tools/fuzz.sh SECONDS" >&2
  exit 2
fi
seconds=$1

shopt -s nullglob
targets=(build/fuzz/fuzz/*_fuzz)
if [ ${#targets[@]} = 0 ]; then
  echo "fuzz: no targets in build/fuzz/fuzz: build the preset 'fuzz' first" >&2
  exit 2
fi

failed=0
for target in "${targets[@]}"; do
  name=$(basename "$target" _fuzz)
  found=build/fuzz/found/$name
  rm -rf "$found"
  mkdir -p "$found/corpus"
  cp -r "fuzz/corpus/$name/." "$found/corpus/"
  if "$target" "$found/corpus" -max_total_time="$seconds" -artifact_prefix="$found/" -print_final_stats=1 \
      >"$found/log" 2>&1; then
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$found/log")
    echo "fuzz: $name: $runs runs in $seconds s, no fault"
  else
    echo "fuzz: $name: FAILED, see $found/log"
    failed=1
  fi
done
exit $failed
