#!/usr/bin/env python3
"""Writes the sources and the document of the Python package that follow from others.

    tools/python_sources.py          writes them anew
    tools/python_sources.py check    exits with 1 if one of them is not as it would be written

- python/latewood/codes.py, a class for each stable code: from docs/errors.md
- python/latewood/aio.py, the asyncio variants: from the classes Repository, Context and Snapshot
- docs/python_api.md, the reference: from the signatures and docstrings of the package

Everything is read as text and syntax trees, so the package need not be built.
"""

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "python" / "latewood"
NOTE = "tools/python_sources.py writes this file."


# ---- codes ----


def class_name(code):
    if not code.startswith("E_"):
        return code
    name = "".join(part.capitalize() for part in code[2:].split("_"))
    # The kinds have the short name.
    return name + "Error" if name in ("Conflict", "NotFound") else name


def codes():
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?) \|$", (ROOT / "docs/errors.md").read_text(), re.M)
    rows = [row for row in rows if not row[0].startswith("W_")]
    out = ['"""A class for each stable code, for `except latewood.codes.NodeNotFound`. %s"""\n' % NOTE]
    out.append("from typing import Dict, Type\n\nfrom ._errors import Error\n")
    for code, meaning, remedy in rows:
        out.append('\nclass %s(Error):\n    """%s: %s."""\n' % (class_name(code), code, meaning.replace("`", "")))
    out.append("\nBY_CODE: Dict[str, Type[Error]] = {")
    out += ['    "%s": %s,' % (code, class_name(code)) for code, _, _ in rows]
    return "\n".join(out) + "\n}\n"


# ---- reading classes ----


# Context is made of parts, which have no readers of their own.
PARTS = {"Context": ("_edits.py", "_attempts.py", "_questions.py", "_place.py", "_branches.py")}


def with_parts(of):
    """The class with the members of its parts, in their order."""
    for module in PARTS.get(of.name, ()):
        tree = ast.parse((PACKAGE / module).read_text())
        for part in tree.body:
            if isinstance(part, ast.ClassDef) and part.name == module[1:-3].capitalize():
                of.body += part.body
    return of


def classes_of(module):
    tree = ast.parse((PACKAGE / module).read_text())
    return {node.name: with_parts(node) for node in tree.body if isinstance(node, ast.ClassDef)}


def public_members(of):
    for node in of.body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield node


def decorators(node):
    return [ast.unparse(one) for one in node.decorator_list]


def signature(node, rename=lambda text: text):
    """The parameters as they stand, and how a call passes them on."""
    args = node.args
    shown, passed = [], []
    plain = args.args[1:] if args.args and args.args[0].arg == "self" else args.args
    defaults = [None] * (len(args.args) - len(args.defaults)) + list(args.defaults)
    defaults = defaults[len(args.args) - len(plain) :]

    def text(arg, default):
        kind = ": " + rename(ast.unparse(arg.annotation)) if arg.annotation else ""
        value = "" if default is None else (" = " if kind else "=") + ast.unparse(default)
        return arg.arg + kind + value

    for arg, default in zip(plain, defaults):
        shown.append(text(arg, default))
        passed.append(arg.arg)
    if args.kwonlyargs:
        shown.append("*")
    for arg, default in zip(args.kwonlyargs, args.kw_defaults):
        shown.append(text(arg, default))
        passed.append("%s=%s" % (arg.arg, arg.arg))
    if args.kwarg:
        shown.append("**" + text(args.kwarg, None))
        passed.append("**" + args.kwarg.arg)
    return shown, passed


# ---- asyncio ----

AIO_HEAD = '''"""The same classes for asyncio: every call runs on a thread of the loop's executor. %s

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
''' % NOTE

WRAPPED = {"Context": "_context", "Snapshot": "_snapshot", "Repository": "_repository"}


def async_type(text):
    for name in WRAPPED:
        text = re.sub(r"\b%s\b" % name, "Async" + name, text)
    return text.replace('"', "")


def async_method(node):
    doc = ast.get_docstring(node)
    quoted = '        """%s"""' % "\n        ".join(doc.splitlines()) if doc else ""
    quoted = re.sub(r"\n +\n", "\n\n", quoted)
    shown, passed = signature(node, async_type)
    plain_type = ast.unparse(node.returns).replace("'", "").replace('"', "")
    head = ", ".join(["self"] + shown)
    opened = [one.split("=")[0] for one in passed]
    # Snapshots that are given to a call are taken out of their wrapper.
    unwraps = [one for one in opened if one in ("older", "newer", "other") and "AsyncSnapshot" in head]
    lines = []
    if "property" in decorators(node):
        if node.name in ("branch", "report"):
            lines.append("    async def %s(%s) -> %s:" % (node.name, head, plain_type))
            lines += [quoted, "        return await _run(lambda: self._sync.%s)" % node.name]
        else:
            lines += ["    @property", "    def %s(%s) -> %s:" % (node.name, head, plain_type), quoted]
            lines.append("        return self._sync.%s" % node.name)
        return "\n".join(lines)
    call = "self._sync.%s" % node.name
    arguments = ", ".join(passed)
    partial = "functools.partial(%s%s)" % (call, ", " + arguments if arguments else "")
    if node.name == "pinned":
        lines += ["    @contextlib.asynccontextmanager", "    async def pinned(%s) -> AsyncIterator[None]:" % head, quoted]
        lines += ["        hold = self._sync.pinned(%s)" % arguments, "        await _run(hold.__enter__)"]
        lines += ["        try:", "            yield", "        finally:"]
        lines.append("            await _run(lambda: hold.__exit__(None, None, None))")
        return "\n".join(lines)
    if plain_type.startswith("Iterator["):
        result = "Async" + plain_type
        lines += ["    def %s(%s) -> %s:" % (node.name, head, result), quoted, "        return _each(%s)" % partial]
        return "\n".join(lines)
    result = async_type(plain_type)
    lines += ["    async def %s(%s) -> %s:" % (node.name, head, result), quoted]
    for name in unwraps:
        lines.append("        %s = %s._sync if isinstance(%s, AsyncSnapshot) else %s  # type: ignore" % ((name,) * 4))
    wrapped = next((name for name in WRAPPED if plain_type == name), None)
    if wrapped:
        lines.append("        return Async%s(await _run(%s))" % (wrapped, partial))
    elif plain_type == "None":
        lines.append("        await _run(%s)" % partial)
    else:
        lines.append("        return await _run(%s)" % partial)
    return "\n".join(line for line in lines if line)


SPECIAL = {
    "Repository": '''    async def __aenter__(self) -> "AsyncRepository":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()''',
    "Snapshot": '''    def __aiter__(self) -> AsyncIterator[Node]:
        return _each(lambda: iter(self._sync))''',
    "Context": "",
}


def aio():
    out = [AIO_HEAD]
    for name, module in (("Snapshot", "_snapshot"), ("Context", "_context"), ("Repository", "_repository")):
        of = classes_of(module + ".py")[name]
        doc = ast.get_docstring(of).splitlines()[0]
        out.append('\nclass Async%s:\n    """%s `%s` for asyncio."""\n' % (name, doc, name))
        out.append("    def __init__(self, sync: %s.%s) -> None:\n        self._sync = sync\n" % (module, name))
        if name == "Snapshot":
            for field, kind in (("commit_id", "str"), ("cycle", "int")):
                out.append("    @property\n    def %s(self) -> %s:\n        return self._sync.%s\n" % (field, kind, field))
        for node in public_members(of):
            out.append(async_method(node) + "\n")
        if SPECIAL[name]:
            out.append(SPECIAL[name] + "\n")
        out.append("    def __repr__(self) -> str:\n        return \"Async%r\" % self._sync\n")
        if name != "Repository":
            out.append("    def _repr_html_(self) -> str:\n        return self._sync._repr_html_()\n")
    module = ast.parse((PACKAGE / "_repository.py").read_text())
    opener = next(node for node in module.body if isinstance(node, ast.FunctionDef) and node.name == "open")
    shown, passed = signature(opener)
    doc = "\n    ".join(ast.get_docstring(opener).splitlines())
    doc = re.sub(r"\n +\n", "\n\n", doc)
    out.append("\nasync def open(%s) -> AsyncRepository:" % ", ".join(shown))
    out.append('    """%s"""' % doc)
    out.append("    make = functools.partial(_repository.open, %s)" % ", ".join(passed))
    out.append("    return AsyncRepository(await _run(make))")
    return "\n".join(out) + "\n"


# ---- the reference ----

API_HEAD = """# Python: reference

The classes of the package `latewood`, from its sources (%s)
[python.md](python.md) introduces them. `latewood.aio` has the same for asyncio: `AsyncRepository`, `AsyncContext` and
`AsyncSnapshot` with the same methods to await, and iterators for `async for`. A class for each stable code is in
`latewood.codes`; [errors.md](errors.md) lists the codes.

""" % NOTE

PAGES = (
    ("_repository.py", ("open", "Repository")),
    ("_context.py", ("Context",)),
    ("_attempts.py", ("Request",)),
    ("_snapshot.py", ("Snapshot",)),
    ("_node.py", ("Node",)),
    ("_results.py", None),
    ("_errors.py", ("Error", "InvalidArgument", "NotFound", "Conflict", "Corruption", "Unsupported", "Unavailable")),
)


def words(doc, indent=""):
    text = " ".join((doc or "").split())
    lines, line = [], indent
    for word in text.split(" "):
        if len(line) + len(word) + 1 > 110 and line.strip():
            lines.append(line.rstrip())
            line = indent
        line += word + " "
    lines.append(line.rstrip())
    return "\n".join(lines)


def shown_signature(name, node):
    shown, _ = signature(node, lambda text: text.replace('"', "").replace("'", ""))
    text = ", ".join(shown).replace("UNSET", "...")
    result = ast.unparse(node.returns).replace('"', "").replace("'", "") if node.returns else ""
    lines, line = [], "    %s(" % name
    for number, part in enumerate(text.split(", ")):
        piece = part + (", " if number + 1 < len(text.split(", ")) else "")
        if len(line) + len(piece) > 105:
            lines.append(line.rstrip())
            line = "        "
        line += piece
    return "\n".join(lines + [line + ")" + (" -> %s" % result if result else "")])


def native_members():
    """The members of a node that the native module has."""
    source = (ROOT / "python/native/node_object.cc").read_text()
    return re.findall(r'\{"(\w+)",\s*get\w*(?:<\w+>)?,\s*nullptr,\s*"((?:[^"\\]|\\.)*)"', source)


def class_page(of):
    bases = [ast.unparse(one) for one in of.bases if not ast.unparse(one).startswith("_native")]
    out = ["## %s\n" % of.name, words(ast.get_docstring(of)), ""]
    if bases and bases != ["Result"] and of.name not in PARTS:
        out += ["Base: %s." % ", ".join("`%s`" % one for one in bases), ""]
    rows = []
    if of.name == "Node":
        rows += list(native_members())
    body = of.body
    for number, node in enumerate(body):
        if isinstance(node, ast.AnnAssign) and not node.target.id.startswith("_"):
            after = body[number + 1] if number + 1 < len(body) else None
            is_doc = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            rows.append((node.target.id, " ".join(str(after.value.value).split()) if is_doc else ""))
        if isinstance(node, ast.FunctionDef) and "property" in decorators(node) and not node.name.startswith("_"):
            rows.append((node.name, " ".join((ast.get_docstring(node) or "").split())))
    if rows:
        out += ["| Member | Meaning |", "| --- | --- |"]
        out += ["| `%s` | %s |" % (name, text.replace("|", "\\|")) for name, text in rows] + [""]
    for node in public_members(of):
        if "property" in decorators(node):
            continue
        out += [shown_signature(node.name, node), "", words(ast.get_docstring(node)), ""]
    return "\n".join(out)


def api():
    out = [API_HEAD]
    for module, names in PAGES:
        tree = ast.parse((PACKAGE / module).read_text())
        for node in tree.body:
            if not isinstance(node, (ast.ClassDef, ast.FunctionDef)) or node.name.startswith("_"):
                continue
            if isinstance(node, ast.ClassDef):
                with_parts(node)
            if names is not None and node.name not in names:
                continue
            if isinstance(node, ast.FunctionDef):
                doc = ast.get_docstring(node)
                out.append("## latewood.%s\n\n%s\n\n%s\n" % (node.name, shown_signature(node.name, node), words(doc)))
            else:
                out.append(class_page(node))
    return "\n".join(out).rstrip() + "\n"


def main():
    made = {
        PACKAGE / "codes.py": codes(),
        PACKAGE / "aio.py": aio(),
        ROOT / "docs/python_api.md": api(),
    }
    wrong = 0
    for path, text in made.items():
        if sys.argv[1:] != ["check"]:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            print("%s is not as tools/python_sources.py writes it" % path.relative_to(ROOT))
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
