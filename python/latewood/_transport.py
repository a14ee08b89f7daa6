"""How calls reach the engine: in this process, or over HTTP (`_http.py`)."""

from __future__ import annotations

import json
import logging
import weakref
from typing import Any, Callable, Mapping, Optional

from . import _native
from ._errors import error_of

log = logging.getLogger("latewood")
log.addHandler(logging.NullHandler())

Progress = Callable[[int, int], object]
"""Called with (done, all) during long work. An exception ends the work."""

TokenCounter = Callable[[str], int]
"""Counts the tokens of a content: of its text, or of the JSON of a content that is no text."""

encode = json.JSONEncoder(separators=(",", ":")).encode


def _warn(code: str, message: str, node: str) -> None:
    log.warning("%s: %s%s", code, message, " (%s)" % node if node else "")


_native.connect(error_of, _warn)


class Transport:
    """One way to the engine. Every method may be called from any thread."""

    is_remote = False

    def call_text(self, operation: str, arguments: str, progress: Optional[Progress] = None) -> str:
        """The exact JSON text of the result for the JSON text of the arguments."""
        raise NotImplementedError

    def call(self, operation: str, arguments: Mapping[str, Any], progress: Optional[Progress] = None) -> Any:
        """The result as a value."""
        return json.loads(self.call_text(operation, encode(arguments), progress))

    def snapshot(self, moment: str, context: str, branch: str) -> Optional[_native.Snapshot]:
        """A moment to read without JSON; None if this transport has no such way."""
        return None

    def close(self) -> None:
        """Releases the store or the connections. Later calls fail."""


class NativeTransport(Transport):
    """The engine in this process."""

    def __init__(self, url: str, options: Mapping[str, Any], tokens: Optional[TokenCounter]) -> None:
        # The engine refers to the counter through this object, weakly: a counter that refers to its repository does
        # not keep it alive.
        self._tokens = tokens
        myself = weakref.ref(self)

        def count(text: str) -> int:
            transport = myself()
            if transport is None or transport._tokens is None:
                raise RuntimeError("the repository of the token counter is gone")
            return transport._tokens(text)

        self._session = _native.open(url, encode(options), count if tokens is not None else None)

    def call_text(self, operation: str, arguments: str, progress: Optional[Progress] = None) -> str:
        return self._session.call(operation, arguments, progress)

    def snapshot(self, moment: str, context: str, branch: str) -> Optional[_native.Snapshot]:
        return self._session.snapshot(moment, context, branch)

    def close(self) -> None:
        self._session.close()
