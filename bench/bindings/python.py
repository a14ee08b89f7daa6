#!/usr/bin/env python3
"""What the Python package adds to the engine, beside the same work in C++ and in Python's own JSON.

    bench/bindings/python.py PROGRAM PACKAGES [--quick]

PROGRAM is latewood_bindings of the same build, PACKAGES the folder with the built package. Both work by turns in one
run, and their results are compared. Times are those of the processor, since all of the work is in memory. Prints for each figure the median ratio of neighbours with the smallest and the
largest; exits with 1 if a target is missed. With --quick sizes are small and only the results are judged.
"""

import gc
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def parse():
    names = [one for one in sys.argv[1:] if not one.startswith("-")]
    if len(names) != 2:
        sys.exit(__doc__)
    sys.path.insert(0, names[1])
    return names[0], "--quick" in sys.argv


PROGRAM, QUICK = parse()
import latewood  # noqa: E402  its folder is an argument

ROUNDS = 2 if QUICK else 9
failures = []


class Engine:
    """The C++ side."""

    def __init__(self):
        self.process = subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, request):
        self.process.stdin.write(request + "\n")
        self.process.stdin.flush()
        number, result = self.process.stdout.readline().split()
        return int(number), result


def timed(call, count):
    begin = time.process_time_ns()
    result = call()
    return (time.process_time_ns() - begin) / count, result


def figure(name, pairs, value, target, holds, unit=""):
    """`pairs` are (C++ or JSON, Python) in nanoseconds, the first of them to warm up."""
    values = [value(one, other) for one, other in pairs[1:]]
    median = statistics.median(values)
    is_met = QUICK or holds(median)
    judged = "result checked" if QUICK else "met" if is_met else "MISSED"
    spread = "[%.2f %.2f]" % (min(values), max(values))
    print("%8.2f%s %s  %s, target %s: %s" % (median, unit, spread, name, target, judged))
    mine, theirs = (statistics.median(one[side] for one in pairs[1:]) / 1000 for side in (1, 0))
    print("%8s (%.2f us in Python, %.2f us beside it)" % ("", mine, theirs))
    if not is_met:
        failures.append(name)


def same(name, one, other):
    if one != other:
        sys.exit("%s: %r in Python, %r beside it" % (name, one, other))


def add_and_commit(count):
    with latewood.open("memory:", clock="logical") as repo:
        ctx = repo.context("main")

        def run():
            last = None
            for number in range(count):
                ctx.add("Message %d" % number)
                last = ctx.commit("m")
            return last.id

        return timed(run, count)


def select_by_id(ctx, count):
    def run():
        return sum(len(ctx.select("#n%d" % (number % 3332))) for number in range(count))

    return timed(run, count)


def read_tree(ctx):
    def run():
        size = 0
        seen = 0
        for node in ctx.latest().nodes():
            seen += 1
            if node.id and node.role is not None:
                size += len(node.content)
        return seen, size

    return timed(run, 1)


def read_json(path):
    text = path.read_text()
    # The document is dropped within its own round, as the nodes are within theirs.
    return timed(lambda: len(json.loads(text)), 1)


def main():
    engine = Engine()
    count = 100 if QUICK else 1000
    pairs = []
    for _ in range(ROUNDS + 1):
        theirs, wanted = engine.ask("add_commit %d" % count)
        mine, found = add_and_commit(count)
        same("the commit id of add and commit", found, wanted)
        pairs.append((theirs, mine))
    figure("add and commit in memory over C++", pairs, lambda a, b: b / a, "at most 3", lambda one: one <= 3)

    with tempfile.TemporaryDirectory() as folder:
        nodes, commit_id = engine.ask("tree " + folder)
        tree = latewood.open("memory:", clock="logical").context("main")
        for number in range(3332):
            tree.add("Message %d has a few more words in it, as people write them." % number,
                     role="user" if number % 2 == 0 else "assistant", id="n%d" % number)
            tree.commit()
        same("the commit id of the tree", tree.latest().commit_id, commit_id)

        count = 1000 if QUICK else 20000
        pairs = []
        for _ in range(ROUNDS + 1):
            theirs, wanted = engine.ask("select %d" % count)
            mine, found = select_by_id(tree, count)
            same("the matches", str(found), wanted)
            pairs.append((theirs, mine))
        figure("select by id above C++", pairs, lambda a, b: (b - a) / 1000, "under 10 us", lambda one: one < 10, " us")

        with latewood.open(Path(folder) / "tree.db") as repo:
            stored = repo.context("main")
            pairs = []
            for _ in range(ROUNDS + 1):
                gc.collect()
                theirs, _ = read_json(Path(folder) / "tree.json")
                mine, found = read_tree(stored)
                same("the nodes that were read", found[0], nodes)
                pairs.append((theirs, mine))
        figure("json.loads of an export over reading its %d nodes" % nodes, pairs, lambda a, b: a / b, "at least 5",
               lambda one: one >= 5)
    return 1 if failures else 0


sys.exit(main())
