#!/usr/bin/env bash
# Packs the two npm packages.
#
#   tools/npm_pack.sh ADDON LATEWOOD_BINARY FOLDER
#
# Writes FOLDER/latewood-VERSION.tgz, the client, and FOLDER/latewood-linux-x64-VERSION.tgz, the engine and the command
# line. `npm install ./latewood-*.tgz` takes both and needs no network.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mkdir -p "$3"
rm -f "$3"/latewood-*.tgz
"$here/npm_stage.sh" "$1" "$2" "$stage"
for package in latewood latewood-linux-x64; do
  npm pack --silent --pack-destination "$3" "$stage/$package" >/dev/null
  ls "$3/$package"-[0-9]*.tgz
done
