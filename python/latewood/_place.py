"""Where the calls of a context go, and how they name nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union

from . import _native
from ._errors import error_of
from ._node import Node
from ._transport import encode

if TYPE_CHECKING:
    from ._repository import Repository

NodeName = Union[str, Node]
"""A node, its id, or a selector."""
NodeNames = Union[NodeName, Sequence[NodeName]]

_FIRST_OF_SELECTORS = ".#^@*:["
UNSET: Any = object()


def name_of_id(id: str) -> str:
    """An id as the engine takes it where a selector may stand too."""
    if id[:1] not in _FIRST_OF_SELECTORS:
        return id
    return "[id='%s']" % id.replace("\\", "\\\\").replace("'", "\\'")


def name_of(node: NodeName) -> str:
    return node if isinstance(node, str) else name_of_id(node.id)


def names_of(nodes: NodeNames) -> List[str]:
    if isinstance(nodes, (str, Node)):
        return [name_of(nodes)]
    return [name_of(one) for one in nodes]


class Place:
    """A branch of a context: calls on it, and its nodes."""

    def __init__(
        self, repository: "Repository", name: str, branch: Optional[str] = None, actor: Optional[str] = None
    ) -> None:
        self.repository = repository
        self.name = name
        self._branch = branch
        self._actor = actor
        self._transport = repository._transport
        self._place: Dict[str, Any] = {"context": name}
        if branch is not None:
            self._place["branch"] = branch
        self._holds: Dict[Tuple[str, str], int] = {}

    def _call(self, operation: str, **arguments: Any) -> Any:
        arguments.update(self._place)
        return self._transport.call(operation, arguments)

    def _edit(self, operation: str, **arguments: Any) -> Any:
        given = {name: value for name, value in arguments.items() if value is not UNSET}
        given.update(self._place)
        actor = self._actor or (self.repository.actor if self._transport.is_remote else None)
        if actor:
            given.setdefault("actor", actor)
        return self._transport.call(operation, given)

    def call(self, operation: str, **arguments: Any) -> Any:
        """Runs any operation of the table on this branch, with its own arguments; the result as a value."""
        return self._call(operation, **arguments)

    def _list(self, operation: str, member: str, limit: Optional[int], **arguments: Any) -> Iterator[Any]:
        """The elements of a list result, page by page."""
        given = 0
        while True:
            size = 500 if limit is None else min(500, limit - given)
            page = self._call(operation, limit=size, **arguments)
            yield from page[member]
            given += len(page[member])
            if "next" not in page or (limit is not None and given >= limit):
                return
            arguments["start"] = page["next"]

    @property
    def branch(self) -> str:
        """The branch that this object works on; if it was opened without one, the branch in use now."""
        if self._branch is not None:
            return self._branch
        return str(self._call("status")["branch"])

    # ---- nodes ----

    def nodes(self) -> List[Node]:
        """All nodes of the working state, in document order."""
        return _native.read(Node, encode(self._call("tree", working=True)["nodes"]))

    def node(self, id: str) -> Node:
        """One node by its id: of the working state, or of the newest snapshot."""
        shown = _native.read(Node, encode(self._call("show", names=[name_of_id(id)])["shown"]))
        if not shown:
            raise error_of("E_NODE_NOT_FOUND", "NotFound", "there is no node '%s'" % id, "E_NODE_NOT_FOUND")
        return shown[0]

    def _lazy(self, id: str) -> Node:
        return _native.lazy(Node, id, self.node)

    def _shown(self, ids: List[str]) -> List[Node]:
        if not ids:
            return []
        names = [name_of_id(id) for id in ids]
        return _native.read(Node, encode(self._call("show", names=names)["shown"]))
