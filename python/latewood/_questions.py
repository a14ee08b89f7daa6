"""Looking back at snapshots, and asking."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Union, cast

from ._errors import Error, error_of
from ._node import Node
from ._place import UNSET, NodeName, Place, name_of
from ._results import Diff, LogEntry, Prefix, Why
from ._snapshot import Moment, Snapshot, moment_text, split_moment

if TYPE_CHECKING:
    from ._context import Context


class Questions(Place):
    """The part of `Context` that reads snapshots."""

    def at(self, moment: Moment = 0) -> Snapshot:
        """A snapshot: -3 is three commits before the newest; "@c42", a branch, a tag, a commit id."""
        text = moment_text(moment)
        handle = self._transport.snapshot(text, self.name, self._branch or "")
        if handle is not None:
            return Snapshot(cast("Context", self), handle.commit_id, handle.cycle, handle)
        shown = self._call("outline", moment=text, limit=1)
        return Snapshot(cast("Context", self), shown["commit_id"], shown["cycle"], None)

    def latest(self) -> Snapshot:
        """The newest snapshot."""
        return self.at(0)

    def __getitem__(self, moment: Moment) -> Snapshot:
        return self.at(moment)

    def log(self, *, moment: Optional[Moment] = None, all: bool = False, limit: Optional[int] = None) -> Iterator[LogEntry]:
        """The commits, newest first; with `all` those of all branches."""
        arguments: Dict[str, Any] = {"all": True} if all else {}
        if moment is not None:
            arguments["moment"] = moment_text(moment)
        return map(LogEntry.of, self._list("log", "commits", limit, **arguments))

    def render(self, profile: Optional[str] = None, *, at: Moment = 0, view: str = "effective") -> Any:
        """The request of a snapshot, as a value."""
        return self.at(at).render(profile, view)

    # ---- questions ----

    def select(self, selector: str, *, working: bool = False) -> List[Node]:
        """The nodes that a selector matches, in document order.

        In the newest snapshot; with a moment in front (`"@t-2 .cb"`) in that one; with `working=True` in the working
        state. For a range of moments use `changes`.
        """
        if working:
            return self._shown(self._call("select", selector=selector, working=True))
        moment, rest = split_moment(selector)
        if not moment and selector.lstrip().startswith("@"):
            found = self._call("select", selector=selector)
            if isinstance(found, list):
                return self._shown(found)
            raise error_of(
                "E_SELECTOR_INVALID",
                "InvalidArgument",
                "'%s' asks for more than one moment" % selector,
                "E_SELECTOR_INVALID",
                hint="`changes` answers it",
            )
        try:
            handle = self._transport.snapshot(moment, self.name, self._branch or "")
            return self.at(moment or 0).select(rest) if handle is None else handle.select(Node, rest)
        except Error as error:
            if error.place is not None and moment:
                error.place = (error.place[0] + len(selector) - len(rest), error.place[1])
            raise

    def changes(self, selector: str, **options: Any) -> Dict[str, Any]:
        """The answer to a selector with a range of moments, `"@t-5..@t0 .cb"`: what differs between them.

        Options: includeContent, contentMode, contextLines, maxSnapshots, maxChangesPerSnapshot, scope.
        """
        named: Dict[str, Any] = {"options": options} if options else {}
        found = self._call("select", selector=selector, **named)
        if isinstance(found, list):
            raise error_of(
                "E_SELECTOR_INVALID",
                "InvalidArgument",
                "'%s' names no range of moments" % selector,
                "E_SELECTOR_INVALID",
                hint="`select` answers it",
            )
        return dict(found)

    def explain(self, selector: str) -> Dict[str, Any]:
        """How a selector is evaluated: its steps, and the index that serves each."""
        return dict(self._call("explain", selector=selector))

    def diff(
        self,
        older: Union[Snapshot, Moment] = -1,
        newer: Union[Snapshot, Moment] = 0,
        selector: Optional[str] = None,
    ) -> Diff:
        """What differs between two moments; "working" is the working state."""
        return Diff.of(self._diff(older, newer, selector, "ids"))

    def _diff(
        self, older: Union[Snapshot, Moment], newer: Union[Snapshot, Moment], selector: Optional[str], form: str
    ) -> Dict[str, Any]:
        sides = [one.commit_id if isinstance(one, Snapshot) else moment_text(one) for one in (older, newer)]
        named: Dict[str, Any] = {} if selector is None else {"selector": selector}
        return dict(self._call("diff", older=sides[0], newer=sides[1], form=form, **named))

    def diff_as(
        self,
        form: str,
        older: Union[Snapshot, Moment] = -1,
        newer: Union[Snapshot, Moment] = 0,
        selector: Optional[str] = None,
    ) -> Dict[str, Any]:
        """The same in another form: detail, units, stat or unified."""
        return self._diff(older, newer, selector, form)

    def why(self, node: NodeName, *, moment: Optional[Moment] = None) -> Why:
        """Which commits, rules and events made a node, or removed it. Also for nodes that left."""
        named: Dict[str, Any] = {} if moment is None else {"moment": moment_text(moment)}
        return Why.of(self._call("why", nodes=[name_of(node)], **named)["nodes"][0])

    def blame(self, *, moment: Moment = 0, profile: Optional[str] = None) -> Iterator[Dict[str, Any]]:
        """For every unit of a request the commit and the event that brought it."""
        named: Dict[str, Any] = {} if profile is None else {"profile": profile}
        return self._list("blame", "units", None, moment=moment_text(moment), **named)

    def prefix(
        self, older: Moment = UNSET, newer: Moment = UNSET, *, profile: Optional[str] = None
    ) -> Prefix:
        """How much of the older request the newer one keeps, and what changed it; newer="next": the commit to come."""
        named: Dict[str, Any] = {} if profile is None else {"profile": profile}
        if older is not UNSET:
            named["older"] = moment_text(older)
        if newer is not UNSET:
            named["newer"] = moment_text(newer)
        return Prefix.of(self._call("prefix", **named))

    def grep(
        self,
        pattern: str,
        *,
        moment: Optional[Moment] = None,
        regex: bool = False,
        ignore_case: bool = False,
        limit: Optional[int] = None,
    ) -> Iterator[Dict[str, Any]]:
        """Lines of contents with a text or a regular expression; `moment` may be a range, "@c1..@t0"."""
        named: Dict[str, Any] = {} if moment is None else {"moment": moment_text(moment)}
        return self._list("grep", "hits", limit, pattern=pattern, regex=regex, ignore_case=ignore_case, **named)

    def stats(self, limit: int = 40) -> List[Dict[str, Any]]:
        """The growth of the context: bytes by region, the kept prefix and departures of the newest cycles."""
        return list(self._call("stats", limit=limit)["cycles"])

    def export(self) -> str:
        """Every snapshot of the branch as one document of the specification: canonical JSON, oldest first."""
        return str(self._call("export", all=True)["document"])

    def receipt(self, moment: Moment = 0) -> Dict[str, Any]:
        """The receipt of a commit: every candidate of its cycle, and what became of it."""
        return dict(self._call("receipt", moment=moment_text(moment)))
