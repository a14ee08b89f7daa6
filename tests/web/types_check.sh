#!/usr/bin/env bash
# Checks the types of the page, which its comments declare, and that its libraries are those that npm has.
#
#   tests/web/types_check.sh WORK_FOLDER
#
# Exits with 77, which means skipped, where Node.js or the packages are not installed.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
page="$here/../../web/page"
packages="$here/../../build/deps/web/node_modules"
work=$1

if [ ! -f "$packages/../installed.json" ] || ! command -v node >/dev/null; then
  echo "skipped: the packages are not installed (tools/npm_packages.sh tests/web)"
  exit 77
fi
cmp "$page/vendor/preact.js" "$packages/htm/preact/standalone.module.js"
cmp "$page/vendor/signals.js" "$packages/@preact/signals-core/dist/signals-core.module.js"

rm -rf "$work/page"
mkdir -p "$work"
cp -r "$page" "$work/page"
cp "$here/types/tsconfig.json" "$work/"
cp "$here/types/preact.d.ts" "$work/page/vendor/"
cp "$packages/@preact/signals-core/dist/signals-core.d.ts" "$work/page/vendor/signals.d.ts"
"$packages/.bin/tsc" -p "$work"

# What is in the page is what ships, and it ships small.
size=$(find "$page" -type f ! -name licences.txt | LC_ALL=C sort | xargs cat | gzip -9 | wc -c)
echo "the page has $size bytes compressed"
[ "$size" -le 61440 ]
