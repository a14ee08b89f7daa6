"""Nodes: the blocks of a context, and the turns and regions that contain them."""

from __future__ import annotations

import datetime
from typing import Any, Dict, Tuple

from . import _native
from ._transport import encode

_MEMBERS = (
    "id",
    "parent_id",
    "offset",
    "ttl",
    "priority",
    "cycle",
    "created_at_iso",
    "creation_index",
    "role",
    "kind",
    "removable",
    "key",
    "provenance",
    "pins",
    "attributes",
    "content",
    "purged",
    "content_hash",
)


class Node(_native.Node):
    """A node as one snapshot or the working state shows it. It does not change when its context does.

    A node that `add` returned knows its id, and reads the rest from the context when it is asked for it first.
    Two nodes are equal if id, content and all other members are.
    """

    __slots__ = ()

    @property
    def text(self) -> str:
        """The content if it is a text; else its JSON; empty if there is none."""
        content = self.content
        if content is None:
            return ""
        return content if isinstance(content, str) else encode(content)

    @property
    def is_block(self) -> bool:
        """Whether it holds content for the model: no region, turn or core."""
        return self.node_type.startswith("cb")

    @property
    def is_turn(self) -> bool:
        """Whether it is a sealed turn."""
        return self.node_type == "mt"

    @property
    def is_pinned(self) -> bool:
        """Whether somebody protects it from expiry and pruning."""
        return bool(self.pins)

    @property
    def created_at(self) -> datetime.datetime:
        """When it was created, to the microsecond."""
        start = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
        return start + datetime.timedelta(microseconds=self.created_at_ns // 1000)

    def to_dict(self) -> Dict[str, Any]:
        """All members, as the operations write them."""
        members = {name: getattr(self, name) for name in _MEMBERS}
        members["nodeType"] = self.node_type
        members["created_at_ns"] = str(self.created_at_ns)
        return members

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        return self.id == other.id and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        parts = [repr(self.id)]
        try:
            if not self.is_block or self.node_type != "cb":
                parts.append(self.node_type)
            if self.role:
                parts.append(self.role)
            if self.kind and self.kind != "text":
                parts.append(self.kind)
            if self.ttl is not None:
                parts.append("ttl=%d" % self.ttl)
            if self.is_pinned:
                parts.append("pinned")
            if self.purged:
                parts.append("purged")
            text = self.text
            if text:
                parts.append(repr(text if len(text) <= 60 else text[:57] + "..."))
        except Exception:  # A repr says what it can: the node may have left the working state.
            parts.append("gone")
        return "Node(%s)" % ", ".join(parts)

    def _repr_html_(self) -> str:
        from ._html import node_html

        return node_html(self)

    def __reduce__(self) -> Tuple[Any, ...]:
        return (node_of, (self.to_dict(),))


def node_of(members: Dict[str, Any]) -> Node:
    """A node from its members, as `Node.to_dict` gives them."""
    return _native.read(Node, encode([members]))[0]
