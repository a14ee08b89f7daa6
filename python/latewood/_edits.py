"""Edits of the working state, and the end of a cycle."""

from __future__ import annotations

import contextlib
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Union

from ._content import Content, image_content, is_bytes, plain
from ._errors import Error
from ._node import Node
from ._place import UNSET, NodeName, NodeNames, Place, name_of, names_of
from ._results import Commit, Status, Undone
from ._snapshot import Moment, moment_text


class Edits(Place):
    """The part of `Context` that edits and commits."""

    def add(
        self,
        content: Content = None,
        *,
        role: Optional[str] = "user",
        kind: Optional[str] = None,
        id: Optional[str] = None,
        ttl: Optional[int] = None,
        offset: int = 0,
        priority: int = 0,
        key: Optional[str] = None,
        node_type: Optional[str] = None,
        provenance: Optional[str] = None,
        removable: Optional[bool] = None,
        attributes: Optional[Mapping[str, Any]] = None,
        depth: Optional[int] = None,
        under: Optional[NodeName] = None,
        event: Optional[str] = None,
        media_type: Optional[str] = None,
        system: bool = False,
        restore_purged: bool = False,
    ) -> Node:
        """Adds a block to the working state and returns it.

        `content` is a text, a JSON value, or the bytes of an image. `ttl` is in how many snapshots the block will be
        (default: no limit), `offset` places it before (below 0) or after (above 0) the core of its turn, `key` names a
        topic, `depth` a place other than the active head, `under` a parent. `system=True` permits system text.
        """
        arguments: Dict[str, Any] = {}
        if is_bytes(content):
            arguments["content"] = image_content(content, media_type)  # type: ignore[arg-type]
            arguments["kind"] = "image"
        elif content is not None:
            arguments["content"] = content
        for name, value in (
            ("role", role),
            ("kind", kind),
            ("id", id),
            ("ttl", ttl),
            ("offset", offset or None),
            ("priority", priority or None),
            ("key", key),
            ("nodeType", node_type),
            ("provenance", provenance),
            ("removable", removable),
            ("attributes", attributes),
            ("depth", depth),
            ("event", event),
            ("system", system or None),
            ("restore_purged", restore_purged or None),
        ):
            if value is not None:
                arguments[name] = value
        if under is not None:
            arguments["under"] = name_of(under)
        return self._lazy(self._edit("insert", **arguments)["id"])

    def system(self, content: Content, *, id: Optional[str] = None, **more: Any) -> Node:
        """Adds system text: `add` with the role system in the system region."""
        more.setdefault("role", "system")
        return self.add(content, id=id, depth=-1, system=True, **more)

    def tool(self, definition: Mapping[str, Any], *, id: Optional[str] = None) -> Node:
        """Adds the definition of a tool: {"name", "description", "parameters"}."""
        return self.add(dict(definition), id=id, role=None, node_type="cb:tool", depth=-1, system=True)

    def append(self, messages: Any, *, format: Optional[str] = None, system: bool = False) -> List[Node]:
        """Adds messages in the form of OpenAI, Anthropic, Gemini or Responses: a list, one message, or a request.

        Objects of the vendors' SDKs are accepted too. System messages need `system=True`.
        """
        arguments: Dict[str, Any] = {"messages": plain(messages)}
        if format is not None:
            arguments["format"] = format
        if system:
            arguments["system"] = True
        result = self._edit("append", **arguments)
        return [self._lazy(id) for id in list(result["system_ids"]) + list(result["ids"])]

    def replace(
        self,
        nodes: NodeNames,
        content: Content = None,
        *,
        all: bool = False,
        attributes: Optional[Mapping[str, Any]] = None,
        role: str = UNSET,
        kind: str = UNSET,
        ttl: Union[int, None] = UNSET,
        offset: int = UNSET,
        priority: int = UNSET,
        event: str = UNSET,
        system: bool = False,
    ) -> List[str]:
        """Gives nodes new content; returns the ids that now have it.

        In a sealed turn the original stays and a marker is added. `ttl=None` takes a ttl away; `all=True` permits a
        selector that matches several nodes.
        """
        arguments: Dict[str, Any] = {"nodes": names_of(nodes), "role": role, "kind": kind, "offset": offset}
        arguments.update(priority=priority, event=event, ttl="none" if ttl is None else ttl)
        if content is not None:
            arguments["content"] = image_content(content, None) if is_bytes(content) else content  # type: ignore
        if attributes is not None:
            arguments["attributes"] = attributes
        changed = self._edit("replace", all=all, system=system, **arguments)["nodes"]
        return [id for one in changed for id in (one["new_ids"] or [one["id"]])]

    def delete(self, nodes: NodeNames, *, all: bool = False, detach: bool = False, system: bool = False) -> List[str]:
        """Deletes nodes; returns the ids of the markers that were added.

        In a sealed turn a marker hides the node; deleting the marker shows it again. `detach=True` removes a block
        outside the core of a sealed turn for good.
        """
        arguments = {"nodes": names_of(nodes), "all": all, "detach": detach, "system": system}
        return [id for one in self._edit("delete", **arguments)["nodes"] for id in one["new_ids"]]

    def move(
        self, nodes: NodeNames, *, depth: int = UNSET, under: NodeName = UNSET, system: bool = False
    ) -> List[str]:
        """Moves nodes to another depth, or below another node; returns their ids there."""
        parent = under if under is UNSET else name_of(under)
        moved = self._edit("move", nodes=names_of(nodes), depth=depth, under=parent, system=system)["nodes"]
        return [id for one in moved for id in (one["new_ids"] or [one["id"]])]

    def pin(self, nodes: NodeNames, *, holder: str = UNSET) -> None:
        """Protects nodes from expiry and pruning until this holder unpins them (default: the actor)."""
        self._edit("pin", nodes=names_of(nodes), holder=holder)

    def unpin(self, nodes: NodeNames, *, holder: str = UNSET) -> None:
        """Takes the pin of one holder away."""
        self._edit("unpin", nodes=names_of(nodes), holder=holder)

    @contextlib.contextmanager
    def pinned(self, nodes: NodeNames, *, holder: str = "with") -> Iterator[None]:
        """Pins nodes for the time of a `with` block; blocks within blocks count."""
        names = names_of(nodes)
        taken: List[str] = []
        try:
            for name in names:
                if self._holds.get((name, holder), 0) == 0:
                    self.pin(name, holder=holder)
                self._holds[(name, holder)] = self._holds.get((name, holder), 0) + 1
                taken.append(name)
            yield
        finally:
            for name in taken:
                self._holds[(name, holder)] -= 1
                if self._holds[(name, holder)] > 0:
                    continue
                del self._holds[(name, holder)]
                try:
                    self.unpin(name, holder=holder)
                except Error as error:  # It was deleted within the block.
                    if error.code != "E_NODE_NOT_FOUND":
                        raise

    def restore(self, node: NodeName, *, at: Optional[Moment] = None, ttl: Optional[int] = None) -> List[Node]:
        """Inserts a node that left again, as new blocks."""
        arguments: Dict[str, Any] = {"node": node if isinstance(node, str) else node.id}
        if at is not None:
            arguments["from"] = moment_text(at)
        if ttl is not None:
            arguments["ttl"] = ttl
        return [self._lazy(one["id"]) for one in self._edit("restore", **arguments)["nodes"]]

    def apply(
        self, edits: Sequence[Mapping[str, Any]], *, commit: Union[bool, Mapping[str, Any]] = False
    ) -> Dict[str, Any]:
        """Makes a list of edits {"op", "args"}, and optionally the commit, all of it or nothing.

        "$0.id" in a later edit stands for the id that the first one gave.
        """
        arguments: Dict[str, Any] = {"edits": [dict(one) for one in edits]}
        if commit:
            arguments["commit"] = dict(commit) if isinstance(commit, Mapping) else True
        return dict(self._edit("apply", **arguments))

    # ---- cycles ----

    def commit(
        self,
        message: str = "",
        *,
        ttl: Optional[int] = None,
        actor: Optional[str] = None,
        expected_parent: Optional[str] = UNSET,
    ) -> Commit:
        """Ends the cycle: expires, prunes, seals, and stores one snapshot.

        `ttl` is in how many snapshots the sealed turn will be. With `expected_parent`, a commit id or None for a branch
        without commits, another writer that was first is `codes.ConflictError` and nothing changes.
        """
        arguments: Dict[str, Any] = {"expected_parent": expected_parent}
        if message:
            arguments["message"] = message
        if ttl is not None:
            arguments["ttl"] = ttl
        if actor is not None:
            arguments["actor"] = actor
        return Commit.of(self._edit("commit", **arguments))

    def status(self) -> Status:
        """The uncommitted edits, and what the next commit removes."""
        return Status.of(self._call("status"))

    def reset(self) -> None:
        """Discards all uncommitted edits."""
        self._edit("reset")

    def rebase(self) -> None:
        """Applies uncommitted edits again, on top of the newest commit of the branch."""
        self._edit("rebase")

    def undo(self, *, dry_run: bool = False) -> Undone:
        """Takes back the last edit, or the last commit if there are no edits."""
        return Undone.of(self._call("undo", dry_run=dry_run))
