"""Calls over HTTP to `latewood serve`: POST /v1/operations/NAME."""

from __future__ import annotations

import http.client
import json
import os
import select
import ssl
import threading
from typing import Any, Dict, List, Mapping, Optional, Tuple
from urllib.parse import parse_qs, quote, unquote, urlsplit

from ._errors import Error, error_of, error_of_json
from ._transport import Progress, Transport

_REDIRECTS = (301, 302, 303, 307, 308)


def _unavailable(message: str, hint: Optional[str] = None) -> Error:
    return error_of("Unavailable", "Unavailable", message, hint=hint)


def _is_open(connection: http.client.HTTPConnection) -> bool:
    """Whether an idle connection can be used: one that the server closed has an end to read."""
    if connection.sock is None:
        return False
    poll = select.poll()
    poll.register(connection.sock, select.POLLIN | select.POLLHUP | select.POLLERR)
    return not poll.poll(0)


def token_of(url: str) -> Tuple[str, Optional[str]]:
    """The address without its token, and the token: `#token=...`, as `latewood serve` prints it, or `TOKEN@HOST`."""
    parts = urlsplit(url)
    given = parse_qs(parts.fragment).get("token")
    token = given[0] if given else None
    if token is None and parts.username:
        token = unquote(parts.password or parts.username)
    host = parts.netloc.rpartition("@")[2]
    return "%s://%s%s" % (parts.scheme, host, parts.path.rstrip("/")), token


class HttpTransport(Transport):
    """A server. Connections are kept and shared by threads, at most `connections` idle ones."""

    is_remote = True

    def __init__(self, url: str, token: Optional[str], timeout: float = 60.0, connections: int = 8) -> None:
        self._address, in_url = token_of(url)
        parts = urlsplit(self._address)
        self._is_tls = parts.scheme == "https"
        self._host = parts.hostname or "localhost"
        self._port = parts.port
        self._path = parts.path
        self._timeout = timeout
        self._most = connections
        self._idle: List[http.client.HTTPConnection] = []
        self._lock = threading.Lock()
        self._is_closed = False
        self._process = os.getpid()
        self._headers: Dict[str, str] = {"Content-Type": "application/json", "Accept": "application/json"}
        if token or in_url:
            self._headers["Authorization"] = "Bearer %s" % (token or in_url)

    def __repr__(self) -> str:
        return "HttpTransport(%r)" % self._address

    def _connect(self) -> http.client.HTTPConnection:
        if self._is_tls:
            context = ssl.create_default_context()
            return http.client.HTTPSConnection(self._host, self._port, timeout=self._timeout, context=context)
        return http.client.HTTPConnection(self._host, self._port, timeout=self._timeout)

    def _take(self) -> http.client.HTTPConnection:
        """An idle connection that the server has not closed, or a new one."""
        with self._lock:
            if self._is_closed:
                raise error_of("InvalidArgument", "InvalidArgument", "the repository is closed")
            if self._process != os.getpid():  # A fork must not write to the sockets of its parent.
                self._process = os.getpid()
                self._idle = []
            while self._idle:
                connection = self._idle.pop()
                if _is_open(connection):
                    return connection
                connection.close()
        return self._connect()

    def _give_back(self, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            if not self._is_closed and len(self._idle) < self._most:
                self._idle.append(connection)
                return
        connection.close()

    def _send(self, path: str, body: bytes) -> Tuple[int, bytes]:
        connection = self._take()
        try:
            if connection.sock is None:
                connection.connect()
        except OSError as fault:
            connection.close()
            raise _unavailable("%s: %s" % (self._address, fault), "is `latewood serve` running there?") from fault
        try:
            connection.request("POST", self._path + path, body, self._headers)
            response = connection.getresponse()
            answer = response.read()
        except (OSError, http.client.HTTPException) as fault:
            connection.close()
            # A call is never sent twice: the server may have done it.
            raise error_of(
                "E_OUTCOME_UNKNOWN",
                "Unavailable",
                "%s ended the connection during the call: %s" % (self._address, fault or type(fault).__name__),
                "E_OUTCOME_UNKNOWN",
                hint="look at `status` and `log` before you repeat an edit",
            ) from fault
        except BaseException:
            connection.close()
            raise
        if response.will_close:
            connection.close()
        else:
            self._give_back(connection)
        return response.status, answer

    def call_text(self, operation: str, arguments: str, progress: Optional[Progress] = None) -> str:
        status, answer = self._send("/v1/operations/" + quote(operation, safe=""), arguments.encode("utf-8"))
        if status == 200:
            return answer.decode("utf-8")
        raise _problem(status, answer)

    def close(self) -> None:
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()


def _problem(status: int, answer: bytes) -> Error:
    """The error of a problem document, or of an answer that is none."""
    try:
        document: Any = json.loads(answer.decode("utf-8"))
    except ValueError:
        document = None
    if isinstance(document, Mapping):
        error = document.get("error", document)
        if isinstance(error, Mapping) and "code" in error:
            named = dict(error)
            named.setdefault("message", error.get("detail") or error.get("title"))
            return error_of_json(named)
        if document.get("detail") or document.get("title"):
            return _unavailable("status %d: %s" % (status, document.get("detail") or document.get("title")))
    if status in _REDIRECTS:
        return _unavailable("the server redirects (status %d); give its own address" % status)
    return _unavailable("status %d from the server" % status)
