"""Contents and answers of vendors on their way into the engine."""

from __future__ import annotations

import base64
from typing import Any, Dict, Iterable, List, Mapping, Optional, Tuple, Union

from ._errors import error_of

Bytes = Union[bytes, bytearray, memoryview]
Content = Union[None, bool, int, float, str, Mapping[str, Any], List[Any], Tuple[Any, ...], Bytes]
"""A text, any JSON value, or the bytes of an image."""

_IMAGES = ((b"\x89PNG\r\n\x1a\n", "image/png"), (b"\xff\xd8\xff", "image/jpeg"), (b"GIF8", "image/gif"))


def _media_type(image: bytes) -> str:
    for start, name in _IMAGES:
        if image.startswith(start):
            return name
    if image[:4] == b"RIFF" and image[8:12] == b"WEBP":
        return "image/webp"
    raise error_of(
        "E_CONTENT_INVALID",
        "InvalidArgument",
        "these bytes are no PNG, JPEG, GIF or WebP image",
        "E_CONTENT_INVALID",
        hint="give the media type: media_type='image/png'; or a str",
    )


def image_content(image: Bytes, media_type: Optional[str]) -> Dict[str, str]:
    """The content of a block of kind `image`."""
    data = bytes(image)
    name = media_type or _media_type(data)
    return {"url": "data:%s;base64,%s" % (name, base64.b64encode(data).decode("ascii"))}


def is_bytes(content: object) -> bool:
    return isinstance(content, (bytes, bytearray, memoryview))


def plain(value: Any) -> Any:
    """The JSON value of an object of a vendor's SDK (pydantic, dataclass-like, or a plain value)."""
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    for name, options in (
        ("model_dump", {"mode": "json", "exclude_unset": True}),
        ("model_dump", {}),
        ("to_dict", {}),
        ("to_json_dict", {}),
        ("dict", {}),
    ):
        method = getattr(value, name, None)
        if not callable(method):
            continue
        try:
            return plain(method(**options))
        except TypeError:
            continue
    raise TypeError("%s is no JSON value and has neither model_dump nor to_dict" % type(value).__name__)


def response_of(response: Any) -> Any:
    """The `response` argument of `complete`: an object, a text of server-sent events, or a list of chunks."""
    if isinstance(response, (bytes, bytearray)):
        return bytes(response).decode("utf-8")
    if isinstance(response, (str, Mapping)):
        return plain(response)
    if hasattr(response, "model_dump") or hasattr(response, "to_dict"):
        return plain(response)
    if isinstance(response, Iterable):
        return [plain(chunk) for chunk in response]
    return plain(response)
