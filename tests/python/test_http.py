"""The same classes over HTTP: on the real server, and on answers that a broken one would give."""

import http.server
import json
import os
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import latewood
from conftest import story
from test_scenarios import FILES, error_members, filled, quoted
from latewood import _http
from latewood._repository import Repository

BINARY = Path(latewood.__file__).parent / "bin" / "latewood"


def has_server():
    asked = subprocess.run([str(BINARY), "serve", "--help"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return b"latewood serve" in asked.stdout


def serve(store):
    """A server on a store that may be absent: the process, its address and its token."""
    environment = {**os.environ, "LATEWOOD_CLOCK": "logical"}
    process = subprocess.Popen(
        [str(BINARY), "serve", "--json", "--create", "--listen", "127.0.0.1:0", "--store", store],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment,
    )
    started = json.loads(process.stdout.readline())
    return process, started["url"], started["token"]


@pytest.fixture
def address(tmp_path):
    """The address and token of a running server."""
    if not has_server():
        pytest.skip("the command line has no server")
    process, url, token = serve(str(tmp_path / "suite.db"))
    yield url, token
    process.terminate()
    process.communicate(timeout=30)


@pytest.fixture
def remote(address):
    with latewood.open(address[0], token=address[1], actor="far") as repo:
        yield repo


def test_the_story_over_http(remote):
    ctx = remote.context("main")
    assert story(ctx).left[0].id == "leaflet"
    assert [node.content for node in ctx.select("@t-2 #leaflet")] == [ctx.at(-2)["leaflet"].content]
    assert ctx.select("#nothing") == [] and len(ctx.nodes()) == len(ctx.latest().nodes())
    assert [node.id for node in ctx.latest()] == [node.id for node in ctx.latest().nodes()]
    assert ctx.at(-3).ids() == ["prompt", "question"]
    node = ctx.add("x", id="x")
    assert node.provenance == "far" and node.role == "user" and node == ctx.node("x")
    with pytest.raises(latewood.codes.NodeNotFound):
        ctx.latest().node("zzz")
    with pytest.raises(latewood.codes.SelectorInvalid) as caught:
        ctx.select(".cb[role=")
    assert caught.value.place == (9, 0)
    ctx.commit("far")
    assert next(ctx.log()).actor == "far"
    request = ctx.request("openai")
    assert ctx.cancel(request).status == "canceled"
    assert remote.verify()


def test_threads_share_connections(remote):
    ctx = remote.context("main")
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: ctx.add("x%d" % number), range(80)))
    ctx.commit()
    assert len(ctx.latest().ids()) == 80
    assert len(remote._transport._idle) <= 8


def test_a_wrong_token_is_an_error(address):
    with pytest.raises(latewood.Error) as caught:
        latewood.open(address[0], token="lw_x_y").contexts()
    assert caught.value.code == "E_TOKEN_INVALID"


def scenarios():
    """Those that need no options of a session and a store in a file, which the server makes."""
    for path in FILES:
        scenario = json.loads(path.read_text())
        if "session" not in scenario and "sqlite" in scenario.get("stores", ["sqlite"]) and path.stem != "no_store":
            yield pytest.param(scenario, id=path.stem)


@pytest.mark.parametrize("scenario", scenarios())
def test_every_answer_over_http_is_the_recorded_one(scenario, address, tmp_path):
    longs = [(word, one["text"] * one["times"]) for word, one in scenario.get("long", {}).items()]
    words = longs + [("$FOLDER", quoted(str(tmp_path)))]
    with latewood.open(address[0], token=address[1]) as repo:
        for number, step in enumerate(scenario["steps"]):
            args = step.get("args", {})
            text = filled(args if isinstance(args, str) else json.dumps(args), words)
            where = "step %d, %s %s" % (number, step["op"], text[:200])
            if "result" in step:
                wanted = filled(step["result"], words)
                found = repo.call_text(step["op"], text)
                if "$STORE" in wanted:  # A server hides the address of its store.
                    wanted, found = [{**json.loads(one), "store": None} for one in (wanted, found)]
                assert found == wanted, where
                continue
            with pytest.raises(latewood.Error) as caught:
                repo.call_text(step["op"], text)
            assert error_members(caught.value) == json.loads(filled(json.dumps(step["error"]), words)), where


# ---- answers of broken servers ----


class Broken(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    answers = []
    seen = []

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.seen.append((self.path, self.headers.get("Authorization"), body))
        status, kind, text = self.answers.pop(0) if self.answers else (200, "application/json", b"{}")
        if status is None:
            self.close_connection = True
            return
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)
        self.close_connection = kind == "close"

    def log_message(self, *_):
        pass


@pytest.fixture
def broken():
    handler = type("Handler", (Broken,), {"answers": [], "seen": []})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    repo = Repository("x", _http.HttpTransport("http://lw_a_b@127.0.0.1:%d/base/" % server.server_port, None, 5.0))
    yield handler, repo
    repo.close()
    server.shutdown()
    server.server_close()
    thread.join()


def test_requests_have_path_token_and_arguments(broken):
    handler, repo = broken
    repo.call("select", {"selector": ".cb"})
    assert handler.seen == [("/base/v1/operations/select", "Bearer lw_a_b", b'{"selector":".cb"}')]


@pytest.mark.parametrize("answer,code,text", [
    ((500, "text/html", b"<html>oops"), "Unavailable", "status 500"),
    ((302, "text/plain", b""), "Unavailable", "redirects"),
    ((404, "application/problem+json", b'{"code":"E_NODE_NOT_FOUND","kind":"NotFound","rule":"E_NODE_NOT_FOUND",'
      b'"detail":"no such node","place":{"offset":3,"length":4},"hint":null,"status":404}'),
     "E_NODE_NOT_FOUND", "no such node"),
    ((503, "application/json", b'{"error":{"code":"E_NEW","kind":"New","message":"later"}}'), "E_NEW", "later"),
    ((400, "application/json", b'{"title":"Bad"}'), "Unavailable", "Bad"),
    ((None, "", b""), "E_OUTCOME_UNKNOWN", "ended the connection"),
])
def test_what_is_no_result_is_an_error(broken, answer, code, text):
    handler, repo = broken
    handler.answers.append(answer)
    with pytest.raises(latewood.Error) as caught:
        repo.call("show")
    assert caught.value.code == code and text in str(caught.value)
    assert repo.call("show") == {}


def test_a_connection_that_the_server_closed_is_made_again(broken):
    handler, repo = broken
    repo.call("show")
    handler.answers.append((200, "close", b"{}"))
    repo.call("show")
    time.sleep(0.05)
    assert repo.call("show") == {} and len(handler.seen) == 3


def test_a_call_is_never_sent_twice(broken):
    handler, repo = broken
    repo.call("show")
    handler.answers.append((None, "", b""))
    with pytest.raises(latewood.codes.OutcomeUnknown):
        repo.call("commit")
    assert len(handler.seen) == 2


def test_options_that_a_server_decides():
    for options in ({"tokens": len}, {"profile": "openai"}, {"clock": "logical"}, {"system": "allow"}, {"read_only": True}):
        with pytest.raises(latewood.codes.OptionInvalid):
            latewood.open("http://127.0.0.1:1", **options)


def test_nobody_there():
    with pytest.raises(latewood.Unavailable) as caught:
        latewood.open("http://127.0.0.1:1", timeout=2).contexts()
    assert "latewood serve" in caught.value.hint


def test_tokens_stay_out_of_names():
    address, token = _http.token_of("http://127.0.0.1:7070/#token=lw_x_secret")
    assert (address, token) == ("http://127.0.0.1:7070", "lw_x_secret")
    for url in ("http://127.0.0.1:7070/#token=lw_x_secret", "http://lw_x_secret@127.0.0.1:7070"):
        assert "secret" not in repr(latewood.open(url)) and "secret" not in repr(latewood.open(url)._transport)
    assert "word" not in repr(latewood.open("postgres://me:word@127.0.0.1/db"))
