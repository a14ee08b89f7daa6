"""Applies content diffs, one `[older, content_diff]` per line, and prints the newer value of each
as canonical JSON. Written from RFC 6901, RFC 6902 and docs/format/content_diff.md alone."""
import json
import re
import sys

# Unicode's White_Space; Python's own \s also takes U+001C to U+001F.
SPACE = "\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
TOKEN = re.compile(f"[{SPACE}]+|[^{SPACE}]+")


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def index(step, length):
    if not re.fullmatch("0|[1-9][0-9]*", step) or int(step) >= length:
        raise ValueError(f"no element {step}")
    return int(step)


def apply_op(document, op):
    if op["path"] == "":
        assert op["op"] == "replace"
        return op["value"]
    *way, last = [step.replace("~1", "/").replace("~0", "~") for step in op["path"].split("/")[1:]]
    target = document
    for step in way:
        target = target[index(step, len(target))] if isinstance(target, list) else target[step]
    if isinstance(target, list):
        at = index(last, len(target) + (op["op"] == "add"))
        target[at : at + (op["op"] != "add")] = [] if op["op"] == "remove" else [op["value"]]
        return document
    if op["op"] != "add" and last not in target:
        raise ValueError(f"no member {last}")
    if op["op"] == "remove":
        del target[last]
    else:
        target[last] = op["value"]
    return document


def apply_hunks(text, hunks):
    if not hunks:
        return text
    tokens = TOKEN.findall(text)
    assert "".join(tokens) == text
    newer, at = [], 0
    for hunk in hunks:
        if hunk["op"] == "keep":
            count = hunk["count"]
            newer += tokens[at : at + count]
        else:
            count = len(hunk["del"])
            assert tokens[at : at + count] == hunk["del"]
            newer += hunk["ins"]
        at += count
    assert at == len(tokens)
    return "".join(newer)


for line in sys.stdin.buffer:
    older, diff = json.loads(line)
    if diff["mode"] == "tokens":
        print(canonical(apply_hunks(older if isinstance(older, str) else canonical(older), diff["hunks"])))
    else:
        for operation in diff["patch"]:
            older = apply_op(older, operation)
        print(canonical(older))
