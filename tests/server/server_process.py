"""A server of the command line in a process of its own, and a small HTTP client that shows every byte."""
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

BINARY = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else ""
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"}


def latewood(*arguments, store="store.db", **options):
    done = subprocess.run([BINARY, *arguments, "--store", store], env=ENVIRONMENT, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, **options)
    return done


def expect(holds, claim, seen=""):
    if not holds:
        sys.exit(f"not so: {claim}\n{seen!s:.2000}")


class Answer:
    def __init__(self, status, headers, body):
        self.status = status
        self.headers = headers  # names in lower case
        self.body = body

    def json(self):
        return json.loads(self.body)

    def __str__(self):
        return f"{self.status} {self.headers} {self.body[:1500]!r}"


class Wire:
    """One connection, with the bytes that were read ahead."""

    def __init__(self, server, timeout=20):
        if server.path:
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.settimeout(timeout)
            self.socket.connect(server.path)
        else:
            self.socket = socket.create_connection((server.host, server.port), timeout=timeout)
        self.ahead = b""

    def send(self, data):
        self.socket.sendall(data)

    def fill(self):
        piece = self.socket.recv(65536)
        self.ahead += piece
        return bool(piece)

    def until(self, mark):
        while mark not in self.ahead:
            if not self.fill():
                raise EOFError(self.ahead)
        data, _, self.ahead = self.ahead.partition(mark)
        return data

    def exactly(self, count):
        while len(self.ahead) < count:
            if not self.fill():
                raise EOFError(self.ahead)
        data, self.ahead = self.ahead[:count], self.ahead[count:]
        return data

    def head(self):
        lines = self.until(b"\r\n\r\n").decode("latin-1").split("\r\n")
        headers = {}
        for line in lines[1:]:
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        return int(lines[0].split()[1]), headers

    def chunk(self):
        size = int(self.until(b"\r\n"), 16)
        data = self.exactly(size)
        self.exactly(2)
        return data

    def answer(self, has_body=True):
        status, headers = self.head()
        body = b""
        if not has_body or status in (204, 304):
            pass
        elif headers.get("transfer-encoding") == "chunked":
            while piece := self.chunk():
                body += piece
        else:
            body = self.exactly(int(headers.get("content-length", 0)))
        return Answer(status, headers, body)

    def is_closed(self):
        try:
            return not self.fill()
        except (ConnectionError, OSError):
            return True

    def close(self):
        self.socket.close()


class Server:
    """`latewood serve --json` on a store in the current folder."""

    def __init__(self, *options, store="store.db", listen="127.0.0.1:0", environment=None):
        self.path = listen[len("unix:"):] if listen.startswith("unix:") else ""
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [BINARY, "serve", "--listen", listen, "--json", "--store", store, *options],
            env=environment or ENVIRONMENT, stdout=subprocess.PIPE, stderr=self.errors, text=True, stdin=subprocess.DEVNULL)
        line = self.process.stdout.readline()
        expect(line, "the server starts", self.said())
        started = json.loads(line)
        self.url, self.token, self.page = started["url"], started["token"], started["page"]
        authority = self.url.split("//")[1]
        self.authority = authority
        if not self.path:
            self.host, port = authority.rsplit(":", 1)
            self.port = int(port)

    def said(self):
        self.errors.seek(0)
        return self.errors.read().decode()

    def wire(self, **options):
        return Wire(self, **options)

    def request(self, method, target, body=None, token=None, headers=(), host=None):
        """The bytes of a request; `token` None: that of the server, "": none."""
        lines = [f"{method} {target} HTTP/1.1", f"Host: {host or self.authority}"]
        token = self.token if token is None else token
        if token:
            lines.append(f"Authorization: Bearer {token}")
        data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        if body is not None:
            lines.append(f"Content-Length: {len(data)}")
            if not any(name.lower() == "content-type" for name, _ in headers):
                lines.append("Content-Type: application/json")
        lines += [f"{name}: {value}" for name, value in headers]
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + data

    def ask(self, method, target, body=None, **options):
        wire = self.wire()
        try:
            wire.send(self.request(method, target, body, **options))
            return wire.answer(has_body=method != "HEAD")
        finally:
            wire.close()

    def call(self, operation, arguments=None, **options):
        return self.ask("POST", f"/v1/operations/{operation}", arguments or {}, **options)

    def done(self, operation, arguments=None, **options):
        answer = self.call(operation, arguments, **options)
        expect(answer.status == 200, f"{operation} {arguments} succeeds", answer)
        return answer.json()

    def memory(self):
        """Resident bytes."""
        with open(f"/proc/{self.process.pid}/status") as status:
            for line in status:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1]) * 1024
        return 0

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        code = self.process.wait(timeout=30)
        self.process.stdout.close()
        return code

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is not None:
            print(f"the server said: {self.said()!r}; its exit code: {self.process.poll()}", file=sys.stderr)
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


class Events:
    """A stream of events."""

    def __init__(self, server, last_id=None, query="", token=None):
        self.wire = server.wire()
        headers = [("Last-Event-ID", last_id)] if last_id is not None else []
        self.wire.send(server.request("GET", "/v1/events" + query, headers=headers, token=token))
        self.status, self.headers = self.wire.head()
        self.text = b""
        self.last_id = last_id

    def next(self):
        """The next event with a name; ids of others are kept."""
        while True:
            while b"\n\n" not in self.text:
                chunk = self.wire.chunk()
                if not chunk:
                    raise EOFError("the stream ended")
                self.text += chunk
            block, _, self.text = self.text.partition(b"\n\n")
            event = {}
            for line in block.decode().split("\n"):
                name, _, value = line.partition(": ")
                event[name] = value
            if event.get("id"):
                self.last_id = event["id"]
            if "event" in event:
                return event

    def close(self):
        self.wire.close()


def in_new_folder(act):
    """Runs `act` in an empty folder with a store."""
    folder = tempfile.mkdtemp()
    try:
        os.chdir(folder)
        made = latewood("init")
        expect(made.returncode == 0, "a store can be made", made.stderr)
        act()
    finally:
        os.chdir("/")
        shutil.rmtree(folder, ignore_errors=True)


def wait_until(holds, claim, seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return
        time.sleep(0.02)
    sys.exit(f"not so after {seconds} s: {claim}")
