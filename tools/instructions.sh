#!/usr/bin/env bash
# Counts the instructions of the five hottest paths and holds them against bench/recorded/instructions.txt.
#
#   tools/instructions.sh check PROGRAM    fails if a path takes over 5% more than its baseline
#   tools/instructions.sh record PROGRAM   writes the counts down as the baseline
#
# PROGRAM is latewood_paths of the dev build. The counts depend on the compiler and on what the
# processor offers to the hash functions, so a processor without AVX2 is not measured.
set -euo pipefail
mode="${1:-}" program="${2:-}"
[[ "$mode" =~ ^(check|record)$ && -x "$program" ]] || { echo "usage: $0 check|record PROGRAM" >&2; exit 2; }
baseline="$(dirname "$0")/../bench/recorded/instructions.txt"
slack_percent=5

grep -q avx2 /proc/cpuinfo || { echo "skipped: this processor has no AVX2"; exit 77; }

scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT

count() {
  valgrind --tool=callgrind --collect-atstart=no --instr-atstart=no --callgrind-out-file="$scratch/$1" \
    "$program" "$1" >"$scratch/$1.log" 2>&1 || { cat "$scratch/$1.log" >&2; exit 1; }
  awk '/^totals:/ { print $2 }' "$scratch/$1"
}

if [ "$mode" = record ]; then
  for path in commit select render import durable; do echo "$path $(count "$path")"; done >"$scratch/counts"
  mv "$scratch/counts" "$baseline"
  cat "$baseline"
  exit 0
fi

status=0
while read -r path known; do
  now="$(count "$path")"
  change=$(((now - known) * 1000 / known))
  printf '%-8s %12d instructions, baseline %12d, %+d.%d%%\n' "$path" "$now" "$known" $((change / 10)) $((${change#-} % 10))
  if [ $((now * 100)) -gt $((known * (100 + slack_percent))) ]; then
    echo "  more than $slack_percent% over the baseline: find out why, or record it with 'make record-bench'" >&2
    status=1
  fi
done <"$baseline"
exit $status
