#!/usr/bin/env python3
"""Many processes that insert into one branch: all blocks are there, and no command fails.

usage: many_writers_check.py LATEWOOD
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import threading

INSERTS = 8


def run(latewood, store, *arguments):
    return subprocess.run([latewood, *arguments, "--store", store], capture_output=True, text=True, timeout=120)


def insert_all(latewood, store, writer, failures):
    for number in range(INSERTS):
        done = [run(latewood, store, "insert", "--id", f"w{writer}-{number}", "--role", "user", "text")]
        if number % 4 == 3:
            done.append(run(latewood, store, "commit", "-m", f"writer {writer}"))
        failures += [one.stderr for one in done if one.returncode != 0]


def check(latewood, folder, writers):
    store = str(folder / f"{writers}.db")
    assert run(latewood, store, "init").returncode == 0
    failures = []
    threads = [
        threading.Thread(target=insert_all, args=(latewood, store, writer, failures)) for writer in range(writers)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures
    assert run(latewood, store, "commit").returncode == 0
    found = set(json.loads(run(latewood, store, "select", "@t0 .cb").stdout))
    expected = {f"w{writer}-{number}" for writer in range(writers) for number in range(INSERTS)}
    assert found == expected, expected - found
    commits = run(latewood, store, "log", "--json").stdout.splitlines()
    assert len(commits) == writers * INSERTS // 4 + 1, len(commits)
    verified = run(latewood, store, "verify")
    assert verified.returncode == 0, verified.stdout


def main():
    with tempfile.TemporaryDirectory() as folder:
        for writers in (2, 4, 8):
            check(sys.argv[1], pathlib.Path(folder), writers)
            print(f"{writers} writers: all blocks are there")


if __name__ == "__main__":
    main()
