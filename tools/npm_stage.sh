#!/usr/bin/env bash
# Puts the two npm packages together in a folder, as `npm pack` and the tests take them.
#
#   tools/npm_stage.sh ADDON LATEWOOD_BINARY FOLDER
#
# FOLDER/latewood is the client, FOLDER/latewood-linux-x64 the engine: the addon and the program, without the names that
# only debuggers need.
set -euo pipefail
addon=$(realpath "$1")
binary=$(realpath "$2")
folder=$3
cd "$(dirname "$0")/.."
case $folder in /*) ;; *) folder=$OLDPWD/$folder ;; esac

client=$folder/latewood
engine=$folder/latewood-linux-x64
rm -rf "$client" "$engine"
mkdir -p "$client" "$engine/bin"
cp -R node/package.json node/bin node/src node/types "$client"
cp LICENSE "$client"
cp node/platform/linux-x64/package.json LICENSE "$engine"
# The ranks of exact token counters, where they could be made.
if [ -d build/share/latewood ]; then mkdir -p "$engine/share" && cp -R build/share/latewood "$engine/share"; fi
strip -o "$engine/latewood.node" "$addon"
strip -o "$engine/bin/latewood" "$binary"
