"""The behavioural suite (tests/bindings): the same bytes as the table itself."""

import json

import pytest

import latewood
from conftest import ROOT

FILES = sorted((ROOT / "tests/bindings").glob("*.json"))


def quoted(text):
    return json.dumps(text)[1:-1]


def filled(text, words):
    for word, whole in words:
        text = text.replace(word, whole)
    return text


def error_members(error):
    """The error object as every door gives it."""
    place = None if error.place is None else {"offset": error.place[0], "length": error.place[1]}
    found = dict(code=error.code, hint=error.hint, kind=error.kind, message=error.message, place=place)
    return {**found, "rule": error.rule}


def cases():
    for path in FILES:
        scenario = json.loads(path.read_text())
        for store in scenario.get("stores", ["memory", "sqlite"]):
            yield pytest.param(scenario, store, id="%s-%s" % (path.stem, store))


def open_session(scenario, url):
    """A repository with all options that a scenario can set; `latewood.open` offers those that programs need."""
    from latewood._repository import Repository
    from latewood._transport import NativeTransport

    return Repository(url, NativeTransport(url, {"clock": "logical", **scenario.get("session", {})}, None))


@pytest.mark.parametrize("scenario,store", cases())
def test_every_answer_is_the_recorded_one(scenario, store, tmp_path):
    url = "memory:" if store == "memory" else str(tmp_path / "suite.db")
    longs = [(word, one["text"] * one["times"]) for word, one in scenario.get("long", {}).items()]
    words = longs + [("$FOLDER", quoted(str(tmp_path))), ("$STORE", quoted(url))]
    with open_session(scenario, url) as repo:
        for number, step in enumerate(scenario["steps"]):
            args = step.get("args", {})
            text = filled(args if isinstance(args, str) else json.dumps(args), words)
            where = "step %d, %s %s" % (number, step["op"], text[:200])
            if "result" in step:
                assert repo.call_text(step["op"], text) == filled(step["result"], words), where
                continue
            with pytest.raises(latewood.Error) as caught:
                repo.call_text(step["op"], text)
            wanted = json.loads(filled(json.dumps(step["error"]), words))
            assert error_members(caught.value) == wanted, where


def test_the_suite_is_there():
    assert len(FILES) > 8
