#!/bin/sh
# Writes the store beside it: a history with every kind of record, made by the command line and nothing else.
#
#   make.sh LATEWOOD STORE
#
# Run once per schema version, with a build of that version, and never again: the point of the file is that later
# builds did not write it. tests/durable/history_data_test.cc says what it must hold.
set -eu
latewood=$1
export LATEWOOD_STORE=$2 LATEWOOD_CLOCK=logical

"$latewood" init
"$latewood" insert --depth -1 --system --role system --id rules "Answer briefly."
"$latewood" commit -m "the rules" --actor keeper

# Events, an admission, a receipt that names its event.
"$latewood" event add mail "You have mail" --kind tool
"$latewood" event add mail "You have more mail" --kind tool --work 3
"$latewood" admit --policy '{"max_events":1}'
"$latewood" insert "There is mail." --role user --id note --event mail:1
"$latewood" commit -m "mail" --actor reader

# An attempt with a reply, and one that failed.
"$latewood" attempt begin --provider acme --model large --output /dev/null
"$latewood" attempt end 1 --reply "I see it." --token-in 12 --token-out 4
"$latewood" commit -m "answered"
"$latewood" attempt begin --provider acme --model large --output /dev/null
"$latewood" attempt end 2 --status error --error "timeout"

# Every kind of edit; a content above 256 KiB, kept in pieces; one that is erased.
awk 'BEGIN { for (i = 0; i < 22000; i++) printf "line %d of a long text\n", i }' |
  "$latewood" insert - --role user --id long --ttl 3
"$latewood" insert "my number is 555-0100" --role user --id secret
"$latewood" insert "first draft" --role assistant --id draft --attr data_source=lexicon --priority 2
"$latewood" commit -m "much to say"
"$latewood" replace draft "second draft"
"$latewood" pin note
"$latewood" commit -m "a better draft"
"$latewood" move mt:2 --depth 1
"$latewood" delete "^seq .cb[data_source='lexicon']"
"$latewood" commit -m "moved and deleted"
"$latewood" purge secret
"$latewood" policy set --turns 80:70 --keep-turns 4

# Enough commits for a checkpoint and its pages, and for the policy to prune.
i=7
while [ $i -le 82 ]; do
  "$latewood" insert "turn $i" --role user --id u$i
  "$latewood" commit -m "commit $i"
  i=$((i + 1))
done > /dev/null
"$latewood" tag v1 @c5
"$latewood" tag latest
"$latewood" branch try @c70
"$latewood" insert "another way" --branch try --role user --id aside
"$latewood" commit --branch try -m "on try"

# A history that begins in the middle, with a snapshot that was kept from before.
"$latewood" init --context short
i=1
while [ $i -le 9 ]; do
  "$latewood" insert "short $i" --role user --id s$i --context short
  "$latewood" commit -m "short $i" --context short
  i=$((i + 1))
done > /dev/null
"$latewood" tag kept @c3 --context short
"$latewood" gc --keep 3 --context short

# What is not committed yet.
"$latewood" insert "not committed yet" --role user --id waiting
"$latewood" replace u82 "turn 82, said better"
"$latewood" admit
"$latewood" verify --all
"$latewood" fsck
