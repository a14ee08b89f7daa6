"""Latewood: a context engine for LLM agents.

    import latewood
    repo = latewood.open("agent.db")
    ctx = repo.context("main")
    ctx.add("Why does the oak drop leaves in July?", role="user")
    request = ctx.request("openai", model="gpt-4o")
    # ctx.complete(client.chat.completions.create(**request))
    print(ctx.commit("the question"))

A context keeps what a model sees as a tree with rules: a retrieved document with `ttl=2` is in two snapshots and then
leaves. Every commit is one immutable snapshot that can be selected, compared, rendered, forked and verified later.
"""

from typing import TYPE_CHECKING, Any

from . import codes
from ._content import Content
from ._context import Context, NodeName, NodeNames, Request
from ._errors import Conflict, Corruption, Error, InvalidArgument, NotFound, Unavailable, Unsupported
from ._native import version as __version__
from ._node import Node
from ._repository import Repository, open
from ._results import Attempt, Change, Commit, Departure, Diff, LogEntry, Prefix, Ref, Status, Undone, Verification, Why
from ._snapshot import Moment, Snapshot

if TYPE_CHECKING:
    from . import aio as aio


def __getattr__(name: str) -> Any:
    """`latewood.aio` is loaded when it is asked for first: it needs asyncio."""
    if name != "aio":
        raise AttributeError("module 'latewood' has no attribute '%s'" % name)
    import importlib

    return importlib.import_module("latewood.aio")


__all__ = [
    "Attempt",
    "Change",
    "Commit",
    "Conflict",
    "Content",
    "Context",
    "Corruption",
    "Departure",
    "Diff",
    "Error",
    "InvalidArgument",
    "LogEntry",
    "Moment",
    "Node",
    "NodeName",
    "NodeNames",
    "NotFound",
    "Prefix",
    "Ref",
    "Repository",
    "Request",
    "Snapshot",
    "Status",
    "Unavailable",
    "Undone",
    "Unsupported",
    "Verification",
    "Why",
    "__version__",
    "codes",
    "open",
]
