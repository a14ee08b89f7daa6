#!/usr/bin/env bash
# The types of the Node package: the client agrees with them, and none of the generated files is old.
#
#   tests/node/types_check.sh LATEWOOD_BINARY STAGE
#
# 1. types/operations.d.ts and src/operation_table.js are what `latewood schema` gives, and docs/node_api.md follows.
# 2. The sources pass `tsc --strict`, and types/*.d.ts are what it writes from them.
# 3. Calls of the package as it ships, and the examples, pass `tsc --strict`; the wrong calls among them do not.
#
# Exits with 77, which means skipped, where Node.js or the compiler is missing.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
packages=$root/build/deps/node/node_modules
binary=$1
stage=$2
if ! command -v node >/dev/null || [ ! -f "$packages/typescript/bin/tsc" ]; then
  echo "skipped: TypeScript is not installed (tools/npm_packages.sh tests/node)"
  exit 77
fi
tsc() { node "$packages/typescript/bin/tsc" "$@"; }

"$binary" schema | node "$root/node/tools/operation_types.mjs"
node "$root/node/tools/api_page.mjs"

written=$(mktemp -d)
trap 'rm -rf "$written"' EXIT
tsc -p "$root/node" --outDir "$written/types"
cp "$root/node/types/operations.d.ts" "$written/types"
diff -r "$written/types" "$root/node/types" || { echo "node/types is old: run make node-types"; exit 1; }

mkdir -p "$stage/types_check"
cp "$root"/tests/node/types/*.mts "$stage/types_check"
cp "$root"/examples/node/*.mjs "$root/tests/node/types/tsconfig.json" "$stage/types_check"
tsc -p "$stage/types_check" --typeRoots "$packages/@types"
echo "types: all right"
