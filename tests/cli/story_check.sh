#!/bin/sh
# The story of `make run`: it ends well with and without a terminal, gives the same output again, shows every command it
# runs, fits into 80 columns, and ends with a changed byte that is found.
#
#   story_check.sh LATEWOOD_BINARY
set -eu
LATEWOOD=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
export LATEWOOD
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  echo "$1"
  cat "$work/first"
  exit 1
}

"$here/tools/story.sh" "$work/story.db" </dev/null >"$work/first" 2>&1 || fail "the story fails"
"$here/tools/story.sh" "$work/story.db" </dev/null >"$work/second" 2>&1
cmp "$work/first" "$work/second"
for words in 'left: leaflet, by ttl' 'left: log, by prune' '[redacted]' '35.6%' '|/' 'Try next:'; do
  grep -qF -- "$words" "$work/first" || fail "the story does not say: $words"
done
if grep -q 'error\[' "$work/first"; then fail "an error"; fi

# Every line of the script that runs latewood is a line of the output, and nothing of it goes to /dev/null.
sed -n "/^run <</,/^EOF/p" "$here/tools/story.sh" | grep 'latewood ' >"$work/commands"
[ "$(wc -l <"$work/commands")" -gt 25 ]
while IFS= read -r line; do
  grep -qF -- "$line" "$work/first" || fail "not shown: $line"
done <"$work/commands"
if grep -v '^#' "$here/tools/story.sh" | grep -q '/dev/null'; then fail "hidden output"; fi

# On a terminal, commands are in colour and the output is no wider.
python3 - "$here/tools/story.sh" "$work/story.db" >"$work/terminal" <<'PTY'
import os, pty, sys
os.environ.update(TERM="xterm", NO_COLOR="")
sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))
PTY
escape=$(printf '\033')
grep -qF "$escape[1;36m\$ latewood commit" "$work/terminal" || fail "commands are not in colour on a terminal"
if grep -q "$escape" "$work/first"; then fail "colour without a terminal"; fi
# A progress line is drawn over itself: what follows the last carriage return is what stays on the screen.
sed "s/$escape\[[0-9;]*[mK]//g; s/\r*\$//; s/.*\r//" "$work/terminal" >"$work/bare"
for output in first bare; do
  if LC_ALL=C.UTF-8 grep -nE '^.{81}' "$work/$output"; then fail "wider than 80 columns"; fi
done

# The ending: the copy differs from the store in one byte, which is found; the store itself is sound.
sed -n '/^11\. /,$p' "$work/first" >"$work/ending"
for words in 'page [0-9]* of the file is damaged' 'not all right'; do
  grep -q -- "$words" "$work/ending" || fail "the ending does not say: $words"
done
"$LATEWOOD" backup --store "$work/story.db" "$work/sound.db" >/dev/null
[ "$(cmp -l "$work/copy.db" "$work/sound.db" | wc -l)" -eq 1 ] || fail "the copy differs in more than one byte"
if "$LATEWOOD" verify --store "$work/copy.db" >/dev/null; then fail "verify does not find the byte"; fi
"$LATEWOOD" verify --store "$work/story.db" >/dev/null

# The commands it ends with work on the store it leaves.
PATH=$(dirname "$LATEWOOD"):$PATH
LATEWOOD_STORE=$work/story.db
export PATH LATEWOOD_STORE
sed -n 's/^  \(latewood .*\)  *#.*/\1/p' "$work/first" >"$work/next"
[ "$(wc -l <"$work/next")" -eq 6 ] || fail "it ends with another number of commands"
# The server would run until it is stopped.
sed 's/ serve --open/ serve --check --listen 127.0.0.1:0/' "$work/next" >"$work/ending_commands"
while read -r line; do sh -c "$line" >/dev/null </dev/null || fail "failed: $line"; done <"$work/ending_commands"
