"""Texts and numbers at the edges, errors, and what people see."""

import math
import pickle

import pytest

import latewood


@pytest.mark.parametrize("content", [
    "", "Zw\u00f6lf \u6a39 \U0001f333", "\x00\x01\x1b[31m\x7f\u2028", 2**53 + 1, 2**63, -(2**63) - 1, 10**400, 0.1, -0.0,
    1e21, [], {}, [[]], {"": {"\u00e9": [None]}}, True, 0,
])
def test_contents_come_back_as_they_were(ctx, content):
    node = ctx.add(content, kind="json")
    assert node.content == content and type(node.content) is type(content)
    ctx.commit()
    assert ctx.latest()[node.id].content == content


@pytest.mark.parametrize("content", ["\ud800", "x\udfff", {"k": "\ud800"}, {"\udc00": 1}])
def test_lone_surrogates_are_refused(ctx, content):
    with pytest.raises(latewood.codes.LoneSurrogate) as caught:
        ctx.add(content)
    assert caught.value.place is not None
    assert ctx.status().added == []


@pytest.mark.parametrize("content", [math.nan, math.inf, [-math.inf]])
def test_what_json_has_not_is_refused(ctx, content):
    with pytest.raises(latewood.InvalidArgument):
        ctx.add(content)
    with pytest.raises(TypeError):
        ctx.add({1, 2})


def test_huge_texts(ctx):
    text = "0123456789abcdef\u00e9" * 600000
    node = ctx.add(text)
    ctx.commit()
    assert ctx.latest()[node.id].content == text
    deep = [] 
    for _ in range(600):
        deep = [deep]
    with pytest.raises(latewood.Error):
        ctx.add(deep)


def test_lone_surrogates_in_selectors_and_ids(ctx):
    ctx.commit()
    for call in (lambda: ctx.select("#\ud800"), lambda: ctx.latest()["\ud800"], lambda: ctx.at("\ud800")):
        with pytest.raises(latewood.Error):
            call()


def test_an_error_has_both_classes_and_all_members(ctx):
    with pytest.raises(latewood.Error) as caught:
        ctx.call("selct")
    error = caught.value
    assert isinstance(error, latewood.codes.OperationUnknown) and isinstance(error, LookupError)
    assert (error.code, error.rule, error.kind) == ("E_OPERATION_UNKNOWN", "E_OPERATION_UNKNOWN", "NotFound")
    assert error.hint == "did you mean 'select'?" and str(error).startswith("E_OPERATION_UNKNOWN: ")
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error) and again.hint == error.hint


def test_every_code_has_a_class():
    for code, one in latewood.codes.BY_CODE.items():
        assert issubclass(one, latewood.Error) and one.__doc__.startswith(code)


def test_reprs_help(ctx):
    node = ctx.add("A" * 100, ttl=2, id="a")
    ctx.pin(node)
    assert repr(ctx.node("a")) == "Node('a', user, ttl=2, pinned, '%s...')" % ("A" * 57)
    commit = ctx.commit("m")
    assert repr(commit).startswith("Commit(%s, cycle 1, 1 blocks" % commit.id[:12])
    for one in (ctx, ctx.repository, ctx.latest(), next(ctx.log()), ctx.diff(0, 0), ctx.prefix, ctx.why("a")):
        assert repr(one)
    gone = ctx.add("x")
    ctx.reset()
    assert "gone" in repr(gone)


HOSTILE = "<script>alert(1)</script>\"'>&\x1b[31m\u202eevil"


def test_html_is_escaped(ctx):
    ctx.add(HOSTILE, id="<b>x</b>", attributes={"data_<i>": 1} if False else {"data_x": HOSTILE})
    ctx.commit(HOSTILE)
    ctx.add("more", id="<i>")
    ctx.commit()
    shown = [ctx._repr_html_(), ctx.latest()._repr_html_(), ctx.diff()._repr_html_(), ctx.node("<b>x</b>")._repr_html_(),
             ctx.prefix()._repr_html_()]
    for html in shown:
        for text in ("<script", "<b>", "<i>", "\x1b", "\u202e"):
            assert text not in html, html
    assert "&lt;script&gt;" in shown[0] and "\\u202e" in shown[0] and "&lt;i&gt;" in shown[2]


def test_html_of_a_large_tree_is_short(ctx):
    for number in range(500):
        ctx.add("block %d" % number)
    assert ctx._repr_html_().count("<tr>") < 210 and "more" in ctx._repr_html_()


def test_only_the_module_makes_its_handles():
    from latewood import _native

    for one in (_native.Session, _native.Snapshot):
        with pytest.raises(TypeError):
            one()
    with pytest.raises(AttributeError):
        latewood.Node().role
    with pytest.raises(TypeError):
        _native.lazy(str, "x", print)
    with pytest.raises(AttributeError):
        latewood.Node().id = "x"


def test_wrong_options():
    for options in ({"system": "maybe"}, {"clock": "sun"}):
        with pytest.raises(latewood.InvalidArgument):
            latewood.open("memory:", **options)
    with pytest.raises(latewood.Error):
        latewood.open("/nowhere/at/all.db").context("main")
