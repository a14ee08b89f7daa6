"""HTML for notebooks. Contents come from models and web pages: every text is escaped."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Dict, Iterable, List, Sequence

if TYPE_CHECKING:
    from ._node import Node
    from ._results import Diff, Prefix

_TABLE = '<table style="font-family:monospace;font-size:12px;border-collapse:collapse">'
_CELL = '<td style="text-align:left;vertical-align:top;padding:1px 8px;white-space:pre-wrap%s">'
_MOST_ROWS = 200
_MOST_TEXT = 160


def _shown(text: str) -> str:
    """Escaped, cut, with control and direction characters made visible."""
    cut = text if len(text) <= _MOST_TEXT else text[: _MOST_TEXT - 1] + "\u2026"
    safe = "".join(one if one in "\n\t" or one.isprintable() else "\\u%04x" % ord(one) for one in cut)
    return html.escape(safe, quote=True)


def _row(cells: Sequence[str], style: str = "") -> str:
    return "<tr>%s</tr>" % "".join((_CELL % style) + _shown(one) + "</td>" for one in cells)


def _table(head: Sequence[str], rows: Iterable[str], more: int = 0) -> str:
    titles = "".join('<th style="text-align:left;padding:1px 8px">%s</th>' % _shown(one) for one in head)
    end = _row(["... %d more" % more]) if more > 0 else ""
    return "%s<thead><tr>%s</tr></thead><tbody>%s%s</tbody></table>" % (_TABLE, titles, "".join(rows), end)


def node_html(node: "Node") -> str:
    """One node with its members."""
    members = node.to_dict()
    shown = [(name, members[name]) for name in sorted(members) if members[name] not in (None, [], {}, "")]
    return _table(("member", "value"), [_row((name, str(value))) for name, value in shown])


def tree_html(nodes: "Sequence[Node]", title: str) -> str:
    """The nodes of a moment as an indented table."""
    depth: Dict[str, int] = {}
    rows: List[str] = []
    for node in nodes[:_MOST_ROWS]:
        level = depth[node.id] = depth.get(node.parent_id or "", -1) + 1
        ttl = "" if node.ttl is None else str(node.ttl)
        name = "  " * level + node.id
        kind = node.node_type if node.node_type != "cb" else "%s %s" % (node.role or "", node.kind or "")
        rows.append(_row((name, kind, ttl, "pinned" if node.is_pinned else "", node.text)))
    table = _table(("node", "kind", "ttl", "", "content"), rows, len(nodes) - _MOST_ROWS)
    return '<div style="font-family:monospace">%s</div>%s' % (_shown(title), table)


def diff_html(diff: "Diff") -> str:
    """Added, removed and changed nodes in three colours."""
    rows = [_row(("+", one), ";color:#116329") for one in diff.added]
    rows += [_row(("-", one), ";color:#a40e26") for one in diff.removed]
    rows += [_row(("~", "%s: %s" % (one.id, ", ".join(one.fields))), ";color:#7d4e00") for one in diff.changed]
    return _table(("", "node"), rows[:_MOST_ROWS], len(rows) - _MOST_ROWS)


def prefix_html(prefix: "Prefix") -> str:
    """A bar: what the newer request keeps, and what is new."""
    whole = max(prefix.total_bytes, 1)
    kept = 100.0 * min(prefix.unchanged_bytes, whole) / whole
    bar = (
        '<div style="display:flex;width:100%%;max-width:640px;height:14px;border:1px solid #888">'
        '<div style="width:%.2f%%;background:#2da44e"></div><div style="flex:1;background:#d4a72c"></div></div>'
    ) % kept
    return '<div style="font-family:monospace;font-size:12px">%s%s</div>' % (bar, _shown(repr(prefix)))
