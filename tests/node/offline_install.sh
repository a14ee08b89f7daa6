#!/usr/bin/env bash
# The packed packages install into an empty project without a network, and work there.
#
#   tests/node/offline_install.sh ADDON LATEWOOD_BINARY WORK_FOLDER VERSION
#
# Exits with 77, which means skipped, where Node.js or npm is missing.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
addon=$(realpath "$1")
binary=$(realpath "$2")
work=$3
version=$4
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
  echo "skipped: Node.js or npm is missing"
  exit 77
fi
rm -rf "$work"
mkdir -p "$work/project" "$work/cache"
# An empty cache, and a registry that nobody answers for.
export npm_config_cache=$work/cache npm_config_offline=true npm_config_registry=http://127.0.0.1:9/
export npm_config_update_notifier=false npm_config_audit=false npm_config_fund=false

"$root/tools/npm_pack.sh" "$addon" "$binary" "$work/packed"
cd "$work/project"
echo '{"name":"empty","private":true,"type":"module"}' >package.json
npm install --silent "$work"/packed/latewood-*.tgz
ls node_modules

cat >agent.js <<'JS'
import assert from "node:assert/strict";
import { open } from "latewood";
const repo = await open("agent.db");
const ctx = repo.context("main");
await ctx.add({ role: "user", content: "Hello" });
assert.equal((await ctx.commit("first")).cycle, 1);
JS
# Nothing is printed.
[ "$(node agent.js 2>&1)" = "" ] || { echo "the package printed something"; exit 1; }

[ "$(npx latewood --version | head -n 1)" = "latewood $version" ] || { npx latewood --version; exit 1; }
npx latewood log --store agent.db | grep -q "first"
# Input, output and exit codes pass through.
[ "$(echo '{"op":"contexts"}' | npx latewood call - --store agent.db)" = '{"result":{"contexts":[{"branch":"main","branches":1,"cycle":1,"name":"main"}]}}' ]
status=0
npx latewood select '[' --store agent.db 2>error.txt || status=$?
expected=0
"$binary" select '[' --store agent.db 2>/dev/null || expected=$?
[ "$status" = "$expected" ] && [ "$status" != 0 ] || { echo "exit code $status instead of $expected"; exit 1; }
grep -q E_SELECTOR_INVALID error.txt
for package in latewood latewood-linux-x64; do
  [ "$(node -p "require('$package/package.json').version")" = "$version" ] || { echo "$package is not version $version"; exit 1; }
done

# Without the engine the client says what is missing.
rm -rf node_modules/latewood-linux-x64
node --input-type=module -e '
  import { open } from "latewood";
  const error = await open("agent.db").catch((caught) => caught);
  if (error.code !== "Unavailable" || !/latewood-linux-x64/.test(error.hint)) throw error;'
npx latewood --version 2>error.txt && exit 1
grep -q "latewood-linux-x64 is not installed" error.txt
echo "offline install: all right"
