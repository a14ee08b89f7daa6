"""Branches, tags, rules, events and proposals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, Optional, Tuple

from ._place import Place
from ._results import Ref
from ._snapshot import Moment, moment_text

if TYPE_CHECKING:
    from ._context import Context


class Branches(Place):
    """The part of `Context` that forks, names commits and sets rules."""

    def fork(self, name: str, *, at: Moment = 0, into: bool = False) -> "Context":
        """A new branch from a moment, or with `into=True` a new context with the history up to it.

        The result works there; this object and the branch in use stay as they are.
        """
        arguments: Dict[str, Any] = {"from": moment_text(at)}
        if into:
            self._call("fork", into=name, **arguments)
            return self._beside(name, None)
        self._call("create_branch", name=name, **arguments)
        return self.on(name)

    def on(self, branch: str) -> "Context":
        """The same context on another branch."""
        return self._beside(self.name, branch)

    def _beside(self, name: str, branch: Optional[str]) -> "Context":
        from ._context import Context

        return Context(self.repository, name, branch, self._actor)

    def branches(self) -> List[Ref]:
        """The branches by name."""
        return [Ref.of(one) for one in self._call_context("branches")["branches"]]

    def _call_context(self, operation: str, **arguments: Any) -> Any:
        return self._transport.call(operation, {"context": self.name, **arguments})

    def switch(self, branch: str) -> None:
        """Chooses the branch that calls without a branch use from now on."""
        self._call_context("switch", name=branch)

    def delete_branch(self, name: str, *, force: bool = False) -> None:
        """Deletes a branch; its commits stay until they are collected."""
        self._call_context("delete_branch", name=name, force=force)

    def tags(self) -> List[Ref]:
        """The tags by name."""
        return [Ref.of(one) for one in self._call_context("tags")["tags"]]

    def tag(self, name: str, at: Moment = 0) -> Ref:
        """Names a commit."""
        reference = moment_text(at)
        if self._branch is not None and reference.startswith("@"):
            reference = self._branch + reference
        return Ref.of(self._call_context("create_tag", name=name, **{"from": reference}))

    def delete_tag(self, name: str) -> None:
        """Deletes a tag; its commit stays."""
        self._call_context("delete_tag", name=name)

    # ---- rules ----

    def policy(self) -> Optional[Dict[str, Any]]:
        """The pruning policy of the branch; None: none."""
        found = self._call("policy")
        return None if found is None else dict(found)

    def set_policy(self, policy: Optional[Mapping[str, Any]], *, system: bool = False) -> None:
        """Sets what commits prune: {"turns": {"trigger": 40, "target": 30}, "keep_turns": 2}; None: nothing."""
        self._edit("set_policy", policy=policy, system=system)

    def set_overlaps(self, overlaps: str) -> None:
        """Sets whether `add` of a key refuses ("refuse") or demotes ("demote") an older node that is not deeper."""
        self._edit("set_overlaps", overlaps=overlaps)

    # ---- events and proposals ----

    def append_event(self, stream: str, payload: Any, *, kind: str = "user", work: int = 0) -> int:
        """Appends an event to a stream and returns its number; `admit` lets it into a cycle."""
        return int(self._edit("append_event", stream=stream, payload=payload, kind=kind, work=work)["seq"])

    def admit(self, policy: Optional[Mapping[str, Any]] = None, *, view: str = "main") -> List[Tuple[str, int]]:
        """Lets waiting events into the cycle; returns (stream, number) in the order of fairness."""
        named: Dict[str, Any] = {} if policy is None else {"policy": policy}
        return [(one["stream"], one["seq"]) for one in self._edit("admit", view=view, **named)["events"]]

    def events(self, stream: str, *, after: int = 0) -> List[Dict[str, Any]]:
        """The events of a stream in the order of their numbers."""
        return list(self._call("events", stream=stream, after=after)["events"])

    def streams(self) -> List[Dict[str, Any]]:
        """The streams by name, with how far they were read."""
        return list(self._call("streams")["streams"])

    def propose(self, proposer: str, edits: Iterable[Mapping[str, Any]], *, event: Optional[str] = None) -> int:
        """Offers edits to the next commit, which decides; returns how many proposals wait."""
        named: Dict[str, Any] = {} if event is None else {"event": event}
        return int(self._edit("propose", proposer=proposer, edits=[dict(one) for one in edits], **named)["proposals"])
