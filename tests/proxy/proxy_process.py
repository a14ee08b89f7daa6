"""`latewood proxy` in a process of its own, in front of a fake vendor, and clients that show every byte."""
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "server"))
from server_process import BINARY, ENVIRONMENT, expect, latewood  # noqa: E402
from fake_vendor import Stream  # noqa: E402

KEY = "sk-test-0123456789abcdefOAKKEY"
OF_ONE_CONNECTION = {"connection", "keep-alive", "host"}


def user(text):
    return {"role": "user", "content": text}


def chat_body(text="Which tree?", **more):
    return {"model": "gpt-fake", "messages": [{"role": "system", "content": "You know trees."}, user(text)], **more}


def responses_body(text="Which tree?", **more):
    return {"model": "gpt-fake", "instructions": "You know trees.", "input": [user(text)], **more}


def message_body(text="Which tree?", **more):
    return {"model": "claude-fake", "max_tokens": 100, "system": "You know trees.", "messages": [user(text)], **more}


def gemini_body(text="Which tree?", **more):
    return {"systemInstruction": {"parts": [{"text": "You know trees."}]},
            "contents": [{"role": "user", "parts": [{"text": text}]}], **more}


# (name, prefix at the proxy, prefix at the vendor, path, body)
APIS = [
    ("chat", "/openai/v1", "/v1", "/chat/completions", chat_body),
    ("responses", "/openai/v1", "/v1", "/responses", responses_body),
    ("messages", "/anthropic", "", "/v1/messages", message_body),
    ("gemini", "/gemini", "", "/v1beta/models/gemini-fake:generateContent", gemini_body),
]
GEMINI_STREAM = ("gemini", "/gemini", "", "/v1beta/models/gemini-fake:streamGenerateContent?alt=sse", gemini_body)


def request_bytes(target, port, body, headers=(), method="POST", version="HTTP/1.1"):
    """`body` is bytes, or something to write as JSON; None: none."""
    data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    lines = [f"{method} {target} {version}", f"Host: 127.0.0.1:{port}", f"Authorization: Bearer {KEY}", f"x-api-key: {KEY}",
             "Cookie: session=" + KEY, "X-Odd-Name:  two  blanks "]
    names = [name.lower() for name, _ in headers]
    if data is not None and "transfer-encoding" not in names:
        lines.append(f"Content-Length: {len(data)}")
    if data is not None and "content-type" not in names:
        lines.append("Content-Type: application/json")
    lines += [f"{name}: {value}" for name, value in headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + (data or b"")


class Seen:
    """An answer as a client saw it."""

    def __init__(self, first, headers, body, is_whole, times):
        self.first = first
        self.headers = headers  # without those of one connection
        self.body = body        # raw, with the sizes of chunks
        self.is_whole = is_whole
        self.times = times      # when bytes arrived

    def __eq__(self, other):
        return (self.first, self.headers, self.body, self.is_whole) == (
            other.first, other.headers, other.body, other.is_whole)

    def __str__(self):
        return f"{self.first} {self.headers} whole: {self.is_whole} {len(self.body)} bytes {self.body[:600]!r}"


class Talk:
    """One connection."""

    def __init__(self, port, timeout=60):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        self.stream = Stream(self.socket)

    def send(self, data):
        self.socket.sendall(data)

    def answer(self, is_slow=False):
        """The answer, with the early ones before it."""
        stream, times, body = self.stream, [], b""
        first, headers = b"", []
        while True:
            head = stream.until(b"\r\n\r\n")
            if head is None:
                return Seen("", headers, b"", False, times)
            lines = head.decode("latin-1").split("\r\n")
            first += lines[0].encode()
            pairs = [line.split(":", 1) for line in lines[1:] if line]
            headers += [(name, value.strip()) for name, value in pairs if name.lower() not in OF_ONE_CONNECTION]
            if not lines[0].split(" ")[1].startswith("1"):
                break
        known = {name.lower(): value for name, value in headers}
        whole = True
        times.append(time.monotonic())
        if known.get("transfer-encoding") == "chunked":
            while True:
                if is_slow:
                    time.sleep(0.002)
                size = stream.until(b"\r\n")
                data = stream.exactly(int(size, 16) + 2) if size else None
                if data is None:
                    body += (size or b"") + stream.ahead
                    whole = False
                    break
                times.append(time.monotonic())
                body += size + data
                if int(size, 16) == 0:
                    break
        elif "content-length" in known:
            body = stream.exactly(int(known["content-length"]))
            whole = body is not None
        else:
            while stream.fill():
                pass
            body = stream.ahead
        return Seen(first, headers, body, whole, times)

    def close(self):
        self.socket.close()


def ask(port, data, **options):
    talk = Talk(port)
    try:
        talk.send(data)
        return talk.answer(**options)
    finally:
        talk.close()


class Proxy:
    def __init__(self, vendor, *options, store="store.db", log="calls.jsonl", verb=("proxy",)):
        self.log = log
        self.errors = tempfile.TemporaryFile()
        upstreams = []
        for name, path in (("openai", "/v1"), ("anthropic", ""), ("gemini", "")):
            upstreams += ["--upstream", f"{name}={vendor.url}{path}"]
        self.process = subprocess.Popen(
            [BINARY, *verb, "--listen", "127.0.0.1:0", "--json", "--store", store, "--call-log", log, "--access-log",
             "access.jsonl", *upstreams, *options],
            env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=self.errors, text=True, stdin=subprocess.DEVNULL)
        line = self.process.stdout.readline()
        expect(line, "the proxy starts", self.said())
        self.started = json.loads(line)
        self.url = self.started["url"]
        self.port = int(self.url.rsplit(":", 1)[1])

    def said(self):
        self.errors.seek(0)
        return self.errors.read().decode()

    def calls(self, count, seconds=60):
        """The lines of the first `count` calls."""
        end = time.monotonic() + seconds
        while True:
            lines = open(self.log).read().splitlines() if os.path.exists(self.log) else []
            if len(lines) >= count:
                return [json.loads(line) for line in lines]
            expect(time.monotonic() < end, f"{count} calls are in the log", lines)
            time.sleep(0.01)

    def metric(self, name):
        token = json.loads(latewood("token", "new", "--json").stdout)["token"]
        answer = ask(self.port, request_bytes("/metrics", self.port, None, method="GET",
                                              headers=()).replace(KEY.encode(), token.encode(), 1))
        for line in answer.body.decode().splitlines():
            if line.startswith(name + " "):
                return int(line.split(" ")[1])
        return None

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=60)
        self.process.stdout.close()
        expect(code == 0, "the proxy ends well", self.said())

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is not None:
            print(f"the proxy said: {self.said()!r}; its exit code: {self.process.poll()}", file=sys.stderr)
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def check_no_secret():
    """Searches every file of the folder: stores, logs, whatever was written."""
    for folder, _, names in os.walk("."):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                data = file.read()
            expect(KEY.encode() not in data, f"{name} does not have the key")
