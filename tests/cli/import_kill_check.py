#!/usr/bin/env python3
"""An import of a session log that is killed, again and again, goes on where it stopped: at the end the store has what
one import makes, and nothing twice.

    import_kill_check.py LATEWOOD_BINARY
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

BINARY = os.path.abspath(sys.argv[1])
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
REQUESTS = 600
KILLS = 8


def expect(holds, claim, seen=""):
    if not holds:
        sys.exit(f"not so: {claim}\n{seen!s:.2000}")


def line(number, parent, role, message):
    seconds = number % 60
    return json.dumps({"type": role, "uuid": f"u{number}", "parentUuid": parent, "sessionId": "killed", "isSidechain": False,
                       "timestamp": f"2026-01-01T{number // 3600:02}:{number // 60 % 60:02}:{seconds:02}.000Z",
                       "message": message})


def write_log(path):
    """A conversation with a fork every hundred requests."""
    lines, parent, number = [], None, 0
    for request in range(REQUESTS):
        if request % 100 == 99:
            parent = f"u{number - 20}"
        number += 1
        lines.append(line(number, parent, "user", {"role": "user", "content": f"question {request} " + "word " * 60}))
        reply = {"id": f"msg_{number}", "type": "message", "role": "assistant", "model": "claude-x", "stop_reason": "end_turn",
                 "content": [{"type": "text", "text": f"answer {request} " + "word " * 60}],
                 "usage": {"input_tokens": 3, "output_tokens": 7}}
        number += 1
        lines.append(line(number, f"u{number - 1}", "assistant", reply))
        parent = f"u{number}"
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")


def command(store):
    return [BINARY, "import", "--log", "claude-code", "session.jsonl", "--store", store, "--json"]


def call(store, operation, arguments):
    done = subprocess.run([BINARY, "call", operation, json.dumps(arguments), "--store", store], env=ENVIRONMENT,
                          capture_output=True, text=True)
    expect(done.returncode == 0, operation, done.stdout + done.stderr)
    return json.loads(done.stdout)


def facts(store):
    """Contexts, heads of branches, and the answers of all branches with their commits and counts. A commit may be on
    several branches; which of these has its answer depends on where an import stopped."""
    contexts = [each["name"] for each in call(store, "contexts", {})["contexts"]]
    found = {}
    for name in contexts:
        heads = [(each["name"], each["commit_id"]) for each in call(store, "branches", {"context": name})["branches"]]
        attempts = [(each["commit_id"], each["response_id"], each["token_out"]) for branch, _ in heads
                    for each in call(store, "attempts", {"context": name, "branch": branch})["attempts"]]
        found[name] = (heads, sorted(attempts))
    return found


def run_for(seconds):
    child = subprocess.Popen(command("killed.db"), env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        child.wait(timeout=seconds)
        return False
    except subprocess.TimeoutExpired:
        child.send_signal(signal.SIGKILL)
        child.wait()
        return True


def main():
    write_log("session.jsonl")
    begin = time.monotonic()
    whole = subprocess.run(command("whole.db"), env=ENVIRONMENT, capture_output=True, text=True)
    spent = time.monotonic() - begin
    expect(whole.returncode == 0, "an import succeeds", whole.stderr)
    killed = 0
    for attempt in range(KILLS):
        killed += run_for(spent * (attempt + 1) / (KILLS + 3))
    expect(killed > 0, "imports were killed")
    last = subprocess.run(command("killed.db"), env=ENVIRONMENT, capture_output=True, text=True)
    expect(last.returncode == 0, "the import goes on", last.stdout + last.stderr)
    expect(facts("killed.db") == facts("whole.db"), "the store has what one import makes",
           f"{facts('killed.db')!s:.900}\n{facts('whole.db')!s:.900}")
    again = subprocess.run(command("killed.db"), env=ENVIRONMENT, capture_output=True, text=True)
    added = [(each["commits"], each["branches"], each["attempts"]) for each in json.loads(again.stdout)["contexts"]]
    expect(added == [(0, 0, 0)], "importing again adds nothing", again.stdout)
    sound = subprocess.run([BINARY, "fsck", "--store", "killed.db"], env=ENVIRONMENT, capture_output=True, text=True)
    expect(sound.returncode == 0, "the store is sound", sound.stdout + sound.stderr)
    print(f"{killed} imports were killed")


folder = tempfile.mkdtemp()
try:
    os.chdir(folder)
    main()
finally:
    os.chdir("/")
    shutil.rmtree(folder, ignore_errors=True)
