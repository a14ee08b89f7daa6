"""The same classes for asyncio: every call runs on a thread of the loop's executor. tools/python_sources.py writes this file.

    import latewood.aio
    repo = await latewood.aio.open("agent.db")
    ctx = await repo.context("main")
    await ctx.add("Hello")
    await ctx.commit()

A task that is cancelled stops waiting; its call still ends, as a transaction does.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
from typing import Any, AsyncIterator, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence
from typing import Tuple, Type, TypeVar, Union

from . import _context, _repository, _snapshot
from ._attempts import Request
from ._content import Content
from ._node import Node
from ._place import UNSET, NodeName, NodeNames
from ._results import Attempt, Commit, Diff, LogEntry, Prefix, Ref, Status, Undone, Verification, Why
from ._snapshot import Moment
from ._transport import Progress, TokenCounter

_T = TypeVar("_T")


async def _run(call: Callable[[], _T]) -> _T:
    return await asyncio.get_event_loop().run_in_executor(None, call)


_END: Any = object()


async def _each(make: Callable[[], Iterator[_T]]) -> AsyncIterator[_T]:
    elements = await _run(make)
    while True:
        element = await _run(lambda: next(elements, _END))
        if element is _END:
            return
        yield element


class AsyncSnapshot:
    """An immutable moment of a context. It stays the same whatever is committed later. `Snapshot` for asyncio."""

    def __init__(self, sync: _snapshot.Snapshot) -> None:
        self._sync = sync

    @property
    def commit_id(self) -> str:
        return self._sync.commit_id

    @property
    def cycle(self) -> int:
        return self._sync.cycle

    @property
    def id(self) -> str:
        """The commit id."""
        return self._sync.id

    async def nodes(self, selector: Optional[str] = None) -> List[Node]:
        """All nodes in document order, or those that a selector matches."""
        return await _run(functools.partial(self._sync.nodes, selector))

    async def select(self, selector: str) -> List[Node]:
        """The nodes that a selector without a moment matches, in document order."""
        return await _run(functools.partial(self._sync.select, selector))

    async def ids(self, selector: str = '.cb') -> List[str]:
        """The ids of the nodes that a selector matches; by default of every block."""
        return await _run(functools.partial(self._sync.ids, selector))

    async def node(self, id: str) -> Node:
        """One node by its id."""
        return await _run(functools.partial(self._sync.node, id))

    async def render(self, profile: Optional[str] = None, view: str = 'effective') -> Any:
        """The request of this moment as a value: a dict of the vendor's members, or the canonical thread."""
        return await _run(functools.partial(self._sync.render, profile, view))

    async def render_text(self, profile: Optional[str] = None, view: str = 'effective') -> str:
        """The exact text of the request."""
        return await _run(functools.partial(self._sync.render_text, profile, view))

    async def export(self) -> str:
        """The snapshot as a document of the specification: canonical JSON, which an import takes."""
        return await _run(functools.partial(self._sync.export))

    async def diff(self, other: 'Union[AsyncSnapshot, Moment]', selector: Optional[str] = None) -> Diff:
        """What differs between this moment and another."""
        other = other._sync if isinstance(other, AsyncSnapshot) else other  # type: ignore
        return await _run(functools.partial(self._sync.diff, other, selector))

    async def why(self, id: str) -> Why:
        """Where a node came from, seen from this moment."""
        return await _run(functools.partial(self._sync.why, id))

    async def report(self) -> Dict[str, Any]:
        """The commit with everything it changed."""
        return await _run(lambda: self._sync.report)

    def __aiter__(self) -> AsyncIterator[Node]:
        return _each(lambda: iter(self._sync))

    def __repr__(self) -> str:
        return "Async%r" % self._sync

    def _repr_html_(self) -> str:
        return self._sync._repr_html_()


class AsyncContext:
    """One branch of a context. `Repository.context` gives it. `Context` for asyncio."""

    def __init__(self, sync: _context.Context) -> None:
        self._sync = sync

    async def add(self, content: Content = None, *, role: Optional[str] = 'user', kind: Optional[str] = None, id: Optional[str] = None, ttl: Optional[int] = None, offset: int = 0, priority: int = 0, key: Optional[str] = None, node_type: Optional[str] = None, provenance: Optional[str] = None, removable: Optional[bool] = None, attributes: Optional[Mapping[str, Any]] = None, depth: Optional[int] = None, under: Optional[NodeName] = None, event: Optional[str] = None, media_type: Optional[str] = None, system: bool = False, restore_purged: bool = False) -> Node:
        """Adds a block to the working state and returns it.

        `content` is a text, a JSON value, or the bytes of an image. `ttl` is in how many snapshots the block will be
        (default: no limit), `offset` places it before (below 0) or after (above 0) the core of its turn, `key` names a
        topic, `depth` a place other than the active head, `under` a parent. `system=True` permits system text."""
        return await _run(functools.partial(self._sync.add, content, role=role, kind=kind, id=id, ttl=ttl, offset=offset, priority=priority, key=key, node_type=node_type, provenance=provenance, removable=removable, attributes=attributes, depth=depth, under=under, event=event, media_type=media_type, system=system, restore_purged=restore_purged))

    async def system(self, content: Content, *, id: Optional[str] = None, **more: Any) -> Node:
        """Adds system text: `add` with the role system in the system region."""
        return await _run(functools.partial(self._sync.system, content, id=id, **more))

    async def tool(self, definition: Mapping[str, Any], *, id: Optional[str] = None) -> Node:
        """Adds the definition of a tool: {"name", "description", "parameters"}."""
        return await _run(functools.partial(self._sync.tool, definition, id=id))

    async def append(self, messages: Any, *, format: Optional[str] = None, system: bool = False) -> List[Node]:
        """Adds messages in the form of OpenAI, Anthropic, Gemini or Responses: a list, one message, or a request.

        Objects of the vendors' SDKs are accepted too. System messages need `system=True`."""
        return await _run(functools.partial(self._sync.append, messages, format=format, system=system))

    async def replace(self, nodes: NodeNames, content: Content = None, *, all: bool = False, attributes: Optional[Mapping[str, Any]] = None, role: str = UNSET, kind: str = UNSET, ttl: Union[int, None] = UNSET, offset: int = UNSET, priority: int = UNSET, event: str = UNSET, system: bool = False) -> List[str]:
        """Gives nodes new content; returns the ids that now have it.

        In a sealed turn the original stays and a marker is added. `ttl=None` takes a ttl away; `all=True` permits a
        selector that matches several nodes."""
        return await _run(functools.partial(self._sync.replace, nodes, content, all=all, attributes=attributes, role=role, kind=kind, ttl=ttl, offset=offset, priority=priority, event=event, system=system))

    async def delete(self, nodes: NodeNames, *, all: bool = False, detach: bool = False, system: bool = False) -> List[str]:
        """Deletes nodes; returns the ids of the markers that were added.

        In a sealed turn a marker hides the node; deleting the marker shows it again. `detach=True` removes a block
        outside the core of a sealed turn for good."""
        return await _run(functools.partial(self._sync.delete, nodes, all=all, detach=detach, system=system))

    async def move(self, nodes: NodeNames, *, depth: int = UNSET, under: NodeName = UNSET, system: bool = False) -> List[str]:
        """Moves nodes to another depth, or below another node; returns their ids there."""
        return await _run(functools.partial(self._sync.move, nodes, depth=depth, under=under, system=system))

    async def pin(self, nodes: NodeNames, *, holder: str = UNSET) -> None:
        """Protects nodes from expiry and pruning until this holder unpins them (default: the actor)."""
        await _run(functools.partial(self._sync.pin, nodes, holder=holder))

    async def unpin(self, nodes: NodeNames, *, holder: str = UNSET) -> None:
        """Takes the pin of one holder away."""
        await _run(functools.partial(self._sync.unpin, nodes, holder=holder))

    @contextlib.asynccontextmanager
    async def pinned(self, nodes: NodeNames, *, holder: str = 'with') -> AsyncIterator[None]:
        """Pins nodes for the time of a `with` block; blocks within blocks count."""
        hold = self._sync.pinned(nodes, holder=holder)
        await _run(hold.__enter__)
        try:
            yield
        finally:
            await _run(lambda: hold.__exit__(None, None, None))

    async def restore(self, node: NodeName, *, at: Optional[Moment] = None, ttl: Optional[int] = None) -> List[Node]:
        """Inserts a node that left again, as new blocks."""
        return await _run(functools.partial(self._sync.restore, node, at=at, ttl=ttl))

    async def apply(self, edits: Sequence[Mapping[str, Any]], *, commit: Union[bool, Mapping[str, Any]] = False) -> Dict[str, Any]:
        """Makes a list of edits {"op", "args"}, and optionally the commit, all of it or nothing.

        "$0.id" in a later edit stands for the id that the first one gave."""
        return await _run(functools.partial(self._sync.apply, edits, commit=commit))

    async def commit(self, message: str = '', *, ttl: Optional[int] = None, actor: Optional[str] = None, expected_parent: Optional[str] = UNSET) -> Commit:
        """Ends the cycle: expires, prunes, seals, and stores one snapshot.

        `ttl` is in how many snapshots the sealed turn will be. With `expected_parent`, a commit id or None for a branch
        without commits, another writer that was first is `codes.ConflictError` and nothing changes."""
        return await _run(functools.partial(self._sync.commit, message, ttl=ttl, actor=actor, expected_parent=expected_parent))

    async def status(self) -> Status:
        """The uncommitted edits, and what the next commit removes."""
        return await _run(functools.partial(self._sync.status))

    async def reset(self) -> None:
        """Discards all uncommitted edits."""
        await _run(functools.partial(self._sync.reset))

    async def rebase(self) -> None:
        """Applies uncommitted edits again, on top of the newest commit of the branch."""
        await _run(functools.partial(self._sync.rebase))

    async def undo(self, *, dry_run: bool = False) -> Undone:
        """Takes back the last edit, or the last commit if there are no edits."""
        return await _run(functools.partial(self._sync.undo, dry_run=dry_run))

    async def request(self, profile: Optional[str] = None, *, model: Optional[str] = None, provider: Optional[str] = None, params: Optional[Mapping[str, Any]] = None, **more: Any) -> Request:
        """Begins an attempt and gives the body to send: a dict for the vendor's SDK.

        Further keywords are members of the request: `ctx.request("anthropic", model="...", max_tokens=500)`."""
        return await _run(functools.partial(self._sync.request, profile, model=model, provider=provider, params=params, **more))

    async def complete(self, response: Any, *, attempt: Union[Request, Attempt, int, None] = None, format: Optional[str] = None, choice: Optional[int] = None) -> Attempt:
        """Ends an attempt with the response of the vendor: text, tool calls, reasoning, usage.

        `response` is the object of the SDK, a dict, or the chunks of a stream (any iterable, or the text of
        server-sent events). The reply opens the next cycle when this one is committed."""
        return await _run(functools.partial(self._sync.complete, response, attempt=attempt, format=format, choice=choice))

    async def end_attempt(self, attempt: Union[Request, Attempt, int], *, status: str = 'completed', reply: Optional[str] = None, error: Optional[str] = None, token_in: int = 0, token_out: int = 0) -> Attempt:
        """Ends an attempt without a vendor's response: with the text of a reply, `canceled`, or `error`."""
        return await _run(functools.partial(self._sync.end_attempt, attempt, status=status, reply=reply, error=error, token_in=token_in, token_out=token_out))

    async def cancel(self, attempt: Union[Request, Attempt, int], error: Optional[str] = None) -> Attempt:
        """Ends an attempt that gave no reply; with `error`, because the provider failed."""
        return await _run(functools.partial(self._sync.cancel, attempt, error))

    async def attempts(self) -> List[Attempt]:
        """All calls to providers, oldest first."""
        return await _run(functools.partial(self._sync.attempts))

    async def preview(self, profile: Optional[str] = None) -> Any:
        """The request that a provider would get if the cycle were committed now, as a value."""
        return await _run(functools.partial(self._sync.preview, profile))

    async def preview_commit(self, policy: Optional[Mapping[str, Any]] = UNSET) -> Dict[str, Any]:
        """The report that the next commit would give; with a policy, as if it were set."""
        return await _run(functools.partial(self._sync.preview_commit, policy))

    async def at(self, moment: Moment = 0) -> AsyncSnapshot:
        """A snapshot: -3 is three commits before the newest; "@c42", a branch, a tag, a commit id."""
        return AsyncSnapshot(await _run(functools.partial(self._sync.at, moment)))

    async def latest(self) -> AsyncSnapshot:
        """The newest snapshot."""
        return AsyncSnapshot(await _run(functools.partial(self._sync.latest)))

    def log(self, *, moment: Optional[Moment] = None, all: bool = False, limit: Optional[int] = None) -> AsyncIterator[LogEntry]:
        """The commits, newest first; with `all` those of all branches."""
        return _each(functools.partial(self._sync.log, moment=moment, all=all, limit=limit))

    async def render(self, profile: Optional[str] = None, *, at: Moment = 0, view: str = 'effective') -> Any:
        """The request of a snapshot, as a value."""
        return await _run(functools.partial(self._sync.render, profile, at=at, view=view))

    async def select(self, selector: str, *, working: bool = False) -> List[Node]:
        """The nodes that a selector matches, in document order.

        In the newest snapshot; with a moment in front (`"@t-2 .cb"`) in that one; with `working=True` in the working
        state. For a range of moments use `changes`."""
        return await _run(functools.partial(self._sync.select, selector, working=working))

    async def changes(self, selector: str, **options: Any) -> Dict[str, Any]:
        """The answer to a selector with a range of moments, `"@t-5..@t0 .cb"`: what differs between them.

        Options: includeContent, contentMode, contextLines, maxSnapshots, maxChangesPerSnapshot, scope."""
        return await _run(functools.partial(self._sync.changes, selector, **options))

    async def explain(self, selector: str) -> Dict[str, Any]:
        """How a selector is evaluated: its steps, and the index that serves each."""
        return await _run(functools.partial(self._sync.explain, selector))

    async def diff(self, older: Union[AsyncSnapshot, Moment] = -1, newer: Union[AsyncSnapshot, Moment] = 0, selector: Optional[str] = None) -> Diff:
        """What differs between two moments; "working" is the working state."""
        older = older._sync if isinstance(older, AsyncSnapshot) else older  # type: ignore
        newer = newer._sync if isinstance(newer, AsyncSnapshot) else newer  # type: ignore
        return await _run(functools.partial(self._sync.diff, older, newer, selector))

    async def diff_as(self, form: str, older: Union[AsyncSnapshot, Moment] = -1, newer: Union[AsyncSnapshot, Moment] = 0, selector: Optional[str] = None) -> Dict[str, Any]:
        """The same in another form: detail, units, stat or unified."""
        older = older._sync if isinstance(older, AsyncSnapshot) else older  # type: ignore
        newer = newer._sync if isinstance(newer, AsyncSnapshot) else newer  # type: ignore
        return await _run(functools.partial(self._sync.diff_as, form, older, newer, selector))

    async def why(self, node: NodeName, *, moment: Optional[Moment] = None) -> Why:
        """Which commits, rules and events made a node, or removed it. Also for nodes that left."""
        return await _run(functools.partial(self._sync.why, node, moment=moment))

    def blame(self, *, moment: Moment = 0, profile: Optional[str] = None) -> AsyncIterator[Dict[str, Any]]:
        """For every unit of a request the commit and the event that brought it."""
        return _each(functools.partial(self._sync.blame, moment=moment, profile=profile))

    async def prefix(self, older: Moment = UNSET, newer: Moment = UNSET, *, profile: Optional[str] = None) -> Prefix:
        """How much of the older request the newer one keeps, and what changed it; newer="next": the commit to come."""
        return await _run(functools.partial(self._sync.prefix, older, newer, profile=profile))

    def grep(self, pattern: str, *, moment: Optional[Moment] = None, regex: bool = False, ignore_case: bool = False, limit: Optional[int] = None) -> AsyncIterator[Dict[str, Any]]:
        """Lines of contents with a text or a regular expression; `moment` may be a range, "@c1..@t0"."""
        return _each(functools.partial(self._sync.grep, pattern, moment=moment, regex=regex, ignore_case=ignore_case, limit=limit))

    async def stats(self, limit: int = 40) -> List[Dict[str, Any]]:
        """The growth of the context: bytes by region, the kept prefix and departures of the newest cycles."""
        return await _run(functools.partial(self._sync.stats, limit))

    async def export(self) -> str:
        """Every snapshot of the branch as one document of the specification: canonical JSON, oldest first."""
        return await _run(functools.partial(self._sync.export))

    async def receipt(self, moment: Moment = 0) -> Dict[str, Any]:
        """The receipt of a commit: every candidate of its cycle, and what became of it."""
        return await _run(functools.partial(self._sync.receipt, moment))

    async def call(self, operation: str, **arguments: Any) -> Any:
        """Runs any operation of the table on this branch, with its own arguments; the result as a value."""
        return await _run(functools.partial(self._sync.call, operation, **arguments))

    async def branch(self) -> str:
        """The branch that this object works on; if it was opened without one, the branch in use now."""
        return await _run(lambda: self._sync.branch)

    async def nodes(self) -> List[Node]:
        """All nodes of the working state, in document order."""
        return await _run(functools.partial(self._sync.nodes))

    async def node(self, id: str) -> Node:
        """One node by its id: of the working state, or of the newest snapshot."""
        return await _run(functools.partial(self._sync.node, id))

    async def fork(self, name: str, *, at: Moment = 0, into: bool = False) -> AsyncContext:
        """A new branch from a moment, or with `into=True` a new context with the history up to it.

        The result works there; this object and the branch in use stay as they are."""
        return AsyncContext(await _run(functools.partial(self._sync.fork, name, at=at, into=into)))

    async def on(self, branch: str) -> AsyncContext:
        """The same context on another branch."""
        return AsyncContext(await _run(functools.partial(self._sync.on, branch)))

    async def branches(self) -> List[Ref]:
        """The branches by name."""
        return await _run(functools.partial(self._sync.branches))

    async def switch(self, branch: str) -> None:
        """Chooses the branch that calls without a branch use from now on."""
        await _run(functools.partial(self._sync.switch, branch))

    async def delete_branch(self, name: str, *, force: bool = False) -> None:
        """Deletes a branch; its commits stay until they are collected."""
        await _run(functools.partial(self._sync.delete_branch, name, force=force))

    async def tags(self) -> List[Ref]:
        """The tags by name."""
        return await _run(functools.partial(self._sync.tags))

    async def tag(self, name: str, at: Moment = 0) -> Ref:
        """Names a commit."""
        return await _run(functools.partial(self._sync.tag, name, at))

    async def delete_tag(self, name: str) -> None:
        """Deletes a tag; its commit stays."""
        await _run(functools.partial(self._sync.delete_tag, name))

    async def policy(self) -> Optional[Dict[str, Any]]:
        """The pruning policy of the branch; None: none."""
        return await _run(functools.partial(self._sync.policy))

    async def set_policy(self, policy: Optional[Mapping[str, Any]], *, system: bool = False) -> None:
        """Sets what commits prune: {"turns": {"trigger": 40, "target": 30}, "keep_turns": 2}; None: nothing."""
        await _run(functools.partial(self._sync.set_policy, policy, system=system))

    async def set_overlaps(self, overlaps: str) -> None:
        """Sets whether `add` of a key refuses ("refuse") or demotes ("demote") an older node that is not deeper."""
        await _run(functools.partial(self._sync.set_overlaps, overlaps))

    async def append_event(self, stream: str, payload: Any, *, kind: str = 'user', work: int = 0) -> int:
        """Appends an event to a stream and returns its number; `admit` lets it into a cycle."""
        return await _run(functools.partial(self._sync.append_event, stream, payload, kind=kind, work=work))

    async def admit(self, policy: Optional[Mapping[str, Any]] = None, *, view: str = 'main') -> List[Tuple[str, int]]:
        """Lets waiting events into the cycle; returns (stream, number) in the order of fairness."""
        return await _run(functools.partial(self._sync.admit, policy, view=view))

    async def events(self, stream: str, *, after: int = 0) -> List[Dict[str, Any]]:
        """The events of a stream in the order of their numbers."""
        return await _run(functools.partial(self._sync.events, stream, after=after))

    async def streams(self) -> List[Dict[str, Any]]:
        """The streams by name, with how far they were read."""
        return await _run(functools.partial(self._sync.streams))

    async def propose(self, proposer: str, edits: Iterable[Mapping[str, Any]], *, event: Optional[str] = None) -> int:
        """Offers edits to the next commit, which decides; returns how many proposals wait."""
        return await _run(functools.partial(self._sync.propose, proposer, edits, event=event))

    def __repr__(self) -> str:
        return "Async%r" % self._sync

    def _repr_html_(self) -> str:
        return self._sync._repr_html_()


class AsyncRepository:
    """A store. `latewood.open` gives it; `with` closes it. `Repository` for asyncio."""

    def __init__(self, sync: _repository.Repository) -> None:
        self._sync = sync

    async def close(self) -> None:
        """Closes the store, or the connections to the server. Later calls fail."""
        await _run(functools.partial(self._sync.close))

    async def call(self, operation: str, arguments: Optional[Mapping[str, Any]] = None, *, progress: Optional[Progress] = None) -> Any:
        """Runs any operation of the table (docs/operations.md); the result as a value."""
        return await _run(functools.partial(self._sync.call, operation, arguments, progress=progress))

    async def call_text(self, operation: str, arguments: str = '{}', *, progress: Optional[Progress] = None) -> str:
        """The same with the exact JSON texts of the arguments and of the result."""
        return await _run(functools.partial(self._sync.call_text, operation, arguments, progress=progress))

    async def context(self, name: str = 'main', *, branch: Optional[str] = None, actor: Optional[str] = None, create: bool = True) -> AsyncContext:
        """The context of that name, made if it is not there; `actor` signs its edits and commits."""
        return AsyncContext(await _run(functools.partial(self._sync.context, name, branch=branch, actor=actor, create=create)))

    async def contexts(self) -> List[str]:
        """The names of all contexts, in the order in which they were made."""
        return await _run(functools.partial(self._sync.contexts))

    async def rename_context(self, name: str, to: str) -> None:
        """Gives a context another name."""
        await _run(functools.partial(self._sync.rename_context, name, to))

    async def delete_context(self, name: str, *, force: bool = False) -> None:
        """Deletes a context; with `force` also one that has commits, edits or events."""
        await _run(functools.partial(self._sync.delete_context, name, force=force))

    async def settings(self, context: Optional[str] = None) -> Dict[str, Any]:
        """The context, profile, actor and token counter of calls that name none, and where each is set."""
        return await _run(functools.partial(self._sync.settings, context))

    async def set_settings(self, settings: Mapping[str, Any], *, context: Optional[str] = None) -> Dict[str, Any]:
        """Sets them for the store or for a context: {"profile": "anthropic"}; None removes one."""
        return await _run(functools.partial(self._sync.set_settings, settings, context=context))

    async def doctor(self) -> Dict[str, Any]:
        """Damage, garbage and leftovers in the store, and what to do, most urgent first. Writes nothing."""
        return await _run(functools.partial(self._sync.doctor))

    async def verify(self, context: Optional[str] = None, *, progress: Optional[Progress] = None) -> Verification:
        """Recomputes every digest from the patches, of one context or of all, and compares."""
        return await _run(functools.partial(self._sync.verify, context, progress=progress))

    async def fsck(self, *, progress: Optional[Progress] = None) -> List[str]:
        """Faults of the structure of the store, one line each; empty: it is sound."""
        return await _run(functools.partial(self._sync.fsck, progress=progress))

    async def gc(self, context: Optional[str] = None, *, keep: Optional[int] = None, dry_run: bool = False, progress: Optional[Progress] = None) -> Dict[str, Any]:
        """Removes data that no kept snapshot needs; `keep`: of the newest snapshots of each branch."""
        return await _run(functools.partial(self._sync.gc, context, keep=keep, dry_run=dry_run, progress=progress))

    async def purge(self, context: str, content: str, *, everywhere: bool = False, system: bool = False, dry_run: bool = False) -> Dict[str, Any]:
        """Erases a content permanently: that of a node, or one named by its digest."""
        return await _run(functools.partial(self._sync.purge, context, content, everywhere=everywhere, system=system, dry_run=dry_run))

    async def backup(self, path: Union[str, 'os.PathLike[str]']) -> None:
        """Copies the store to a new file while it is in use."""
        await _run(functools.partial(self._sync.backup, path))

    async def __aenter__(self) -> "AsyncRepository":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def __repr__(self) -> str:
        return "Async%r" % self._sync


async def open(url: Union[str, 'os.PathLike[str]'] = 'latewood.db', *, actor: Optional[str] = None, profile: Optional[str] = None, token: Optional[str] = None, tokens: Union[TokenCounter, str, None] = None, tokens_name: Optional[str] = None, read_only: bool = False, system: str = 'request', clock: str = 'host', timeout: float = 60.0) -> AsyncRepository:
    """Opens a store: a path (SQLite; made by the first context), "memory:", "postgres://...", or the address of a
    server, "http://127.0.0.1:7070/#token=lw_...".

    `actor` signs edits and commits, `profile` is the default of requests. `tokens` counts tokens for budgets in tokens: a
    function, or the name of a counter of the engine ("o200k_base", "cl100k_base", "estimate"). Give `tokens_name` if a
    function always counts alike, and the store keeps the counts. `system` says whether edits may change
    system text: "refuse", "request" (with `system=True`) or "allow". `clock="logical"` gives equal bytes in every run.
    `token` and `timeout` (seconds) are for servers; a server has its own clock and counts."""
    make = functools.partial(_repository.open, url, actor=actor, profile=profile, token=token, tokens=tokens, tokens_name=tokens_name, read_only=read_only, system=system, clock=clock, timeout=timeout)
    return AsyncRepository(await _run(make))
