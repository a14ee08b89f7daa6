#!/usr/bin/env python3
"""The server under load: a kill under load loses nothing that was acknowledged; a thousand streams, of which two hundred
are never read, bound its memory and leave commits unaffected; a stream goes on across a kill.

    load_check.py LATEWOOD_BINARY
"""
import json
import os
import resource
import selectors
import signal
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from server_process import Events, Server, expect, in_new_folder, latewood, wait_until

WRITERS = 8
STREAMS = 1000
UNREAD = 200
COMMITS = 40
MARK = b"event: commit"


def commit_until_dead(server, number, acknowledged):
    """Each writer has a context, a connection, and a list of what it was told."""
    wire = server.wire()
    try:
        while True:
            wire.send(server.request("POST", "/v1/operations/commit",
                                     {"context": f"c{number}", "message": str(len(acknowledged))}))
            answer = wire.answer()
            expect(answer.status == 200, "a commit under load", answer)
            acknowledged.append(answer.json()["commit_id"])
    except (OSError, EOFError):
        wire.close()


def check_kill():
    events_seen = []
    place = "0-"
    acknowledged = [[] for _ in range(WRITERS)]
    for round_number in range(3):
        with Server() as server:
            if round_number == 0:
                for number in range(WRITERS):
                    server.done("create_context", {"name": f"c{number}"})
            threads = [threading.Thread(target=commit_until_dead, args=(server, number, acknowledged[number]))
                       for number in range(WRITERS)]
            events = Events(server, last_id=place)
            for thread in threads:
                thread.start()
            wait_until(lambda: sum(map(len, acknowledged)) > 150 * (round_number + 1), "commits are made", 60)
            # A few events arrive before the kill; the rest is for the next round.
            for _ in range(40):
                events_seen.append(json.loads(events.next()["data"])["commit_id"])
            server.process.send_signal(signal.SIGKILL)
            server.process.wait()
            for thread in threads:
                thread.join()
            place = events.last_id
            events.close()
    with Server() as server:
        made = []
        for number in range(WRITERS):
            log = [one["commit_id"] for one in server.done("log", {"context": f"c{number}"})["commits"]]
            made += log
            missing = set(acknowledged[number]) - set(log)
            expect(not missing, f"every acknowledged commit of c{number} is there", missing)
        events = Events(server, last_id=place)
        while len(events_seen) < len(made):
            events_seen.append(json.loads(events.next()["data"])["commit_id"])
        expect(sorted(events_seen) == sorted(made), "events across kills: none lost, none twice")
    expect(latewood("verify", "--all").returncode == 0, "the store is sound after kills")


class Drain(threading.Thread):
    """Reads many streams at once and counts their commits."""

    def __init__(self, streams):
        super().__init__(daemon=True)
        self.selector = selectors.DefaultSelector()
        self.counts = {}
        self.tails = {}
        for stream in streams:
            wire = stream.wire
            wire.socket.setblocking(False)
            self.counts[wire] = wire.ahead.count(MARK)
            self.tails[wire] = wire.ahead[-(len(MARK) - 1):]
            self.selector.register(wire.socket, selectors.EVENT_READ, wire)

    def run(self):
        while True:
            for key, _ in self.selector.select():
                try:
                    data = key.fileobj.recv(1 << 16)
                except OSError:
                    data = b""
                if not data:
                    self.selector.unregister(key.fileobj)
                    continue
                wire = key.data
                # A mark may lie across two pieces; the kept end is shorter than one.
                text = self.tails[wire] + data
                self.counts[wire] += text.count(MARK)
                self.tails[wire] = text[-(len(MARK) - 1):]


def check_streams():
    with Server() as server:
        server.done("contexts")
        idle = server.memory()
        streams = [Events(server) for _ in range(STREAMS)]
        expect(all(stream.status == 200 for stream in streams), "a thousand streams")
        opened = server.memory()
        drain = Drain(streams[UNREAD:])
        drain.start()
        commits = []
        for _ in range(COMMITS):
            commits.append(server.done("commit", {"message": "x" * 8000})["commit_id"])
        expect(len(set(commits)) == COMMITS, "commits go on beside streams that are not read")
        wait_until(lambda: min(drain.counts.values()) == COMMITS, "streams that are read have every commit", 120)
        expect(max(drain.counts.values()) == COMMITS, "and none twice")
        full = server.memory()
        said = f"idle {idle >> 20} MiB, {STREAMS} streams {opened >> 20} MiB, after commits {full >> 20} MiB"
        print(said)
        expect(full < 300 << 20, "memory is bounded", said)
        for one in streams:
            one.close()
        wait_until(lambda: "latewood_event_streams 0" in server.ask("GET", "/metrics").body.decode(),
                   "closed streams are noticed", 120)
        expect(server.stop() == 0, "the server ends", server.said())


def check_refused_connections():
    with Server("--max-connections", "20") as server:
        wires = [server.wire() for _ in range(19)]
        time.sleep(0.2)
        answers = [server.ask("GET", "/healthz", token="") for _ in range(1)]
        expect(answers[0].status == 200, "a connection within the limit", answers[0])
        wires += [server.wire() for _ in range(5)]
        time.sleep(0.2)
        late = server.wire()
        answer = late.answer()
        expect(answer.status == 503 and answer.headers["retry-after"], "beyond the limit there is a clear answer", answer)
        for wire in wires:
            wire.close()
        wait_until(lambda: server.ask("GET", "/healthz", token="").status == 200, "and later it is served")


def check_all():
    resource.setrlimit(resource.RLIMIT_NOFILE, (8192, 8192))
    check_kill()
    check_streams()
    check_refused_connections()


in_new_folder(check_all)
