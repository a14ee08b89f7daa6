#!/usr/bin/env python3
"""Spans that a server sends to a collector of OpenTelemetry: a real HTTP server of Python that keeps what it gets.

    telemetry_check.py LATEWOOD_BINARY
"""
import http.server
import json
import os
import subprocess
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from server_process import BINARY, ENVIRONMENT, Server, expect, in_new_folder, latewood, wait_until

KEY = "key-of-the-collector"
TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = "b7ad6b7169203331"


class Collector:
    """Answers with the statuses in turn, the last one for ever."""

    def __init__(self, *statuses):
        self.taken = []   # bodies that were answered with 200
        self.asked = []   # (path, headers) of every request
        self.statuses = list(statuses) or [200]
        collector = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                collector.asked.append((self.path, dict(self.headers.items())))
                status = collector.statuses.pop(0) if len(collector.statuses) > 1 else collector.statuses[0]
                if status == 200:
                    collector.taken.append(json.loads(body))
                self.send_response(status)
                if status == 503:
                    self.send_header("Retry-After", "1")
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def environment(self, path=""):
        return dict(ENVIRONMENT, OTEL_EXPORTER_OTLP_ENDPOINT=f"http://127.0.0.1:{self.server.server_port}{path}",
                    OTEL_EXPORTER_OTLP_HEADERS=f"x-api-key={KEY},x-team=trees%20and%20shrubs", OTEL_SERVICE_NAME="planner")

    def spans(self):
        return [span for body in self.taken for resource in body["resourceSpans"]
                for scope in resource["scopeSpans"] for span in scope["spans"]]


def turn(server, number, headers=()):
    """One turn of an agent; the number of its attempt."""
    server.done("insert", {"role": "user", "content": f"question {number}, which is nobody's business"})
    attempt = server.done("request", {"profile": "openai", "model": "large"}, headers=headers)["attempt_id"]
    server.done("complete", {"attempt_id": attempt, "response": {
        "object": "chat.completion", "id": f"r{number}", "model": "large-1",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "An answer."}}],
        "usage": {"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12}}})
    server.done("commit", {"message": f"turn {number}"})
    return attempt


def metric(server, name):
    for line in server.ask("GET", "/metrics").body.decode().splitlines():
        if line.startswith(name + " "):
            return int(line.split()[1])
    return None


def check_what_is_sent():
    collector = Collector()
    with Server(environment=collector.environment("/otlp")) as server:
        turn(server, 1)
        turn(server, 2, headers=[("traceparent", f"00-{TRACE}-{PARENT}-01")])
        turn(server, 3, headers=[("traceparent", "00-nonsense")])
        wait_until(lambda: len(collector.spans()) == 3, "the collector gets the attempt of each commit")
        wait_until(lambda: metric(server, "latewood_spans_sent_total") == 3, "sent spans are counted")
        expect(KEY not in server.ask("GET", "/metrics").body.decode(), "the key is not in the metrics")
        path, headers = collector.asked[0]
        expect(path == "/otlp/v1/traces", "the path of the protocol stands behind that of the endpoint", path)
        sent = {name.lower(): value for name, value in headers.items()}
        expect(sent["x-api-key"] == KEY and sent["x-team"] == "trees and shrubs", "the headers are sent", sent)
        expect(sent["content-type"] == "application/json", "the body is JSON", sent)
        expect("business" not in json.dumps(collector.taken), "no content is sent")
        spans = collector.spans()
        expect((spans[1]["traceId"], spans[1]["parentSpanId"]) == (TRACE, PARENT), "a span joins the trace of its caller", spans[1])
        expect("parentSpanId" not in spans[2], "a broken header is ignored", spans[2])
        exported = json.loads(latewood("export", "--otlp").stdout)["resourceSpans"][0]["scopeSpans"][0]["spans"]
        expect([exported[0], exported[2]] == [spans[0], spans[2]], "export --otlp gives the same spans", exported)
        server.stop()
        expect(KEY not in server.said(), "the key is not in the output")


def check_a_commit_of_another_process():
    collector = Collector()
    with Server(environment=collector.environment()) as server:
        done = latewood("call", "insert", '{"role":"user","content":"x"}')
        expect(done.returncode == 0, "another process writes", done.stderr)
        attempt = json.loads(latewood("call", "request", '{"profile":"anthropic","model":"m"}').stdout)["attempt_id"]
        latewood("call", "end_attempt", json.dumps({"attempt_id": attempt, "status": "error", "error": "529"}))
        done = latewood("commit", "-m", "beside the server")
        expect(done.returncode == 0, "another process commits", done.stderr)
        wait_until(lambda: len(collector.spans()) == 1, "its failed attempt is sent")
        span = collector.spans()[0]
        expect(span["status"] == {"code": 2, "message": "529"}, "with its error", span)


def check_a_collector_that_is_busy():
    collector = Collector(503, 429, 200)
    with Server(environment=collector.environment()) as server:
        turn(server, 1)
        wait_until(lambda: len(collector.spans()) == 1, "a span that was refused for now is sent again")
        expect(len(collector.asked) == 3, "after each answer that permits it", collector.asked)
        expect(metric(server, "latewood_spans_dropped_total") == 0, "nothing was dropped")


def check_a_collector_that_refuses():
    collector = Collector(400)
    with Server(environment=collector.environment()) as server:
        turn(server, 1)
        wait_until(lambda: metric(server, "latewood_spans_dropped_total") == 1, "a refused span is counted")
        expect(len(collector.asked) == 1, "and not sent again", collector.asked)


def check_a_collector_that_is_gone():
    environment = dict(ENVIRONMENT, OTEL_EXPORTER_OTLP_ENDPOINT="http://127.0.0.1:1")
    with Server(environment=environment) as server:
        for number in range(20):
            turn(server, number)
        expect(server.stop() == 0, "a server whose collector is gone works and stops")


def check_stopping_sends_what_is_there():
    collector = Collector()
    with Server(environment=collector.environment()) as server:
        for number in range(5):
            turn(server, number)
        expect(server.stop() == 0, "the server stops")
    expect(len(collector.spans()) == 5, "what was committed is sent before it ends", len(collector.spans()))


def latewood_with(environment, *arguments):
    return subprocess.run([BINARY, *arguments, "--store", "store.db"], env=environment, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=60)


def check_the_environment():
    wrong = {
        "OTEL_EXPORTER_OTLP_ENDPOINT": ["ftp://collector", "collector:4318", "http://", "http://user:secret@collector"],
        "OTEL_EXPORTER_OTLP_HEADERS": ["secret", "a b=secret", "key=%zsecret", "key=secret%0d%0a"],
    }
    for name, values in wrong.items():
        for value in values:
            environment = dict(ENVIRONMENT, OTEL_EXPORTER_OTLP_ENDPOINT="http://127.0.0.1:4318")
            environment[name] = value
            done = latewood_with(environment, "serve", "--check", "--listen", "127.0.0.1:0")
            expect(done.returncode != 0 and "E_OPTION_INVALID" in done.stderr and name in done.stderr,
                   f"{name}={value} is refused", done.stderr)
            expect("secret" not in done.stderr + done.stdout, "without repeating what may be a key", done.stderr)
    for name, value in [("OTEL_SDK_DISABLED", "true"), ("OTEL_TRACES_EXPORTER", "none")]:
        collector = Collector()
        with Server(environment=dict(collector.environment(), **{name: value})) as server:
            turn(server, 1)
            expect(server.stop() == 0, "the server stops")
        expect(not collector.asked, f"{name}={value} sends nothing", collector.asked)


if __name__ == "__main__":
    for check in [check_what_is_sent, check_a_commit_of_another_process, check_a_collector_that_is_busy,
                  check_a_collector_that_refuses, check_a_collector_that_is_gone, check_stopping_sends_what_is_there,
                  check_the_environment]:
        in_new_folder(check)
    print("telemetry: all as it should be")
