#!/bin/sh
# The story of `make run`, twice: it ends well without a terminal, and gives the same bytes again.
#
#   story_check.sh LATEWOOD_BINARY
set -eu
LATEWOOD=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
export LATEWOOD
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$here/tools/story.sh" "$work/story.db" </dev/null >"$work/first" 2>&1 || { cat "$work/first"; exit 1; }
cp "$work/first" "$work/kept"
"$here/tools/story.sh" "$work/story.db" </dev/null >"$work/second" 2>&1
cmp "$work/kept" "$work/second"
for words in 'left: leaflet, by ttl' 'left: log, by prune' '[redacted]' 'keeps ' '|/' 'Try next:'; do
  grep -qF "$words" "$work/first" || { echo "the story does not say: $words"; cat "$work/first"; exit 1; }
done
if grep -q 'error\[' "$work/first"; then cat "$work/first"; exit 1; fi
# The commands it ends with work on the store it leaves.
PATH=$(dirname "$LATEWOOD"):$PATH
LATEWOOD_STORE=$work/story.db
export PATH LATEWOOD_STORE
sed -n 's/^  \(latewood .*\)  *#.*/\1/p' "$work/first" >"$work/next"
[ "$(wc -l <"$work/next")" -eq 5 ]
while read -r line; do sh -c "$line" >/dev/null </dev/null || { echo "failed: $line"; exit 1; }; done <"$work/next"
