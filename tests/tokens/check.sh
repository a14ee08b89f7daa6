#!/usr/bin/env bash
# Compares the tokens of texts with those of js-tiktoken, for both encodings.
#
#   tests/tokens/check.sh ENCODE_TEXTS_PROGRAM WORK_FOLDER
#
# Exits with 77, which means skipped, where Node.js, the package or the ranks made from it are not there.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
root="$here/../.."
packages="$root/build/deps/tokens"
program=$1
work=$2

if [ ! -f "$packages/installed.json" ] || ! command -v node >/dev/null; then
  echo "skipped: js-tiktoken is not installed (tools/npm_packages.sh tests/tokens)"
  exit 77
fi
if [ ! -f "$root/build/share/latewood/o200k_base.ranks" ]; then
  echo "skipped: the ranks of tokens are not there (tools/bootstrap.sh)"
  exit 77
fi
mkdir -p "$work"
ln -sfn "$(cd "$packages" && pwd)/node_modules" "$work/node_modules"
cp "$here/compare.mjs" "$work/compare.mjs"
exec node "$work/compare.mjs" "$program" "$root/../shared/transcripts/airline.jsonl"
