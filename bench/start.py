#!/usr/bin/env python3
"""Compares how long programs take to start.

    bench/start.py PROGRAM [ROUNDS]

Runs by turns, ROUNDS times each (default: 200) after one round to warm up: `sqlite3 --version` (Debian's package
sqlite3), `PROGRAM --version`, and `PROGRAM mcp` until its first answer, that to `initialize`. Prints the median of
each and the medians of the ratios of neighbours: of PROGRAM over sqlite3, and of mcp over the version. Exits with 1 if
a ratio is above 2.0. Without sqlite3 the first ratio is skipped, and the exit code is 77 if the other is met.
"""
import os
import shutil
import statistics
import sys
import time

TARGET = 2.0
HELLO = (b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},'
         b'"clientInfo":{"name":"bench","version":"1"}}}\n')


def milliseconds_of_version(program):
    to_null = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    begin = time.perf_counter_ns()
    child = os.posix_spawn(program, [program, "--version"], os.environ, file_actions=to_null)
    _, status = os.waitpid(child, 0)
    end = time.perf_counter_ns()
    if status != 0:
        sys.exit(f"{program} --version failed")
    return (end - begin) / 1e6


def milliseconds_of_mcp(program):
    to_child, from_us = os.pipe()
    to_us, from_child = os.pipe()
    pipes = [(os.POSIX_SPAWN_DUP2, to_child, 0), (os.POSIX_SPAWN_DUP2, from_child, 1)]
    os.write(from_us, HELLO)
    begin = time.perf_counter_ns()
    child = os.posix_spawn(program, [program, "mcp"], os.environ, file_actions=pipes)
    os.close(from_child)
    answer = os.read(to_us, 65536)
    end = time.perf_counter_ns()
    for one in (to_child, from_us, to_us):
        os.close(one)
    _, status = os.waitpid(child, 0)
    if status != 0 or b'"serverInfo"' not in answer:
        sys.exit(f"{program} mcp failed")
    return (end - begin) / 1e6


def judge(name, ratios):
    ratio = statistics.median(ratios)
    print(f"{ratio:8.2f}     {name}, target {TARGET}: {'met' if ratio <= TARGET else 'missed'}")
    return ratio <= TARGET


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    program = os.path.abspath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) == 3 else 200
    sqlite = shutil.which("sqlite3")
    programs = [("latewood --version", lambda: milliseconds_of_version(program)),
                ("latewood mcp, first answer", lambda: milliseconds_of_mcp(program))]
    if sqlite is not None:
        programs.insert(0, ("sqlite3 --version", lambda: milliseconds_of_version(sqlite)))
    times = [[measure() for _, measure in programs] for _ in range(rounds + 1)][1:]
    for at, (name, _) in enumerate(programs):
        print(f"{statistics.median(one[at] for one in times):8.2f} ms  {name}")
    is_met = judge("mcp over --version", [one[-1] / one[-2] for one in times])
    if sqlite is None:
        print("skipped: sqlite3 is not installed")
        return 77 if is_met else 1
    is_met = judge("--version over sqlite3", [one[1] / one[0] for one in times]) and is_met
    return 0 if is_met else 1


sys.exit(main())
