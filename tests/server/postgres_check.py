#!/usr/bin/env python3
"""Two servers on one PostgreSQL database: tokens and events of one are known to the other; a database that is gone is
answered with 503 and Retry-After, and the servers go on when it is back.

    postgres_check.py LATEWOOD_BINARY

Exits with 77, which means skipped, where PostgreSQL is not installed.
"""
import json
import os
import shutil
import sys
import tempfile
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from database import Database, is_installed
from server_process import Events, Server, expect, latewood, wait_until


def check_shared(one, other):
    made = json.loads(latewood("token", "new", "--scope", "write", "--json", store=one.store).stdout)
    token = made["token"]
    events = Events(other, token=token)
    commits = []
    for number in range(30):
        server = (one, other)[number % 2]
        commits.append(server.done("commit", {"message": str(number)}, token=token)["commit_id"])
    seen = [json.loads(events.next()["data"])["commit_id"] for _ in commits]
    expect(seen == commits, "commits of both servers are events of each")
    place = events.last_id
    events.close()
    last = one.done("commit", {}, token=token)["commit_id"]
    moved = Events(one, last_id=place, token=token)
    expect(json.loads(moved.next()["data"])["commit_id"] == last, "a stream goes on at another server")
    moved.close()
    latewood("token", "revoke", made["id"], store=one.store)
    for server in (one, other):
        wait_until(lambda: server.call("contexts", token=token).status == 401, "a revoked token ends everywhere")


def check_writers(one, other):
    """Both servers commit to one branch: each commit is made once, and a given parent is met once."""
    made = []

    def commit(server):
        for _ in range(25):
            answer = server.call("commit", {})
            expect(answer.status == 200, "a commit beside those of another server", answer)
            made.append(answer.json()["commit_id"])

    threads = [threading.Thread(target=commit, args=(server,)) for server in (one, other) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    log = [commit["commit_id"] for commit in one.done("log", {"limit": 1000})["commits"]]
    expect(len(made) == len(set(made)) == 100 and set(made) <= set(log), "no commit is lost or made twice")
    parent = log[0]
    results = [server.call("commit", {"expected_parent": parent}).status for server in (one, other)]
    expect(sorted(results) == [200, 409], "of two servers with one parent, one wins", results)


def check_loss(database, server):
    events = Events(server)
    database.stop()
    answer = server.call("contexts")
    expect(answer.status == 503 and answer.headers["retry-after"], "a database that is gone", answer)
    expect(server.ask("GET", "/readyz", token="").status == 503, "the server is not ready")
    expect(server.ask("GET", "/healthz", token="").status == 200, "but it lives")
    database.start()
    wait_until(lambda: server.call("contexts").status == 200, "the server goes on when the database is back", 60)
    expect(server.ask("GET", "/readyz", token="").status == 200, "and is ready")
    commit = server.done("commit", {})["commit_id"]
    expect(json.loads(events.next()["data"])["commit_id"] == commit, "and so do streams")


def check():
    if not is_installed():
        print("postgres_check: skipped, PostgreSQL is not installed")
        sys.exit(77)
    folder = tempfile.mkdtemp()
    database = Database(folder)
    try:
        expect(latewood("init", store=database.url).returncode == 0, "a store can be made")
        with Server(store=database.url) as one, Server(store=database.url) as other:
            one.store = other.store = database.url
            check_shared(one, other)
            check_writers(one, other)
            check_loss(database, one)
            expect(one.stop() == 0 and other.stop() == 0, "the servers end", one.said() + other.said())
        expect(latewood("verify", "--all", store=database.url).returncode == 0, "the store is sound")
    finally:
        database.stop()
        shutil.rmtree(folder, ignore_errors=True)


check()
