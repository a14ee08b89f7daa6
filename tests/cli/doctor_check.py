#!/usr/bin/env python3
"""AUD-16: `doctor` writes nothing. Sound, used, damaged, old, read-only and foreign files are byte for byte what they were,
nothing new lies beside them, and every one gets an answer.

    doctor_check.py LATEWOOD_BINARY
"""
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile

BINARY = os.path.abspath(sys.argv[1])
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LATEWOOD_CLOCK": "logical", "LC_ALL": "C.UTF-8", "TZ": "UTC"}


def run(*arguments):
    return subprocess.run([BINARY, *arguments], env=ENVIRONMENT, capture_output=True, text=True, stdin=subprocess.DEVNULL)


def must(*arguments):
    done = run(*arguments)
    if done.returncode != 0:
        sys.exit(f"{arguments}: exit {done.returncode}\n{done.stderr}")


def contents(folder):
    """Every file with its digest; an empty log and the index of the log are no part of the store."""
    found = {}
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if name.endswith("-shm") or (name.endswith("-wal") and os.path.getsize(path) == 0):
            continue
        with open(path, "rb") as file:
            found[name] = hashlib.sha256(file.read()).hexdigest()
    return found


def check(holds, claim, seen):
    if not holds:
        sys.exit(f"not so: {claim}\n{seen}")


def examine(folder, exit_code):
    before = contents(folder)
    times = os.stat(os.path.join(folder, "s.db")).st_mtime_ns
    for extra in ([], ["--json"]):
        done = run("doctor", "--store", os.path.join(folder, "s.db"), *extra)
        check(done.returncode == exit_code, f"doctor ends with {exit_code}", done)
        check(done.stdout, "doctor has an answer", done)
    found = json.loads(done.stdout)
    after = contents(folder)
    check(after == before, "every file is byte for byte what it was, and no other is written", (before, after))
    check(os.stat(os.path.join(folder, "s.db")).st_mtime_ns == times, "the file was not touched", found)
    return found


def make(folder):
    store = ["--store", os.path.join(folder, "s.db")]
    must("init", *store)
    for number in range(5):
        must("insert", f"said {number}", "--role", "user", *store)
        must("commit", "-m", str(number), *store)
    must("insert", "waits", "--role", "user", *store)


def main():
    with tempfile.TemporaryDirectory() as sound:
        make(sound)
        found = examine(sound, 0)
        check(found["wrong"] == [], "a sound store has nothing wrong", found)
        check(len(found["waiting"]) == 1, "it is told what waits", found)
        check(found["schema"] >= 2, "the schema version is told", found)
        check(found["file"]["bytes"] == os.path.getsize(os.path.join(sound, "s.db")), "the size is told", found)

        with tempfile.TemporaryDirectory() as other:
            shutil.copytree(sound, other, dirs_exist_ok=True)
            open(os.path.join(other, "s.db.77-1.part"), "wb").write(b"half")
            found = examine(other, 0)
            check(found["file"]["leftovers"] == ["s.db.77-1.part"], "what was left over is told", found)
            os.chmod(os.path.join(other, "s.db"), 0o666)
            found = examine(other, 0)
            check(any("chmod" in line for line in found["advice"]), "open permissions are told", found)

        size = os.path.getsize(os.path.join(sound, "s.db"))
        for place in range(4096 + 40, size, max(4096, size // 12)):
            with tempfile.TemporaryDirectory() as damaged:
                shutil.copytree(sound, damaged, dirs_exist_ok=True)
                with open(os.path.join(damaged, "s.db"), "r+b") as file:
                    file.seek(place)
                    file.write(b"\xff" * 64)
                before = contents(damaged)
                done = run("doctor", "--json", "--store", os.path.join(damaged, "s.db"))
                check(done.returncode in (0, 1) and json.loads(done.stdout), "damage has an answer", done)
                after = contents(damaged)
                check({name: after.get(name) for name in before} == before, "damage is left as it is", place)

        with tempfile.TemporaryDirectory() as foreign:
            open(os.path.join(foreign, "s.db"), "w").write("no store")
            found = examine(foreign, 1)
            check(found["wrong"] and found["advice"], "a file of another program is told", found)


main()
