#!/usr/bin/env bash
# Puts the npm packages that a test needs into build/deps, once for each version of its package.json.
#
#   tools/npm_packages.sh FOLDER TEST
#
# FOLDER has the package.json, and a package-lock.json if packages of packages are pinned too; they are installed into
# build/deps/NAME, where NAME is the last part of FOLDER. TEST names the test for the messages. Needs npm and the
# network; without them it prints a message and leaves the folder as it was, and the test is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$1
test=$2
target=build/deps/$(basename "$folder")
log=build/npm_$(basename "$folder").log

if cmp -s "$folder/package.json" "$target/installed.json"; then exit 0; fi
if ! command -v npm >/dev/null; then
  echo "npm packages: no npm here; $test will be skipped"
  exit 0
fi
mkdir -p "$target"
cp "$folder/package.json" "$target/package.json"
install=(npm install --no-package-lock)
if [ -f "$folder/package-lock.json" ]; then
  cp "$folder/package-lock.json" "$target/package-lock.json"
  install=(npm ci)
fi
echo "npm packages: fetching those of $folder"
if (cd "$target" && timeout 300 "${install[@]}" --no-audit --no-fund --ignore-scripts) >"$log" 2>&1; then
  cp "$folder/package.json" "$target/installed.json"
else
  echo "npm packages: npm could not fetch them; $test will be skipped; the log is $log"
fi
