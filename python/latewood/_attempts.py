"""Calls to providers within a cycle."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Mapping, Optional, Union

from ._content import plain, response_of
from ._place import UNSET, Place
from ._results import Attempt


class Request(Dict[str, Any]):
    """The body of a request, ready for the vendor's SDK: `client.chat.completions.create(**request)`."""

    attempt_id: int = 0
    """For `Context.complete`."""
    profile: str = ""
    """NAME@VERSION."""


class Attempts(Place):
    """The part of `Context` that renders requests and takes answers."""

    def request(
        self,
        profile: Optional[str] = None,
        *,
        model: Optional[str] = None,
        provider: Optional[str] = None,
        params: Optional[Mapping[str, Any]] = None,
        **more: Any,
    ) -> Request:
        """Begins an attempt and gives the body to send: a dict for the vendor's SDK.

        Further keywords are members of the request: `ctx.request("anthropic", model="...", max_tokens=500)`.
        """
        arguments: Dict[str, Any] = {}
        if profile is not None:
            arguments["profile"] = profile
        if model is not None:
            arguments["model"] = model
        if provider is not None:
            arguments["provider"] = provider
        members = {**(params or {}), **more}
        if members:
            arguments["params"] = plain(members)
        result = self._edit("request", **arguments)
        request = Request(result["body"])
        request.attempt_id = result["attempt_id"]
        request.profile = result["profile"]
        return request

    def complete(
        self,
        response: Any,
        *,
        attempt: Union[Request, Attempt, int, None] = None,
        format: Optional[str] = None,
        choice: Optional[int] = None,
    ) -> Attempt:
        """Ends an attempt with the response of the vendor: text, tool calls, reasoning, usage.

        `response` is the object of the SDK, a dict, or the chunks of a stream (any iterable, or the text of
        server-sent events). The reply opens the next cycle when this one is committed.
        """
        arguments: Dict[str, Any] = {"response": response_of(response)}
        if attempt is not None:
            arguments["attempt_id"] = attempt if isinstance(attempt, int) else attempt.attempt_id
        if format is not None:
            arguments["format"] = format
        if choice is not None:
            arguments["choice"] = choice
        return Attempt.of(self._edit("complete", **arguments))

    def end_attempt(
        self,
        attempt: Union[Request, Attempt, int],
        *,
        status: str = "completed",
        reply: Optional[str] = None,
        error: Optional[str] = None,
        token_in: int = 0,
        token_out: int = 0,
    ) -> Attempt:
        """Ends an attempt without a vendor's response: with the text of a reply, `canceled`, or `error`."""
        number = attempt if isinstance(attempt, int) else attempt.attempt_id
        arguments: Dict[str, Any] = {"attempt_id": number, "status": status}
        for name, value in (("reply", reply), ("error", error), ("token_in", token_in), ("token_out", token_out)):
            if value:
                arguments[name] = value
        return Attempt.of(self._edit("end_attempt", **arguments))

    def cancel(self, attempt: Union[Request, Attempt, int], error: Optional[str] = None) -> Attempt:
        """Ends an attempt that gave no reply; with `error`, because the provider failed."""
        return self.end_attempt(attempt, status="error" if error else "canceled", error=error)

    def attempts(self) -> List[Attempt]:
        """All calls to providers, oldest first."""
        return [Attempt.of(one) for one in self._call("attempts")["attempts"]]

    def preview(self, profile: Optional[str] = None) -> Any:
        """The request that a provider would get if the cycle were committed now, as a value."""
        named: Dict[str, Any] = {} if profile is None else {"profile": profile}
        return json.loads(self._call("preview", **named)["request"])

    def preview_commit(self, policy: Optional[Mapping[str, Any]] = UNSET) -> Dict[str, Any]:
        """The report that the next commit would give; with a policy, as if it were set."""
        named: Dict[str, Any] = {} if policy is UNSET else {"policy": policy}
        return dict(self._call("preview", report=True, **named))
