"""Stands in for a vendor's library, so that the examples run without a network or a key.

With the real library one line changes: `client.chat.completions.create(**request)` instead of `create(**request)`.
"""

from __future__ import annotations

from typing import Any, Dict, Iterator, List


def create(model: str, messages: List[Dict[str, Any]], **_: Any) -> Dict[str, Any]:
    """An answer in the form of OpenAI's chat completions: asks for a tool until it has a result of it."""
    last = messages[-1]
    answer: Dict[str, Any] = {"role": "assistant", "content": None}
    usage = {"prompt_tokens": sum(len(str(one)) for one in messages) // 4, "completion_tokens": 12}
    if last["role"] == "user" and "tall" in last["content"]:
        function = {"name": "measure", "arguments": '{"tree":"oak"}'}
        answer["tool_calls"] = [{"id": "call_%d" % len(messages), "type": "function", "function": function}]
        reason = "tool_calls"
    else:
        answer["content"] = "It is %s tall." % last["content"] if last["role"] == "tool" else "Soil, most likely."
        reason = "stop"
    choice = {"index": 0, "finish_reason": reason, "message": answer}
    return {"id": "r%d" % len(messages), "object": "chat.completion", "model": model, "choices": [choice], "usage": usage}


def stream(model: str, messages: List[Dict[str, Any]], **_: Any) -> Iterator[Dict[str, Any]]:
    """The same as chunks, for `stream=True`."""
    for word in ("Soil, ", "most ", "likely."):
        choice = {"index": 0, "delta": {"role": "assistant", "content": word}, "finish_reason": None}
        yield {"id": "s1", "object": "chat.completion.chunk", "model": model, "choices": [choice]}
    end = {"index": 0, "delta": {}, "finish_reason": "stop"}
    yield {"id": "s1", "object": "chat.completion.chunk", "model": model, "choices": [end]}
