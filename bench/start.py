#!/usr/bin/env python3
"""Compares how long two programs take to print their version.

    bench/start.py PROGRAM [ROUNDS]

Runs `sqlite3 --version` (Debian's package sqlite3) and `PROGRAM --version` by turns, ROUNDS times each (default: 200)
after one round to warm up. Prints the median of both and the median of the ratios of neighbours. Exits with 1 if that
ratio is above 2.0, and with 77 if sqlite3 is not installed.
"""
import os
import shutil
import statistics
import sys
import time

TARGET = 2.0


def milliseconds(program):
    to_null = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    begin = time.perf_counter_ns()
    child = os.posix_spawn(program, [program, "--version"], os.environ, file_actions=to_null)
    _, status = os.waitpid(child, 0)
    end = time.perf_counter_ns()
    if status != 0:
        sys.exit(f"{program} --version failed")
    return (end - begin) / 1e6


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    program = sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) == 3 else 200
    sqlite = shutil.which("sqlite3")
    if sqlite is None:
        print("skipped: sqlite3 is not installed")
        return 77
    pairs = [(milliseconds(sqlite), milliseconds(program)) for _ in range(rounds + 1)][1:]
    ratio = statistics.median(ours / theirs for theirs, ours in pairs)
    for name, at in ((sqlite, 0), (program, 1)):
        print(f"{statistics.median(pair[at] for pair in pairs):8.2f} ms  {name} --version")
    print(f"{ratio:8.2f}     ratio, target {TARGET}: {'met' if ratio <= TARGET else 'missed'}")
    return 0 if ratio <= TARGET else 1


sys.exit(main())
