"""A store and the contexts in it."""

from __future__ import annotations

import os
from types import TracebackType
from typing import Any, Dict, Iterator, List, Mapping, Optional, Type, Union

from ._context import Context
from ._errors import Error, error_of
from ._http import HttpTransport
from ._results import Verification
from ._transport import NativeTransport, Progress, TokenCounter, Transport


class Repository:
    """A store. `latewood.open` gives it; `with` closes it.

    Every method may be called from any thread. A store opened before a fork of the process cannot be used after it in
    the new process: open it again there.
    """

    def __init__(self, url: str, transport: Transport, actor: Optional[str] = None) -> None:
        self.url = url
        self.actor = actor
        self._transport = transport

    def close(self) -> None:
        """Closes the store, or the connections to the server. Later calls fail."""
        self._transport.close()

    def __enter__(self) -> "Repository":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def call(self, operation: str, arguments: Optional[Mapping[str, Any]] = None, *, progress: Optional[Progress] = None) -> Any:
        """Runs any operation of the table (docs/operations.md); the result as a value."""
        return self._transport.call(operation, arguments or {}, progress)

    def call_text(self, operation: str, arguments: str = "{}", *, progress: Optional[Progress] = None) -> str:
        """The same with the exact JSON texts of the arguments and of the result."""
        return self._transport.call_text(operation, arguments, progress)

    # ---- contexts ----

    def context(
        self, name: str = "main", *, branch: Optional[str] = None, actor: Optional[str] = None, create: bool = True
    ) -> Context:
        """The context of that name, made if it is not there; `actor` signs its edits and commits."""
        if create:
            self.call("init", {"context": name})
        else:
            self.call("status", {"context": name})
        return Context(self, name, branch, actor)

    def contexts(self) -> List[str]:
        """The names of all contexts, in the order in which they were made."""
        return [str(one["name"]) for one in self.call("contexts")["contexts"]]

    def __iter__(self) -> Iterator[str]:
        return iter(self.contexts())

    def __contains__(self, name: object) -> bool:
        return name in self.contexts()

    def rename_context(self, name: str, to: str) -> None:
        """Gives a context another name."""
        self.call("rename_context", {"name": name, "to": to})

    def delete_context(self, name: str, *, force: bool = False) -> None:
        """Deletes a context; with `force` also one that has commits, edits or events."""
        self.call("delete_context", {"name": name, "force": force})

    # ---- settings ----

    def settings(self, context: Optional[str] = None) -> Dict[str, Any]:
        """The context, profile, actor and token counter of calls that name none, and where each is set."""
        return dict(self.call("config", {} if context is None else {"context": context})["settings"])

    def set_settings(self, settings: Mapping[str, Any], *, context: Optional[str] = None) -> Dict[str, Any]:
        """Sets them for the store or for a context: {"profile": "anthropic"}; None removes one."""
        named: Dict[str, Any] = {} if context is None else {"context": context}
        return dict(self.call("set_config", {"settings": dict(settings), **named})["settings"])

    # ---- care of the store ----

    def doctor(self) -> Dict[str, Any]:
        """Damage, garbage and leftovers in the store, and what to do, most urgent first. Writes nothing."""
        return dict(self.call("doctor"))

    def verify(self, context: Optional[str] = None, *, progress: Optional[Progress] = None) -> Verification:
        """Recomputes every digest from the patches, of one context or of all, and compares."""
        arguments: Dict[str, Any] = {"all": True} if context is None else {"context": context}
        return Verification.of(self.call("verify", arguments, progress=progress))

    def fsck(self, *, progress: Optional[Progress] = None) -> List[str]:
        """Faults of the structure of the store, one line each; empty: it is sound."""
        return list(self.call("fsck", progress=progress)["wrong"])

    def gc(
        self,
        context: Optional[str] = None,
        *,
        keep: Optional[int] = None,
        dry_run: bool = False,
        progress: Optional[Progress] = None,
    ) -> Dict[str, Any]:
        """Removes data that no kept snapshot needs; `keep`: of the newest snapshots of each branch."""
        arguments: Dict[str, Any] = {"all": True} if context is None else {"context": context}
        arguments["dry_run"] = dry_run
        if keep is not None:
            arguments["keep"] = keep
        return dict(self.call("gc", arguments, progress=progress))

    def purge(
        self, context: str, content: str, *, everywhere: bool = False, system: bool = False, dry_run: bool = False
    ) -> Dict[str, Any]:
        """Erases a content permanently: that of a node, or one named by its digest."""
        arguments = {"context": context, "content": content, "everywhere": everywhere}
        return dict(self.call("purge", {**arguments, "system": system, "dry_run": dry_run}))

    def backup(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Copies the store to a new file while it is in use."""
        self.call("backup", {"path": os.fspath(path)})

    def __repr__(self) -> str:
        return "Repository(%r)" % self.url


def open(
    url: Union[str, "os.PathLike[str]"] = "latewood.db",
    *,
    actor: Optional[str] = None,
    profile: Optional[str] = None,
    token: Optional[str] = None,
    tokens: Union[TokenCounter, str, None] = None,
    tokens_name: Optional[str] = None,
    read_only: bool = False,
    system: str = "request",
    clock: str = "host",
    timeout: float = 60.0,
) -> Repository:
    """Opens a store: a path (SQLite; made by the first context), "memory:", "postgres://...", or the address of a
    server, "http://127.0.0.1:7070/#token=lw_...".

    `actor` signs edits and commits, `profile` is the default of requests. `tokens` counts tokens for budgets in tokens: a
    function, or the name of a counter of the engine ("o200k_base", "cl100k_base", "estimate"). Give `tokens_name` if a
    function always counts alike, and the store keeps the counts. `system` says whether edits may change
    system text: "refuse", "request" (with `system=True`) or "allow". `clock="logical"` gives equal bytes in every run.
    `token` and `timeout` (seconds) are for servers; a server has its own clock and counts.
    """
    address = os.fspath(url)
    if address.startswith(("http://", "https://")):
        for name, is_given in (
            ("tokens", tokens is not None),
            ("profile", profile is not None),
            ("read_only", read_only),
            ("system", system != "request"),
            ("clock", clock != "host"),
        ):
            if is_given:
                raise error_of("E_OPTION_INVALID", "InvalidArgument", "a server decides about '%s'" % name, "E_OPTION_INVALID")
        server = HttpTransport(address, token, timeout)
        return Repository(_without_secret(address), server, actor)
    options: Dict[str, Any] = {"clock": clock, "system": system}
    if actor is not None:
        options["actor"] = actor
    if profile is not None:
        options["profile"] = profile
    if read_only:
        options["scope"] = "read"
    if tokens_name is not None:
        options["tokens_name"] = tokens_name
    if isinstance(tokens, str):
        options["tokens"] = tokens
        tokens = None
    return Repository(_without_secret(address), NativeTransport(address, options, tokens), actor)


def _without_secret(address: str) -> str:
    """The address for messages."""
    start, marker, rest = address.partition("://")
    if not marker:
        return address
    host, slash, path = rest.partition("#")[0].partition("/")
    return start + marker + host.rpartition("@")[2] + slash + path.partition("?")[0]


__all__ = ["Error", "Repository", "open"]
