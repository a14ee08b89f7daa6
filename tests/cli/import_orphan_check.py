#!/usr/bin/env python3
"""An answer whose question is in another log does not take the name of its session.

    import_orphan_check.py LATEWOOD_BINARY
"""
import json
import os
import subprocess
import sys
import tempfile

BINARY = os.path.abspath(sys.argv[1])
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"}


def line(own, parent, role, text):
    content = text if role == "user" else [{"type": "text", "text": text}]
    more = {} if role == "user" else {"id": "msg_" + own, "type": "message", "model": "claude-x", "stop_reason": "end_turn"}
    return json.dumps({"type": role, "uuid": own, "parentUuid": parent, "sessionId": "s1", "isSidechain": False,
                       "timestamp": "2026-01-01T00:00:00.000Z", "message": {"role": role, "content": content, **more}})


def imported(path):
    done = subprocess.run([BINARY, "import", "--log", "claude-code", path, "--store", "store.db", "--json"],
                          env=ENVIRONMENT, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stdout + done.stderr)
    return [(each["context"], each["commits"], each["waiting"]) for each in json.loads(done.stdout)["contexts"]]


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    with open("orphan.jsonl", "w") as file:
        file.write(line("a9", "u8", "assistant", "An answer alone.") + "\n")
    with open("session.jsonl", "w") as file:
        file.write("\n".join([line("u1", None, "user", "Which tree?"), line("a1", "u1", "assistant", "An oak.")]) + "\n")
    orphan, session, again = imported("orphan.jsonl"), imported("session.jsonl"), imported("orphan.jsonl")
    os.chdir("/")
if session != [("claude-code/s1", 1, 1)]:
    sys.exit(f"not so: the session has its own name {session}")
if len(orphan) != 1 or not orphan[0][0].startswith("claude-code/s1/root-") or orphan != again:
    sys.exit(f"not so: the answer is in a context beside it, once {orphan} {again}")
