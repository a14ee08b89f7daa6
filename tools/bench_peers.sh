#!/usr/bin/env bash
# The chat workload on Latewood and on what people would otherwise take, once: LangGraph's SQLite
# checkpointer, installed by npm into the build folder. `make bench-peers` calls it.
set -euo pipefail
build="$(cd "${1:?usage: $0 BUILD_FOLDER}" && pwd)"
cd "$(dirname "$0")/.."
turns=1000

mkdir -p "$build/peers"
cp bench/peers/package.json bench/peers/langgraph.mjs "$build/peers/"
if ! cmp -s bench/peers/package.json "$build/peers/installed.json"; then
  # One of the packages is compiled here if there is no ready one; that takes minutes.
  (cd "$build/peers" && npm install --no-package-lock --no-audit --no-fund >npm.log 2>&1) || {
    echo "bench-peers: npm could not install the peers; the log is build/peers/npm.log" >&2
    exit 1
  }
  cp bench/peers/package.json "$build/peers/installed.json"
fi
"$build/release/bench/latewood_bench" --json "$build/peers/ours.json" chat >"$build/peers/ours.txt"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
cd "$build/peers" && node langgraph.mjs ours.json "$turns" "$scratch"
