#!/usr/bin/env bash
# Puts the vendors' libraries into build/deps/vendor, once for each version of package.json.
# Needs npm and the network; without them it says so and leaves the folder as it was, and
# the test that needs them is skipped.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=build/deps/vendor

if cmp -s tests/vendor/package.json "$target/installed.json"; then exit 0; fi
if ! command -v npm >/dev/null; then
  echo "vendor: no npm here; the check against the vendors' types will be skipped"
  exit 0
fi
mkdir -p "$target"
cp tests/vendor/package.json "$target/package.json"
echo "vendor: fetching the vendors' types"
if (cd "$target" && timeout 300 npm install --no-package-lock --no-audit --no-fund --ignore-scripts) \
    >build/vendor.log 2>&1; then
  cp tests/vendor/package.json "$target/installed.json"
else
  echo "vendor: npm could not fetch them; the check against the vendors' types will be skipped; the log is build/vendor.log"
fi
