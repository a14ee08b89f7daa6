#!/usr/bin/env python3
"""How many commits a second servers make, for docs/scale.md: figures to compare with each other, never judged.

    bench/servers.py LATEWOOD_BINARY [SECONDS]

One server on an SQLite file, then one and two servers on a private PostgreSQL without fsync, with 1, 8 and 32 clients
on contexts of their own, and 8 clients on one branch. Prints a line of a Markdown table for each.
"""
import os
import shutil
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tests/server"))
from database import Database, is_installed
from server_process import Server, expect, latewood

SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 4.0
TEXT = "Why does the oak drop leaves in July? " * 5


def commit_until(server, context, end, counts, number):
    wire = server.wire(timeout=60)
    body = {"context": context, "edits": [{"op": "insert", "args": {"role": "user", "content": TEXT}}], "commit": {}}
    request = server.request("POST", "/v1/operations/apply", body)
    while time.monotonic() < end:
        wire.send(request)
        answer = wire.answer()
        expect(answer.status == 200, "a commit", answer)
        counts[number] += 1
    wire.close()


def measure(name, servers, clients, is_one_branch=False):
    contexts = ["shared"] * clients if is_one_branch else [f"c{number}" for number in range(clients)]
    for context in set(contexts):
        servers[0].call("create_context", {"name": context})
    counts = [0] * clients
    start = time.monotonic()
    threads = [threading.Thread(target=commit_until, args=(servers[number % len(servers)], contexts[number],
                                                           start + SECONDS, counts, number))
               for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rate = sum(counts) / (time.monotonic() - start)
    where = "one branch" if is_one_branch else "one context each"
    print(f"| {name} | {clients}, {where} | {rate:,.0f} | {min(counts)} to {max(counts)} |", flush=True)


def measure_all(name, servers):
    for clients in (1, 8, 32):
        measure(name, servers, clients)
    measure(name, servers, 8, is_one_branch=True)


def on_sqlite(folder):
    store = os.path.join(folder, "store.db")
    latewood("init", store=store)
    with Server(store=store) as server:
        measure_all("one, an SQLite file", [server])
        server.stop()


def on_postgres(folder):
    database = Database(folder)
    try:
        latewood("init", store=database.url)
        with Server(store=database.url) as one:
            measure_all("one, PostgreSQL", [one])
            with Server(store=database.url) as other:
                measure_all("two, PostgreSQL", [one, other])
                other.stop()
            one.stop()
    finally:
        database.stop()


print("| Servers | Clients | Commits per second | Commits of a client |\n| --- | --- | --- | --- |")
for measured in (on_sqlite, on_postgres):
    if measured is on_postgres and not is_installed():
        print("PostgreSQL is not installed")
        continue
    place = tempfile.mkdtemp()
    try:
        measured(place)
    finally:
        shutil.rmtree(place, ignore_errors=True)
