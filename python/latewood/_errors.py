"""Failures of the engine as exceptions."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Tuple, Type


class Error(Exception):
    """A call that failed and changed nothing.

    Every failure has the class of its kind (`NotFound`, `Conflict`, ...) and, if it has a stable code, also the class
    of that code in `latewood.codes` (`codes.NodeNotFound`): catch either.
    """

    code: str
    """The stable name: "E_NODE_NOT_FOUND", or the kind if no rule was broken. docs/errors.md lists them."""
    kind: str
    """InvalidArgument, NotFound, Conflict, Corruption, Unsupported or Unavailable."""
    message: str
    """One line that names the value at fault."""
    rule: Optional[str]
    """The rule that was broken; None: none."""
    place: Optional[Tuple[int, int]]
    """Where in the input: offset and length in bytes."""
    hint: Optional[str]
    """What to do next."""

    def __init__(
        self,
        message: str,
        *,
        code: str = "InvalidArgument",
        kind: str = "InvalidArgument",
        rule: Optional[str] = None,
        place: Optional[Tuple[int, int]] = None,
        hint: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.kind = kind
        self.rule = rule
        self.place = place
        self.hint = hint

    def __str__(self) -> str:
        text = "%s: %s" % (self.code, self.message)
        return text + " (%s)" % self.hint if self.hint else text

    def __reduce__(self) -> Tuple[Any, ...]:
        return (error_of, (self.code, self.kind, self.message, self.rule, self.place, self.hint))


class InvalidArgument(Error, ValueError):
    """The input is wrong: correct it."""


class NotFound(Error, LookupError):
    """The named object does not exist."""


class Conflict(Error):
    """Another writer was first, or the name is taken: read again and retry."""


class Corruption(Error):
    """Stored bytes are wrong: restore them."""


class Unsupported(Error):
    """A newer version, or another process, can do it."""


class Unavailable(Error):
    """The file, the disk or the server failed: try again later."""


KINDS: Dict[str, Type[Error]] = {
    one.__name__: one for one in (InvalidArgument, NotFound, Conflict, Corruption, Unsupported, Unavailable)
}

_classes: Dict[Tuple[str, str], Type[Error]] = {}


def _class_of(code: str, kind: str) -> Type[Error]:
    known = _classes.get((code, kind))
    if known is not None:
        return known
    from . import codes

    of_kind = KINDS.get(kind, Error)
    of_code = codes.BY_CODE.get(code)
    made = of_kind if of_code is None else type(of_code.__name__, (of_code, of_kind), {"__module__": of_code.__module__})
    _classes[(code, kind)] = made
    return made


def error_of(
    code: str,
    kind: str,
    message: str,
    rule: Optional[str] = None,
    place: Optional[Tuple[int, int]] = None,
    hint: Optional[str] = None,
) -> Error:
    """The exception of the classes of its code and its kind."""
    return _class_of(code, kind)(message, code=code, kind=kind, rule=rule, place=place, hint=hint)


def error_of_json(error: Mapping[str, Any]) -> Error:
    """The exception of an error object as every door gives it."""
    place = error.get("place")
    return error_of(
        str(error.get("code") or "Unavailable"),
        str(error.get("kind") or "Unavailable"),
        str(error.get("message") or "the call failed"),
        error.get("rule"),
        (int(place["offset"]), int(place["length"])) if isinstance(place, Mapping) else None,
        error.get("hint"),
    )
