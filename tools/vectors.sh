#!/bin/sh
# Recomputes every digest of the golden vectors
# that the command line can compute, from the inputs alone, and compares.
#
#   tools/vectors.sh        needs build/latewood; `make vectors` builds it first
# It exits with 1 if anything differs.
set -eu
cd "$(dirname "$0")/.."
latewood=build/latewood
vectors=tests/data/vectors
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Sorts the vectors by verb: VERB.json holds the cases, VERB.expected the lines that the
# verb should print for them. Expected values are taken out of the cases.
python3 - "$vectors" "$work" <<'PYTHON'
import json, os, sys

vectors, work = sys.argv[1:]
read = lambda name: json.load(open(os.path.join(vectors, name + ".json"), encoding="utf-8"))
cases, lines = {}, {}

def add(verb, case, inputs, **expected):
    name = case.get("name", str(len(cases.get(verb, []))))
    cases.setdefault(verb, []).append({"name": name, **{key: case[key] for key in inputs.split()}})
    for line in expected.get("ticks") or [expected]:
        lines.setdefault(verb, []).append({"name": name, **line})

def add_tick(tick, root):
    patch = {**tick["patch"], "name": "patch"}
    add("patch-digest", patch, PATCH, digest=patch["digest"])
    header = {**tick, "patch_digest": patch["digest"], "policy_id": patch["policy_id"]}
    add("commit-id", header, HEADER, digest=tick["commit_id"])
    add("state-root", {"root": root, "warps": tick["state_after"]}, "root warps", digest=tick["state_root"])

PATCH = "policy_id rule_pack_id commit_status in_slots out_slots ops"
HEADER = "parents state_root patch_digest policy_id"
receipts, replay = read("receipts"), read("replay")
for one in read("state_root"): add("state-root", one, "root warps", digest=one["state_root"])
for one in read("patch_digest"): add("patch-digest", one, PATCH, digest=one["digest"])
for one in read("commit_id"): add("commit-id", one, HEADER, digest=one["commit_id"])
for one in receipts["plan_digest"]: add("plan", one, "entries", digest=one["plan_digest"])
# Version 1 of the layout; the engine of the vectors used another.
for one in receipts["decision_digest"]: add("decision", one, "entries", digest=one["prose_v1_decision_digest"])
for one in receipts["rewrites_digest"]: add("rewrites", one, "entries", digest=one["rewrites_digest"])
for one in receipts["rule_pack_id"]: add("rule-pack", one, "rule_ids", digest=one["rule_pack_id"])
for run in receipts["engine_ticks"]:
    for tick in run["ticks"]:
        add_tick(tick, run["root"])
        applied = [entry for entry in tick["receipt_entries"] if entry["disposition"] == "applied"]
        add("plan", {"entries": tick["receipt_entries"]}, "entries", digest=tick["plan_digest"])
        add("rewrites", {"entries": applied}, "entries", digest=tick["rewrites_digest"])
for one in replay["sequences"]:
    add("state-root", one, "root warps", digest=one["initial_state_root"])
    add("replay", one, "root warps ticks",
        ticks=[{"tick": i, "digest": tick["state_root"]} for i, tick in enumerate(one["ticks"])])
    for tick in one["ticks"]: add_tick(tick, one["root"])
for one in replay["errors"]:
    add("replay", one, "root warps patch", ticks=[{"tick": 0, "error": one["error"]["kind"]}])

for verb in cases:
    with open(os.path.join(work, verb + ".json"), "w") as out: json.dump(cases[verb], out)
    with open(os.path.join(work, verb + ".expected"), "w") as out:
        for line in lines[verb]: print(json.dumps(line, separators=(",", ":")), file=out)
PYTHON

failed=0
total=0
# check VERB PATTERN TITLE: the lines of the verb that match the pattern, one row.
check() {
  "$latewood" warp "$1" "$work/$1.json" >"$work/$1.actual"
  grep "$2" "$work/$1.expected" >"$work/expected"
  grep "$2" "$work/$1.actual" >"$work/actual" || true
  cases=$(wc -l <"$work/expected")
  total=$((total + cases))
  if cmp -s "$work/expected" "$work/actual"; then
    printf '  %-14s %5d  all equal   %s\n' "$1" "$cases" "$3"
  else
    failed=1
    printf '  %-14s %5d  DIFFERENT   %s\n' "$1" "$cases" "$3"
    diff "$work/expected" "$work/actual" | sed -n -e 's/^</    expected/p;s/^>/    computed/p' | head -n 2
  fi
}

echo "$("$latewood" --version) recomputes the golden vectors from their inputs:"
check state-root . "roots of graph states"
check patch-digest . "digests of tick patches"
check commit-id . "ids of commits"
check plan . "digests of what was possible in a tick"
check decision . "digests of what became of it"
check rewrites . "digests of what was done"
check rule-pack . "ids of sets of rules"
check replay '"digest"' "ticks replayed, the root after each"
check replay '"error"' "patches refused, each for the reason it should be"
[ "$failed" = 0 ] || { echo "Some of $total results differ."; exit 1; }
echo "All $total results are equal, bit for bit. Try next:"
echo "  $latewood warp state-root $vectors/state_root.json | head -n 3"
echo "  $latewood warp replay $vectors/replay.json | tail -n 3"
echo "  $latewood warp --help"
