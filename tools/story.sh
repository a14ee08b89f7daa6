#!/bin/sh
# A short, real story on a store: the assistant of an arborist with a system prompt and a tool, a retrieved document
# that expires after two cycles, a block that a budget prunes, a redaction, a fork, and a damaged copy that is found.
#
#   tools/story.sh [STORE]      needs build/latewood; `make run` builds it first
#
# Everything it runs is shown. It creates the store (default: build/story.db) and leaves it behind. The clock is
# logical, so every run gives the same ids and the same output. No line is wider than 80 columns, wherever the store is:
# the commands run in its folder, and long output is folded.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
binary=${LATEWOOD:-$root/build/latewood}
binary=$(cd "$(dirname "$binary")" && pwd)/$(basename "$binary")
store=${1:-$root/build/story.db}
cd "$(dirname "$store")"
store=$(basename "$store")
latewood() { "$binary" "$@"; }

title=''
command=''
plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
  title=$(printf '\033[1m')
  command=$(printf '\033[1;36m')
  plain=$(printf '\033[0m')
fi

say() { printf '\n%s%s%s\n\n' "$title" "$*" "$plain"; }

# Shows the command on standard input, of one or more lines, and runs it.
run() {
  text=$(cat)
  printf '%s$ %s%s\n' "$command" "$text" "$plain"
  eval "$text"
}

say "1. A store with a context: a system prompt, a tool, a first question."
run <<EOF
export LATEWOOD_STORE=$store LATEWOOD_CLOCK=logical
EOF
run <<'EOF'
export COLUMNS=80 LATEWOOD_PAGER=cat
EOF
run <<'EOF'
rm -f $LATEWOOD_STORE $LATEWOOD_STORE-* copy.db copy.db-*
EOF
run <<'EOF'
latewood init
EOF
run <<'EOF'
latewood insert --system --depth -1 --role system --id prompt \
  "You advise on trees. Say what you know from records, and what you guess."
EOF
run <<'EOF'
latewood insert --system --depth -1 --type cb:tool --id tool:records \
  --json-content '{"name":"tree_records",
    "description":"Looks up the record of a tree.",
    "parameters":{"type":"object","properties":{"tree":{"type":"string"}}}}'
EOF
run <<'EOF'
latewood insert --role user --id question "The oak at the gate drops leaves \
in July. Call me at 555-0142 if it is urgent."
EOF
run <<'EOF'
latewood commit -m "the question" --actor gardener
EOF

say "2. The model calls the tool. A retrieved document stays for two cycles."
run <<'EOF'
latewood insert --role assistant --kind call --id call:1 \
  --json-content '{"id":"call_1","name":"tree_records",
    "arguments":"{\"tree\":\"oak at the gate\"}"}'
EOF
run <<'EOF'
latewood insert --role tool --kind result --id result:1 \
  --attr lw:call_id=call_1 "Quercus robur, 140 years. 2024: powdery mildew \
on lower leaves. 2025: soil compacted by the new road."
EOF
run <<'EOF'
latewood insert --role user --id leaflet --ttl 2 --offset 1 \
  --attr data_source=library "Leaflet 12: Early leaf drop in oaks has three \
usual causes: drought, compacted soil, mildew."
EOF
run <<'EOF'
latewood commit -m "records and a leaflet" --actor agent
EOF

say "3. The answer, and a long log of low priority."
run <<'EOF'
latewood insert --role assistant --id answer "Probably the compacted soil; \
mildew may add to it. Loosen the soil under the crown."
EOF
run <<'EOF'
latewood insert --role tool --id log --priority -1 --offset 2 \
  "$(printf 'probe %s: moisture 12%%, density high. ' $(seq 20))"
EOF
run <<'EOF'
latewood commit -m "the answer" --actor agent
EOF
run <<'EOF'
latewood tree
EOF

say "4. Ask: who said what, what expires soon, what was there in cycle 1?"
run <<'EOF'
latewood select ".cb[role='assistant']"
EOF
run <<'EOF'
latewood select "^seq .cb[ttl<=1]"
EOF
run <<'EOF'
latewood select "@c1 .cb"
EOF

say "5. A budget. The next commit prunes the log, and the leaflet expires."
run <<'EOF'
latewood policy set --bytes 1200:900 --keep-turns 1 | fold -w 78
EOF
run <<'EOF'
latewood insert --role user --id thanks \
  "Thank you. How deep should I loosen it?"
EOF
run <<'EOF'
latewood status
EOF
run <<'EOF'
latewood commit -m "a second question" --actor gardener
EOF
run <<'EOF'
latewood diff @t-1 @t0 --stat
EOF

say "6. What was removed, and why?"
run <<'EOF'
latewood why leaflet
EOF
run <<'EOF'
latewood why log | fold -w 78
EOF

say "7. A redaction: the telephone number is not sent again. A marker stays."
run <<'EOF'
latewood delete question
EOF
run <<'EOF'
latewood commit -m "number redacted" --actor gardener
EOF
run <<'EOF'
latewood render --profile openai | grep -o '{"role":"user"[^}]*}'
EOF

say "8. How much of the previous request can the provider's cache reuse?"
run <<'EOF'
latewood prefix @t-1 @t0 --profile openai | fold -s -w 78
EOF

say "9. Go back before the second question and try another answer."
run <<'EOF'
latewood fork careful @t-2
EOF
run <<'EOF'
latewood insert --role assistant --id doubt \
  "Before you dig: let a specialist look at the roots."
EOF
run <<'EOF'
latewood commit -m "another answer" --actor agent
EOF
run <<'EOF'
latewood log --graph
EOF
run <<'EOF'
latewood diff main careful --unified
EOF

say "10. Recompute every digest of the history from its patches."
run <<'EOF'
latewood verify
EOF

say "11. Change one byte in a copy, a digit of the telephone number. It is found."
run <<'EOF'
latewood backup copy.db
EOF
run <<'EOF'
place=$(grep -abo 555-0142 copy.db | cut -d : -f 1)
EOF
run <<'EOF'
printf 9 | dd of=copy.db bs=1 seek=$place conv=notrunc status=none
EOF
run <<'EOF'
latewood fsck --store copy.db | head -n 1
EOF
run <<'EOF'
latewood verify --store copy.db | fold -s -w 78
EOF

say "12. Look at it: the inspector with this history inside, as one file."
run <<'EOF'
latewood view --force -o story.html
EOF

say "The store stays. Try next:"
case $PWD in
  "$root"/*) folder=${PWD#"$root"/} ;;
  *) folder=$PWD ;;
esac
programs=$(dirname "$binary")
[ "$programs" != "$PWD" ] || programs='$PWD'
cat <<EOF
  cd $folder
  export LATEWOOD_STORE=$store PATH="$programs:\$PATH"
  latewood tree main                       # the other branch
  latewood show "@t-1 .cb[role='user']"    # all details of a node
  latewood diff main@t-2 main --unified    # changes, line by line
  latewood prefix @t-1 @t0                 # what a prompt cache can reuse
  latewood render --profile anthropic      # the same for another provider
  latewood serve --open                    # the inspector, live

Open story.html in that folder with a browser: the inspector on this history.
EOF
