"""What calls give: plain values, made once and never changed. `data` holds the whole result of the operation."""

from __future__ import annotations

import dataclasses
import datetime
from typing import Any, Dict, List, Mapping, Optional, Tuple, Type, TypeVar

_T = TypeVar("_T", bound="Result")


@dataclasses.dataclass(frozen=True)
class Result:
    """The base of all results."""

    data: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def of(cls: Type[_T], data: Mapping[str, Any]) -> _T:
        """The value of a result of an operation; members without a field stay in `data`."""
        names = {field.name for field in dataclasses.fields(cls)} - {"data"}
        return cls(data, **{name: value for name, value in data.items() if name in names})


def _time_of(nanoseconds: Optional[str]) -> Optional[datetime.datetime]:
    if nanoseconds is None:
        return None
    start = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
    return start + datetime.timedelta(microseconds=int(nanoseconds) // 1000)


@dataclasses.dataclass(frozen=True)
class Departure:
    """A node that left with a commit."""

    id: str
    cause: str
    """ttl, cascade, prune or delete."""
    bytes: int


@dataclasses.dataclass(frozen=True)
class Commit(Result):
    """The end of a cycle: one immutable snapshot."""

    commit_id: str = ""
    cycle: int = 0
    branch: str = ""
    turn_id: str = ""
    state_root: str = ""
    patch_digest: str = ""
    policy_id: int = 0
    deferred: List[str] = dataclasses.field(default_factory=list)
    """Expired nodes that stay, because they are pinned or referred to."""
    kept: List[str] = dataclasses.field(default_factory=list)
    """Nodes over budget that stay, because they are pinned or referred to."""
    nodes_before: int = 0
    nodes_after: int = 0
    bytes_before: int = 0
    bytes_after: int = 0

    @property
    def id(self) -> str:
        """The commit id, 64 hexadecimal digits."""
        return self.commit_id

    @property
    def left(self) -> List[Departure]:
        """What left, in the order in which it left."""
        return [Departure(one["id"], one["cause"], one["bytes"]) for one in self.data.get("left", [])]

    def __repr__(self) -> str:
        left = "".join(", %s left by %s" % (one.id, one.cause) for one in self.left[:3])
        more = ", ..." if len(self.left) > 3 else ""
        size = "%d blocks, %d bytes" % (self.nodes_after, self.bytes_after)
        return "Commit(%s, cycle %d, %s%s%s)" % (self.commit_id[:12], self.cycle, size, left, more)


@dataclasses.dataclass(frozen=True)
class LogEntry(Result):
    """A commit of the log."""

    commit_id: str = ""
    parent: Optional[str] = None
    cycle: int = 0
    actor: str = ""
    message: str = ""
    refs: List[str] = dataclasses.field(default_factory=list)
    """Branches and tags that name it."""
    state_root: str = ""
    patch_digest: str = ""

    @property
    def id(self) -> str:
        """The commit id, 64 hexadecimal digits."""
        return self.commit_id

    @property
    def time(self) -> Optional[datetime.datetime]:
        """When the host committed it."""
        return _time_of(self.data.get("host_time"))

    def __repr__(self) -> str:
        refs = " (%s)" % ", ".join(self.refs) if self.refs else ""
        return "LogEntry(%s, cycle %d%s: %r)" % (self.commit_id[:12], self.cycle, refs, self.message)


@dataclasses.dataclass(frozen=True)
class Change:
    """A node that both moments have, with different members."""

    id: str
    fields: Tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class Diff(Result):
    """What differs between two moments, as ids in document order."""

    added: List[str] = dataclasses.field(default_factory=list)
    removed: List[str] = dataclasses.field(default_factory=list)

    @property
    def changed(self) -> List[Change]:
        """Nodes that both moments have, with the names of the members that differ."""
        return [Change(one["id"], tuple(one["fields"])) for one in self.data.get("changed", [])]

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.data.get("changed"))

    def __repr__(self) -> str:
        return "Diff(+%s -%s ~%s)" % (self.added, self.removed, [one.id for one in self.changed])

    def _repr_html_(self) -> str:
        from ._html import diff_html

        return diff_html(self)


@dataclasses.dataclass(frozen=True)
class Prefix(Result):
    """How much of an older request a newer one begins with: what the cache of a provider can reuse."""

    older_cycle: int = 0
    newer_cycle: int = 0
    profile: Optional[str] = None
    unchanged_bytes: int = 0
    older_bytes: int = 0
    total_bytes: int = 0
    offset: int = 0
    """Of the first difference, in bytes of the newer request."""
    cause: str = ""
    """appended_only, ttl, prune, edit, ...: docs/prefix.md lists them."""
    is_preview: bool = False

    @property
    def kept(self) -> float:
        """The part of the older request that is kept, from 0 to 1."""
        return int(self.data.get("kept_per_mille", 0)) / 1000

    @property
    def node_id(self) -> Optional[str]:
        """The node at the first difference, if it has one."""
        unit = self.data.get("older_unit") or self.data.get("newer_unit")
        return unit["id"] if unit else None

    def __repr__(self) -> str:
        kept = "%d of %d bytes kept (%.1f%%)" % (self.unchanged_bytes, self.older_bytes, self.kept * 100)
        at = ", first difference at %s" % self.node_id if self.node_id else ""
        return "Prefix(cycle %d to %d: %s%s, cause: %s)" % (self.older_cycle, self.newer_cycle, kept, at, self.cause)

    def _repr_html_(self) -> str:
        from ._html import prefix_html

        return prefix_html(self)


@dataclasses.dataclass(frozen=True)
class Attempt(Result):
    """A call to a provider within a cycle."""

    attempt_id: int = 0
    status: str = ""
    """running, completed, canceled or error."""
    provider: str = ""
    model: str = ""
    model_answered: Optional[str] = None
    profile: Optional[str] = None
    cycle: int = 0
    commit_id: Optional[str] = None
    response_id: Optional[str] = None
    stop_reason: Optional[str] = None
    error: Optional[str] = None
    token_in: int = 0
    token_out: int = 0
    token_cached: Optional[int] = None
    token_cache_write: Optional[int] = None
    token_reasoning: Optional[int] = None
    bytes_digest: str = ""

    @property
    def id(self) -> int:
        """The number of the attempt, counted in its context from 1."""
        return self.attempt_id

    @property
    def is_complete(self) -> bool:
        """False: the stream broke off, or the vendor had not finished."""
        return bool(self.data.get("is_complete", self.status == "completed"))

    @property
    def started_at(self) -> Optional[datetime.datetime]:
        """When the call began."""
        return _time_of(self.data.get("started_at"))

    @property
    def ended_at(self) -> Optional[datetime.datetime]:
        """When it ended; None while it runs."""
        return _time_of(self.data.get("ended_at"))

    def __repr__(self) -> str:
        tokens = ", %d tokens in, %d out" % (self.token_in, self.token_out) if self.token_in or self.token_out else ""
        model = self.model_answered or self.model or self.provider
        return "Attempt(%d, %s%s%s)" % (self.attempt_id, self.status, ", " + model if model else "", tokens)


@dataclasses.dataclass(frozen=True)
class Why(Result):
    """Where a node came from, and when it left or will leave."""

    id: str = ""
    steps: List[Dict[str, Any]] = dataclasses.field(default_factory=list)
    """The commits that made or changed it, oldest first."""
    here: Optional[Dict[str, Any]] = None
    """What keeps it, if the moment has it."""
    left: Optional[Dict[str, Any]] = None
    """The commit and the rule by which it left."""

    @property
    def actor(self) -> Optional[str]:
        """Who committed it first."""
        return self.steps[0]["actor"] if self.steps else None

    def __str__(self) -> str:
        lines = ["%s:" % self.id]
        for step in self.steps:
            lines.append("  cycle %d %s %s: %s" % (step["cycle"], step["commit_id"][:12], step["actor"], step["message"]))
            for one in step.get("candidates", []):
                writes = ", ".join("%s %s" % (write["kind"], write["id"]) for write in one["writes"])
                lines.append("    %s %s; %s" % (one["kind"], one["rule"], writes))
        if self.left:
            lines.append("  left in cycle %d %s: %s" % (self.left["cycle"], self.left["commit_id"][:12], self.left["rule"]))
        return "\n".join(lines)

    def __repr__(self) -> str:
        end = "left in cycle %d: %s" % (self.left["cycle"], self.left["rule"]) if self.left else "present"
        first = "cycle %d" % self.steps[0]["cycle"] if self.steps else "no commit"
        return "Why(%r, made in %s, %s)" % (self.id, first, end)


@dataclasses.dataclass(frozen=True)
class Ref(Result):
    """A branch or a tag."""

    name: str = ""
    commit_id: Optional[str] = None
    cycle: int = 0
    is_current: bool = False
    """Of a branch: calls that name none use it."""


@dataclasses.dataclass(frozen=True)
class Verification(Result):
    """What the recomputation of every digest found."""

    contexts: int = 0
    commits: int = 0
    wrong: List[Dict[str, Any]] = dataclasses.field(default_factory=list)
    """The first fault of each context; empty: the history is sound."""

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.wrong

    def __bool__(self) -> bool:
        return self.is_sound


@dataclasses.dataclass(frozen=True)
class Status(Result):
    """The uncommitted edits of a branch, and what the next commit removes."""

    context: str = ""
    branch: str = ""
    cycle: int = 0
    commit_id: Optional[str] = None
    added: List[str] = dataclasses.field(default_factory=list)
    removed: List[str] = dataclasses.field(default_factory=list)
    pins: List[str] = dataclasses.field(default_factory=list)
    attempt: Optional[int] = None
    """The completed attempt whose reply the next commit inserts."""

    @property
    def left(self) -> List[Departure]:
        """What the next commit will remove."""
        return [Departure(one["id"], one["cause"], one["bytes"]) for one in self.data.get("left", [])]


@dataclasses.dataclass(frozen=True)
class Undone(Result):
    """What `undo` took back: an edit, or a commit, which keeps a tag."""

    branch: str = ""
    rule: str = ""
    ids: List[str] = dataclasses.field(default_factory=list)
    commit_id: Optional[str] = None
    tag: Optional[str] = None
    left: int = 0
    """Uncommitted edits that remain."""
