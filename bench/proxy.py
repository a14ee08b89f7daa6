#!/usr/bin/env python3
"""Measures what the recording proxy adds to a call, by turns with calls that go to the same vendor directly.

    bench/proxy.py PROGRAM [ROUNDS]

The vendor is a process of its own that answers at once. Each turn is one call directly and one through
`PROGRAM proxy`, on connections that stay open. Prints the medians of the time to the first byte and of the throughput
of a streamed reply of 5,000 events, and judges the median of the differences (under 1 ms) and of the ratios of
neighbours (at least 0.9). Every call is recorded meanwhile. Exits with 1 if a target is missed, or if the answers
differ.
"""
import json
import multiprocessing
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "proxy"))
sys.argv, ARGUMENTS = sys.argv[:2], sys.argv
from fake_vendor import FakeVendor, chat_chunks  # noqa: E402
from proxy_process import Talk, chat_body, request_bytes  # noqa: E402

MOST_ADDED = 1.0
LEAST_RATIO = 0.9
EVENTS = 5000


class StreamingVendor(FakeVendor):
    def answer_many(self, connection, request):
        pieces = chat_chunks([{"content": f"word {number} "} for number in range(EVENTS)], "stop")
        return self.send_chunks(connection, pieces, pause=0)


def serve_vendor(pipe):
    vendor = StreamingVendor()
    pipe.send(vendor.port)
    signal.pause()


def first_byte(talk, data):
    """Milliseconds until the first byte; the rest is read before the next call."""
    begin = time.perf_counter_ns()
    talk.send(data)
    talk.stream.fill()
    end = time.perf_counter_ns()
    return (end - begin) / 1e6, talk.answer().body


def throughput(talk, data):
    """Megabytes a second."""
    begin = time.perf_counter_ns()
    talk.send(data)
    talk.stream.until(b"\r\n\r\n")
    size = len(talk.stream.until(b"\r\n0\r\n\r\n"))
    return size / ((time.perf_counter_ns() - begin) / 1e9) / 1e6, size


def judge(name, value, unit, target, is_met):
    print(f"{value:8.3f} {unit}  {name}, target {target}: {'met' if is_met else 'missed'}")
    return is_met


def measure(talks, rounds):
    ports = [talk.socket.getpeername()[1] for talk in talks]
    starts = ("/v1", "/openai/v1")
    small = [request_bytes(start + "/chat/completions", port, chat_body()) for start, port in zip(starts, ports)]
    many = [request_bytes(start + "/chat/completions", port, chat_body(stream=True), headers=[("x-scenario", "many")])
            for start, port in zip(starts, ports)]
    times, rates = [], []
    for number in range(rounds + 5):
        pair = [first_byte(talk, data) for talk, data in zip(talks, small)]
        if pair[0][1] != pair[1][1]:
            sys.exit("the proxy gave another answer")
        if number >= 5:
            times.append((pair[0][0], pair[1][0]))
    for _ in range(max(3, rounds // 40)):
        pair = [throughput(talk, data) for talk, data in zip(talks, many)]
        if pair[0][1] != pair[1][1]:
            sys.exit("the proxy gave another stream")
        rates.append((pair[0][0], pair[1][0]))
    return times, rates


def main():
    if len(ARGUMENTS) not in (2, 3):
        sys.exit(__doc__)
    rounds = int(ARGUMENTS[2]) if len(ARGUMENTS) == 3 else 400
    ours, theirs = multiprocessing.Pipe()
    vendor = multiprocessing.Process(target=serve_vendor, args=(theirs,), daemon=True)
    vendor.start()
    port = ours.recv()
    with tempfile.TemporaryDirectory() as folder:
        proxy = subprocess.Popen([os.path.abspath(ARGUMENTS[1]), "proxy", "--listen", "127.0.0.1:0", "--json", "--store",
                                  os.path.join(folder, "store.db"), "--upstream", f"openai=http://127.0.0.1:{port}/v1"],
                                 stdout=subprocess.PIPE, text=True)
        try:
            url = json.loads(proxy.stdout.readline())["url"]
            times, rates = measure([Talk(port), Talk(int(url.rsplit(":", 1)[1]))], rounds)
        finally:
            proxy.terminate()
            proxy.wait()
            vendor.terminate()
    for which, name in ((0, "directly"), (1, "through the proxy")):
        print(f"{statistics.median(pair[which] for pair in times):8.3f} ms    to the first byte {name}")
    for which, name in ((0, "directly"), (1, "through the proxy")):
        print(f"{statistics.median(pair[which] for pair in rates):8.1f} MB/s  of a streamed reply {name}")
    added = statistics.median(through - direct for direct, through in times)
    ratio = statistics.median(through / direct for direct, through in rates)
    results = [judge("added to the time to the first byte", added, "ms   ", MOST_ADDED, added < MOST_ADDED),
               judge("of the direct throughput", ratio, "times", LEAST_RATIO, ratio >= LEAST_RATIO)]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
