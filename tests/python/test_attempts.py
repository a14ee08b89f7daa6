"""The loop of an agent: request, complete, commit, with every shape that an answer can have."""

import pytest

import latewood

RESPONSE = {
    "object": "chat.completion", "id": "r1", "model": "large-1",
    "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "21 m"}}],
    "usage": {"prompt_tokens": 40, "completion_tokens": 3, "total_tokens": 43},
}


def chunk(delta, reason=None):
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    return {"id": "r2", "object": "chat.completion.chunk", "model": "large-1", "choices": [choice]}


CHUNKS = [chunk({"role": "assistant", "content": "21 "}), chunk({"content": "m"}), chunk({}, "stop")]


class Dumps:
    """As the objects of the vendors' libraries."""

    def __init__(self, value):
        self.value = value

    def model_dump(self, mode="python", exclude_unset=False):
        assert mode == "json" and exclude_unset
        return self.value


class ToDict:
    def __init__(self, value):
        self.value = value

    def to_dict(self):
        return self.value


@pytest.mark.parametrize("make", [
    lambda: RESPONSE,
    lambda: Dumps(RESPONSE),
    lambda: ToDict(RESPONSE),
    lambda: list(CHUNKS),
    lambda: (one for one in CHUNKS),
    lambda: (Dumps(one) for one in CHUNKS),
    lambda: "".join("data: %s\n\n" % __import__("json").dumps(one) for one in CHUNKS) + "data: [DONE]\n\n",
    lambda: "".join("data: %s\n\n" % __import__("json").dumps(one) for one in CHUNKS).encode() + b"data: [DONE]\n\n",
])
def test_every_shape_of_an_answer(ctx, make):
    ctx.append([{"role": "user", "content": "How tall is the oak?"}])
    request = ctx.request("openai", model="large", max_tokens=200)
    assert request == {"model": "large", "max_tokens": 200,
                       "messages": [{"role": "user", "content": "How tall is the oak?"}]}
    attempt = ctx.complete(make(), attempt=request)
    assert attempt.status == "completed" and attempt.is_complete and attempt.model_answered == "large-1"
    ctx.commit()
    ctx.add("And the beech?")
    assert ctx.request("openai")["messages"][1] == {"role": "assistant", "content": "21 m"}


def test_a_stream_that_fails_leaves_the_attempt_running(ctx):
    def broken():
        yield CHUNKS[0]
        raise ConnectionError("gone")

    ctx.add("Hello")
    request = ctx.request("openai")
    with pytest.raises(ConnectionError):
        ctx.complete(broken())
    assert [one.status for one in ctx.attempts()] == ["running"]
    assert ctx.cancel(request, "the stream broke").status == "error"
    assert ctx.attempts()[0].error == "the stream broke" and ctx.attempts()[0].ended_at is not None


def test_usage(ctx):
    ctx.add("Hello")
    ctx.request("openai")
    done = ctx.complete(RESPONSE)
    assert (done.token_in, done.token_out, done.id) == (40, 3, 1) and "40 tokens in" in repr(done)
    assert ctx.status().attempt == 1
    assert ctx.attempts()[0].commit_id is None
    commit = ctx.commit()
    assert ctx.attempts()[0].commit_id == commit.id


def test_what_is_no_answer(ctx):
    ctx.add("Hello")
    ctx.request("openai")
    with pytest.raises(latewood.Error):
        ctx.complete({"no": "answer"})
    with pytest.raises(TypeError):
        ctx.complete(object())
    with pytest.raises(latewood.codes.ProfileUnknown):
        ctx.request("acme")


def test_a_reply_of_another_kind(ctx):
    ctx.add("Hello")
    body = ctx.call("begin_attempt", provider="acme", with_request=True)
    assert ctx.end_attempt(body["attempt_id"], reply="Hi", token_out=1).token_out == 1
    with pytest.raises(latewood.Conflict):
        ctx.end_attempt(body["attempt_id"], reply="Hi")


def test_system_messages_need_the_permission(ctx):
    messages = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello"}]
    with pytest.raises(latewood.codes.Unauthorized):
        ctx.append(messages)
    nodes = ctx.append(messages, system=True)
    assert [node.role for node in nodes] == ["system", "user"]
