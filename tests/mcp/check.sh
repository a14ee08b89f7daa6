#!/usr/bin/env bash
# Drives `latewood mcp` with the real clients of the Model Context Protocol.
#
#   tests/mcp/check.sh LATEWOOD_BINARY WORK_FOLDER
#
# Exits with 77, which means skipped, where Node.js or the clients are not installed.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
packages="$here/../../build/deps/mcp"
binary=$1
work=$2

if [ ! -f "$packages/installed.json" ] || ! command -v node >/dev/null; then
  echo "skipped: the clients of MCP are not installed (tools/npm_packages.sh tests/mcp)"
  exit 77
fi
mkdir -p "$work"
ln -sfn "$(cd "$packages" && pwd)/node_modules" "$work/node_modules"
cp "$here/clients.mjs" "$work/clients.mjs"
exec node "$work/clients.mjs" "$binary"
