#!/bin/sh
# A short, real story on an embedded store: an arborist's assistant with a system prompt and a tool,
# a retrieved document that is seen for two cycles, a block that a budget takes, a redaction, a fork.
#
#   tools/story.sh [STORE]      needs build/latewood; `make run` builds it first
#
# It makes the store anew (build/story.db if none is named) and leaves it behind. The clock is logical,
# so every run gives the same bytes and ids.
set -eu
cd "$(dirname "$0")/.."
latewood=${LATEWOOD:-build/latewood}
LATEWOOD_STORE=${1:-$PWD/build/story.db}
LATEWOOD_CLOCK=logical
export LATEWOOD_STORE LATEWOOD_CLOCK
rm -f "$LATEWOOD_STORE" "$LATEWOOD_STORE-wal" "$LATEWOOD_STORE-shm"

bold=''
plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
  bold=$(printf '\033[1m')
  plain=$(printf '\033[0m')
fi

say() { printf '\n%s%s%s\n' "$bold" "$*" "$plain"; }

# A word as one would type it.
quoted() {
  case $1 in
    *"'"*) printf '"%s"' "$1" ;;
    *[!A-Za-z0-9_@./:=,+-]*) printf "'%s'" "$1" ;;
    *) printf '%s' "$1" ;;
  esac
}

# Shows a command, and runs it.
run() {
  printf '$ latewood'
  for word in "$@"; do printf ' %s' "$(quoted "$word")"; done
  printf '\n'
  "$latewood" "$@"
}

# The same as `run` without the words: what an agent's program would do through the library.
quietly() { "$latewood" "$@" >/dev/null; }

say "1. A context: a system prompt, a tool, a first question."
run init
run insert --system --depth -1 --role system --id prompt "You advise on trees. Say what you know from records, and what you guess."
quietly insert --system --depth -1 --type cb:tool --id tool:records --json-content \
  '{"name":"tree_records","description":"Looks up the record of a tree.","parameters":{"type":"object","properties":{"tree":{"type":"string"}}}}'
run insert --role user --id question "The oak at the gate drops leaves in July. Call me at 555-0142 if it is urgent."
run commit -m "the question" --actor gardener

say "2. The model calls the tool; a retrieved document joins it, to be seen for two cycles."
quietly insert --role assistant --kind call --id call:1 --json-content '{"id":"call_1","name":"tree_records","arguments":"{\"tree\":\"oak at the gate\"}"}'
quietly insert --role tool --kind result --id result:1 --attr lw:call_id=call_1 \
  "Quercus robur, 140 years. 2024: powdery mildew on lower leaves. 2025: soil compacted by the new road."
run insert --role user --id leaflet --ttl 2 --offset 1 --attr data_source=library \
  "Leaflet 12: Early leaf drop in oaks has three usual causes: drought, compacted soil, mildew."
run commit -m "records and a leaflet" --actor agent

say "3. The answer, and a long log that nobody needs again."
quietly insert --role assistant --id answer "Probably the compacted soil; mildew may add to it. Loosen the soil under the crown."
quietly insert --role tool --id log --priority -1 --offset 2 "$(printf 'probe %s: moisture 12%%, density high. ' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20)"
run commit -m "the answer" --actor agent
run tree

say "4. Ask across space and time: what did the assistant say, what leaves soon, what was there in cycle 1?"
run select ".cb[role='assistant']"
run select "^seq .cb[ttl<=1]"
run select "@c1 .cb"

say "5. A budget. The next commit prunes the log; the leaflet's two cycles are over."
run policy set --bytes 1200:900 --keep-turns 1
quietly insert --role user --id thanks "Thank you. How deep should I loosen it?"
run status
run commit -m "a second question" --actor gardener
run diff @t-1 @t0 --stat

say "6. What left, and why?"
run show @t0
run why leaflet
run why log

say "7. A redaction: the telephone number must not be sent again. History keeps a marker, not a gap."
run delete question
run commit -m "number redacted" --actor gardener
run render --profile openai
printf '\n'

say "8. What does the provider's prompt cache still hold?"
run prefix @t-1 @t0 --profile openai

say "9. Go back before the second question and try another way. The first branch stays as it is."
run fork careful @t-2
quietly insert --role assistant --id doubt "Before you dig: let a specialist look at the roots."
run commit -m "another answer" --actor agent
run log --graph
run diff main careful --unified

say "10. Prove it: recompute everything that is stored."
run verify

say "The store stays at $LATEWOOD_STORE. Try next:"
cat <<EOF
  export LATEWOOD_STORE=$LATEWOOD_STORE PATH="$(cd "$(dirname "$latewood")" && pwd):\$PATH"
  latewood tree main                          # the other branch at a glance
  latewood show "@t-1 .cb[role='user']"       # everything about a node
  latewood diff main@t-2 main --unified       # what changed, line by line
  latewood prefix @t-1 @t0                    # what a prompt cache keeps
  latewood render --profile anthropic         # the same context for another provider
EOF
