"""One moment of a context: everything that the model saw."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Union

from . import _native
from ._errors import Error, error_of
from ._node import Node
from ._results import Diff, Why
from ._transport import encode

if TYPE_CHECKING:
    from ._context import Context

_MOMENT = re.compile(r"\s*(@(?:t-?\d+|c\d+))\s+(?=\S)")
Moment = Union[int, str]
"""-3 or "@t-3": three commits before the newest. "@c42", a branch, a tag, a commit id, "branch@t-3"."""


def moment_text(moment: Moment) -> str:
    """The moment as the engine names it."""
    if not isinstance(moment, int):
        return moment
    if moment > 0:
        raise error_of(
            "E_SELECTOR_INVALID",
            "InvalidArgument",
            "moment %d is after the newest commit" % moment,
            "E_SELECTOR_INVALID",
            hint='0 is the newest, -1 the one before; "@c%d" is cycle %d' % (moment, moment),
        )
    return "@t%d" % moment if moment else "@t0"


class Snapshot:
    """An immutable moment of a context. It stays the same whatever is committed later.

    Iterating over it gives its nodes in document order.
    """

    __slots__ = ("_context", "_handle", "commit_id", "cycle")

    commit_id: str
    """64 hexadecimal digits."""
    cycle: int
    """The cycle that the commit ended."""

    def __init__(self, context: "Context", commit_id: str, cycle: int, handle: Optional[_native.Snapshot]) -> None:
        self._context = context
        self._handle = handle
        self.commit_id = commit_id
        self.cycle = cycle

    @property
    def id(self) -> str:
        """The commit id."""
        return self.commit_id

    def _call(self, operation: str, **arguments: Any) -> Any:
        return self._context._call(operation, at=self.commit_id, **arguments)

    def nodes(self, selector: Optional[str] = None) -> List[Node]:
        """All nodes in document order, or those that a selector matches."""
        if self._handle is not None:
            return self._handle.select(Node, "*" if selector is None else selector)
        if selector is None:
            return _native.read(Node, encode(self._call("tree", moment="@t0")["nodes"]))
        if not self._call("select", selector=selector):
            return []
        return _native.read(Node, encode(self._call("show", names=["@t0 " + selector])["shown"]))

    def select(self, selector: str) -> List[Node]:
        """The nodes that a selector without a moment matches, in document order."""
        return self.nodes(selector)

    def ids(self, selector: str = ".cb") -> List[str]:
        """The ids of the nodes that a selector matches; by default of every block."""
        if self._handle is not None:
            return self._handle.ids(selector)
        return list(self._call("select", selector=selector))

    def node(self, id: str) -> Node:
        """One node by its id."""
        if self._handle is not None:
            return self._handle.node(Node, id)
        shown = _native.read(Node, encode(self._call("show", names=[id])["shown"]))
        if not shown:
            raise error_of("E_NODE_NOT_FOUND", "NotFound", "there is no node '%s'" % id, "E_NODE_NOT_FOUND")
        return shown[0]

    def __getitem__(self, id: str) -> Node:
        return self.node(id)

    def __contains__(self, id: object) -> bool:
        if not isinstance(id, str):
            return False
        try:
            self.node(id)
        except Error as error:
            if error.code == "E_NODE_NOT_FOUND":
                return False
            raise
        return True

    def __iter__(self) -> Iterator[Node]:
        if self._handle is None:
            yield from self.nodes()
            return
        # A node at a time: a tree of any size passes through little memory.
        for id in self._handle.ids("*"):
            yield self._handle.node(Node, id)

    def render(self, profile: Optional[str] = None, view: str = "effective") -> Any:
        """The request of this moment as a value: a dict of the vendor's members, or the canonical thread."""
        return json.loads(self.render_text(profile, view))

    def render_text(self, profile: Optional[str] = None, view: str = "effective") -> str:
        """The exact text of the request."""
        named: Dict[str, Any] = {} if profile is None else {"profile": profile}
        return str(self._call("render", moment="@t0", view=view, **named)["request"])

    def export(self) -> str:
        """The snapshot as a document of the specification: canonical JSON, which an import takes."""
        return str(self._call("export", moment="@t0")["document"])

    def diff(self, other: "Union[Snapshot, Moment]", selector: Optional[str] = None) -> Diff:
        """What differs between this moment and another."""
        return self._context.diff(self.commit_id, other, selector)

    def why(self, id: str) -> Why:
        """Where a node came from, seen from this moment."""
        return Why.of(self._call("why", nodes=id)["nodes"][0])

    @property
    def report(self) -> Dict[str, Any]:
        """The commit with everything it changed."""
        return dict(self._call("show", names=["@t0"])["shown"][0])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Snapshot):
            return NotImplemented
        return self.commit_id == other.commit_id

    def __hash__(self) -> int:
        return hash(self.commit_id)

    def __repr__(self) -> str:
        return "Snapshot(%s, cycle %d of %s)" % (self.commit_id[:12], self.cycle, self._context.name)

    def _repr_html_(self) -> str:
        from ._html import tree_html

        return tree_html(self.nodes(), repr(self))


def split_moment(selector: str) -> "tuple[str, str]":
    """The single moment in front of a selector, and the rest; no moment: an empty text."""
    found = _MOMENT.match(selector)
    return (found.group(1), selector[found.end() :]) if found else ("", selector)
