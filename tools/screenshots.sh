#!/bin/sh
# Makes the pictures of the inspector in docs/images anew, from the demo in web/demo.
#
#   tools/screenshots.sh        needs build/latewood, Chromium, and the packages of tests/web
#
# The demo and the clock are fixed, so the pictures change only with the page and the fonts of the machine.
set -eu
cd "$(dirname "$0")/.."
packages=build/deps/web
chromium=${CHROMIUM:-$(command -v chromium || command -v google-chrome || true)}
[ -n "$chromium" ] || { echo "screenshots: no Chromium here" >&2; exit 1; }
[ -f "$packages/installed.json" ] || { echo "screenshots: run tools/npm_packages.sh tests/web first" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
LATEWOOD_CLOCK=logical build/latewood call - --store "$work/demo.db" <web/demo/demo.jsonl >/dev/null
build/latewood view --context demo --profile anthropic -o "$work/demo.html" --store "$work/demo.db" >/dev/null
ln -s "$PWD/$packages/node_modules" "$work/node_modules"
cp tests/web/support/screenshots.mjs "$work/"
mkdir -p docs/images
CHROMIUM=$chromium node "$work/screenshots.mjs" "$work/demo.html" docs/images
