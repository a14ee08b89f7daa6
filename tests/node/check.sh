#!/usr/bin/env bash
# Runs files of tests with Node.js.
#
#   tests/node/check.sh NODE TEST_FILE...
#
# NODE is the program: `node`, or the path of another version. Exits with 77, which means skipped, where it is missing or
# older than 20.
set -euo pipefail
node=$1
shift
if ! command -v "$node" >/dev/null || [ "$("$node" -p 'parseInt(process.versions.node)')" -lt 20 ]; then
  echo "skipped: $node is missing, or older than Node.js 20 (tools/npm_packages.sh tests/newer_node fetches the newest)"
  exit 77
fi
"$node" --version
exec "$node" --test --test-reporter=spec "$@"
