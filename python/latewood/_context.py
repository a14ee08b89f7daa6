"""A context: what a model sees, kept as a tree with rules, one snapshot per cycle."""

from __future__ import annotations

from ._attempts import Attempts, Request
from ._branches import Branches
from ._edits import Edits
from ._place import NodeName, NodeNames
from ._questions import Questions

__all__ = ["Context", "NodeName", "NodeNames", "Request"]


class Context(Edits, Attempts, Questions, Branches):
    """One branch of a context. `Repository.context` gives it.

    Edits change the working state, which the store keeps; `commit` ends the cycle and makes a snapshot. Reading calls
    read the newest snapshot unless they say otherwise. Every method may be called from any thread: edits of one branch
    run one after another.
    """

    def __repr__(self) -> str:
        branch = "" if self._branch is None else ", branch %r" % self._branch
        return "Context(%r%s) of %r" % (self.name, branch, self.repository)

    def _repr_html_(self) -> str:
        from ._html import tree_html

        return tree_html(self.nodes(), "%s, working state" % self.name)
