#!/usr/bin/env bash
# Drives the inspector in Chromium: every panel, deep links, a large and a hostile context, live updates, exported files.
#
#   tests/web/check.sh LATEWOOD_BINARY WORK_FOLDER [SCENARIO...]
#
# SCENARIO is the name of a file in scenarios/ without .mjs; default: all. Exits with 77, which means skipped, where
# Chromium, Node.js or the packages are not installed.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
packages="$here/../../build/deps/web"
binary=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
mkdir -p "$2"
work=$(cd "$2" && pwd)
shift 2

skip() {
  echo "skipped: $1"
  exit 77
}
command -v node >/dev/null || skip "no Node.js here"
[ -f "$packages/installed.json" ] || skip "the packages are not installed (tools/npm_packages.sh tests/web)"
chromium=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
[ -n "$chromium" ] || skip "no Chromium here (apt-get install chromium)"

ln -sfn "$(cd "$packages" && pwd)/node_modules" "$work/node_modules"
rm -rf "$work/scenarios" "$work/support"
cp -r "$here/scenarios" "$here/support" "$work/"
if [ $# -eq 0 ]; then set -- $(cd "$here/scenarios" && ls *.mjs | sed 's/\.mjs$//'); fi
files=()
for name in "$@"; do files+=("$work/scenarios/$name.mjs"); done
LATEWOOD=$binary CHROMIUM=$chromium SOURCES=$(cd "$here/../.." && pwd) WORK=$work \
  exec node --test --test-concurrency=2 --test-reporter=spec "${files[@]}"
