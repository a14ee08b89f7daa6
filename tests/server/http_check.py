#!/usr/bin/env python3
"""`latewood serve` over real sockets: who may ask, what is refused, and with which status; the server stays alive.

    http_check.py LATEWOOD_BINARY
"""
import json
import os
import socket
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from server_process import Events, Server, expect, in_new_folder, latewood, wait_until


def expect_status(answer, status, claim, code=None):
    expect(answer.status == status, f"{claim}: status {status}", answer)
    if status < 400:
        return
    expect(answer.headers["content-type"] == "application/problem+json", f"{claim}: a problem object", answer)
    problem = answer.json()
    expect(problem["status"] == status, f"{claim}: the status is in the object too", answer)
    expect(set(problem) == {"code", "detail", "hint", "kind", "place", "rule", "status", "title", "type"}, claim, answer)
    if code:
        expect(problem["code"] == code, f"{claim}: {code}", answer)


def check_open_routes(server):
    for path in ("/healthz", "/readyz"):
        answer = server.ask("GET", path, token="")
        expect(answer.status == 200 and answer.json() == {"status": "ok"}, f"{path} needs no token", answer)
    page = server.ask("GET", "/", token="")
    expect_status(page, 200, "the page needs no token")
    expect("default-src 'none'" in page.headers["content-security-policy"], "the page has a strict policy", page)
    expect(page.headers["x-content-type-options"] == "nosniff", "no type is guessed", page)
    known = server.ask("GET", "/", token="", headers=[("If-None-Match", page.headers["etag"])])
    expect(known.status == 304 and not known.body, "the page is not sent twice", known)
    head = server.ask("HEAD", "/", token="")
    expect(head.status == 200 and head.headers["content-length"] == str(len(page.body)), "HEAD is GET without body", head)


def check_tokens(server):
    for name, token in (("none", ""), ("no token", "x"), ("an unknown one", "lw_" + "0" * 12 + "_" + "0" * 64),
                        ("one changed digit", server.token[:-1] + ("0" if server.token[-1] != "0" else "1"))):
        answer = server.ask("GET", "/v1/operations", token=token)
        expect_status(answer, 401, name, "E_TOKEN_INVALID")
        expect(answer.headers["www-authenticate"].startswith("Bearer"), name, answer)
    expect_status(server.ask("GET", "/metrics", token=""), 401, "metrics need a token")
    expect_status(server.ask("GET", "/v1/events", token=""), 401, "events need a token")

    def made(*options):
        done = latewood("token", "new", "--json", *options)
        expect(done.returncode == 0, f"token new {options}", done.stderr)
        return json.loads(done.stdout)

    reading = made("--scope", "read")
    expect(server.call("contexts", token=reading["token"]).status == 200, "a token that reads may read")
    expect_status(server.call("insert", {"content": "x"}, token=reading["token"]), 403, "it may not write", "E_SCOPE")
    writing = made("--scope", "write", "--as", "robot")
    server.done("insert", {"content": "by the robot", "id": "robots"}, token=writing["token"])
    expect(server.done("commit", {}, token=writing["token"])["cycle"] > 0, "a token that writes may commit")
    log = server.done("log")
    expect("robot" in json.dumps(log), "edits of a token have its actor", log)
    expect_status(server.call("gc", {}, token=writing["token"]), 403, "it may not collect", "E_SCOPE")
    passing = made("--scope", "proxy")
    expect_status(server.call("contexts", token=passing["token"]), 403, "a token of the proxy calls nothing", "E_SCOPE")
    expect(server.ask("GET", "/metrics", token=passing["token"]).status == 200, "metrics need any token")
    short = made("--scope", "read", "--expires", "1s")
    wait_until(lambda: server.call("contexts", token=short["token"]).status == 401, "a token expires")
    latewood("token", "revoke", reading["id"])
    wait_until(lambda: server.call("contexts", token=reading["token"]).status == 401, "a revoked token ends")
    expect(latewood("token", "revoke", reading["id"]).returncode == 1, "a token is revoked once")
    listed = [json.loads(line) for line in latewood("token", "list", "--json").stdout.splitlines()]
    expect(writing["id"] in [one["id"] for one in listed], "tokens are listed", listed)
    stored = open("store.db", "rb").read() + open("store.db-wal", "rb").read()
    expect(writing["token"].split("_")[2].encode() not in stored, "no secret is in the store")


def check_prefix(server):
    for name in ("team-a/one", "team-a/two", "team-b/one"):
        server.done("create_context", {"name": name})
    done = latewood("token", "new", "--json", "--scope", "admin", "--context-prefix", "team-a/")
    token = json.loads(done.stdout)["token"]
    names = [one["name"] for one in server.done("contexts", token=token)["contexts"]]
    expect(names == ["team-a/one", "team-a/two"], "only permitted contexts are listed", names)
    server.done("insert", {"context": "team-a/one", "content": "x"}, token=token)
    refused = [("insert", {"context": "team-b/one", "content": "x"}), ("insert", {"content": "x"}), ("log", {}),
               ("select", {"context": "team-b/one", "selector": ".cb"}), ("create_context", {"name": "team-b/two"}),
               ("rename_context", {"name": "team-a/one", "to": "team-b/three"}), ("delete_context", {"name": "main"}),
               ("fork", {"context": "team-a/one", "into": "other"}), ("verify", {"context": "team-a/one", "all": True}),
               ("fsck", {}), ("repair", {}), ("backup", {"path": "/tmp/never"}),
               ("purge", {"context": "team-a/one", "content": "x", "everywhere": True})]
    for operation, arguments in refused:
        expect_status(server.call(operation, arguments, token=token), 403, f"{operation} {arguments}", "E_SCOPE")
    answer = server.call("log", {"context": "team-a/ones"}, token=token)
    expect(answer.status == 404 and "team-b" not in answer.body.decode(), "hints name permitted contexts only", answer)
    shown = server.done("contexts")["contexts"]
    expect(all(not one["name"].startswith(".") for one in shown), "the place of tokens is not shown", shown)


def check_hosts(server):
    for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1.evil.example", "localhost.evil",
                 "localhost:80:evil.example", "[::1]evil.example", "localhost@evil.example", "localhost:"):
        expect_status(server.ask("GET", "/healthz", host=host), 421, f"host {host}", "E_HOST_REFUSED")
    for host in ("localhost", "LOCALHOST:1", f"127.0.0.1:{server.port}", "[::1]"):
        expect(server.ask("GET", "/healthz", host=host).status == 200, f"host {host} is served")
    for headers in ([("Origin", "http://evil.example")], [("Origin", "null")], [("Sec-Fetch-Site", "cross-site")],
                    [("Sec-Fetch-Site", "same-site")],
                    [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "no-cors")]):
        answer = server.ask("POST", "/v1/operations/contexts", {}, headers=headers)
        expect_status(answer, 403, f"{headers}", "E_ORIGIN_REFUSED")
        expect("access-control-allow-origin" not in answer.headers, "no other site is permitted", answer)
    own = [("Origin", server.url), ("Sec-Fetch-Site", "same-origin")]
    expect(server.ask("POST", "/v1/operations/contexts", {}, headers=own).status == 200, "the own page may call")
    link = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document")]
    expect(server.ask("GET", "/", token="", headers=link).status == 200, "a link to the page works")
    expect_status(server.ask("GET", "/v1/operations", headers=link), 403, "a link to data does not", "E_ORIGIN_REFUSED")


def check_operations(server):
    listed = server.ask("GET", "/v1/operations").json()
    direct = json.loads(latewood("schema").stdout) if False else listed
    expect(len(direct["operations"]) > 40, "operations are listed")
    for operation in listed["operations"]:
        one = server.ask("GET", "/v1/operations/" + operation["name"]).json()
        expect(one == operation, f"{operation['name']} is described", one)
        answer = server.ask("POST", "/v1/operations/" + operation["name"], {"no_such_argument": 1})
        expect_status(answer, 400, f"{operation['name']} with a wrong argument", "E_ARGUMENT_INVALID")
    expect_status(server.call("no_such_operation"), 404, "an unknown operation", "E_OPERATION_UNKNOWN")
    expect_status(server.ask("POST", "/v1/operations/log", b"{"), 400, "no JSON")
    expect_status(server.ask("POST", "/v1/operations/log", b'{"x":1,"x":2}'), 400, "a key given twice")
    expect_status(server.ask("POST", "/v1/operations/log", b"[]"), 400, "no object", "E_ARGUMENT_INVALID")
    expect_status(server.ask("POST", "/v1/operations/log", b"{}", headers=[("Content-Type", "text/plain")]), 415, "no JSON")
    expect_status(server.call("log", {"context": "nobody"}), 404, "an unknown context", "E_CONTEXT_NOT_FOUND")
    server.done("insert", {"content": "Hello <script>", "id": "first"})
    parent = server.done("commit", {"message": "one"})["commit_id"]
    server.done("commit", {"expected_parent": parent})
    expect_status(server.call("commit", {"expected_parent": parent}), 409, "a parent that moved", "E_CONFLICT")
    through = server.call("select", {"selector": ".cb"}).body.decode()
    direct = latewood("call", "select", '{"selector":".cb"}').stdout.rstrip("\n")
    expect(through == direct, "every door gives the same bytes", (through, direct))
    expect(server.ask("POST", "/v1/operations/log").status == 200, "no body is no arguments")


def check_addresses(server):
    for target in ("/nothing", "/v1", "/v1/operations/", "/v1/operations/log/x", "/v2/operations", "//"):
        expect_status(server.ask("GET", target), 404, target, "E_ROUTE_UNKNOWN")
    for target in ("/../etc/passwd", "/%2e%2e/etc/passwd", "/v1/./operations", "/%", "/%zz", "/%00", "/%ff", "/x%",
                   "*", "http://127.0.0.1/healthz"):
        expect_status(server.ask("GET", target), 400, target, "E_REQUEST_INVALID")
    for target in ("/..%2f..%2fetc%2fpasswd", "/index.html/..%2f", "/%2fetc%2fpasswd"):
        expect_status(server.ask("GET", target), 404, target, "E_ROUTE_UNKNOWN")
    for method, target, allowed in (("DELETE", "/healthz", "GET, HEAD"), ("GET", "/v1/operations/log", None),
                                    ("PUT", "/v1/operations/log", "GET, HEAD, POST"), ("OPTIONS", "/", "GET, HEAD")):
        answer = server.ask(method, target)
        if allowed:
            expect_status(answer, 405, f"{method} {target}", "E_METHOD_REFUSED")
            expect(answer.headers["allow"] == allowed, f"{method} {target} says what is allowed", answer)


def raw(server, text, parts=1):
    wire = server.wire()
    data = text.replace("HOST", server.authority).replace("TOKEN", server.token).encode("latin-1")
    step = max(1, len(data) // parts)
    for at in range(0, len(data), step):
        wire.send(data[at:at + step])
    return wire


def check_framing(server):
    """Request smuggling shapes: each is refused and the connection closed."""
    start = "POST /v1/operations/log HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer TOKEN\r\n"
    json_type = "Content-Type: application/json\r\n"
    bad = {
        "both lengths": start + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "two lengths": start + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
        "a list of lengths": start + "Content-Length: 2, 2\r\n\r\n{}",
        "a signed length": start + "Content-Length: +2\r\n\r\n{}",
        "two encodings": start + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        "a hidden encoding": start + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        "a blank before the colon": start + "Content-Length : 2\r\n\r\n{}",
        "obsolete folding": start + "X-Folded: a\r\n b\r\n\r\n",
        "a folded length": start + "Content-Length:\r\n 2\r\n\r\n{}",
        "a bare line feed": start.replace("\r\nHost", "\nHost") + "\r\n",
        "a NUL": start + "X: a\0b\r\n\r\n",
        "chunks in HTTP/1.0": start.replace("1.1", "1.0") + json_type + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "two hosts": start + "Host: HOST\r\n\r\n",
        "no host": "GET /healthz HTTP/1.1\r\n\r\n",
        "no version": "GET /healthz\r\n\r\n",
        "version 2": "GET /healthz HTTP/2.0\r\nHost: HOST\r\n\r\n",
        "a blank in the target": "GET /health z HTTP/1.1\r\nHost: HOST\r\n\r\n",
        "no header": start + "nonsense\r\n\r\n",
        "many headers": start + "X: y\r\n" * 200 + "\r\n",
        "another protocol": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        "a bad chunk": start + json_type + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        "a chunk of a huge size": start + json_type + "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}",
    }
    for name, text in bad.items():
        wire = raw(server, text)
        expect_status(wire.answer(), 400, name, "E_REQUEST_INVALID")
        expect(wire.is_closed(), f"{name}: the connection is closed")
    wire = raw(server, start + "X: " + "y" * 20000 + "\r\n\r\n")
    expect_status(wire.answer(), 431, "a long head", "E_REQUEST_TOO_LARGE")
    wire = raw(server, start + json_type + f"Content-Length: {1 << 40}\r\n\r\n")
    expect_status(wire.answer(), 413, "a long body", "E_REQUEST_TOO_LARGE")


def check_connections(server):
    one = f"GET /healthz HTTP/1.1\r\nHost: {server.authority}\r\n\r\n"
    wire = raw(server, one * 20)
    for _ in range(20):
        expect(wire.answer().status == 200, "requests in a row are answered in order")
    call = "POST /v1/operations/log HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer TOKEN\r\nContent-Type: application/json\r\n"
    wire = raw(server, call + "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n" + one, parts=40)
    expect(wire.answer().status == 200, "a body in chunks and pieces")
    expect(wire.answer().json() == {"status": "ok"}, "and the request after it")
    wire = raw(server, call + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    expect(wire.until(b"\r\n\r\n").startswith(b"HTTP/1.1 100"), "a client may wait before it sends the body")
    wire.send(b"{}")
    expect(wire.answer().status == 200, "and then sends it")
    wire = raw(server, one)
    wire.socket.shutdown(socket.SHUT_WR)
    expect(wire.answer().status == 200 and wire.is_closed(), "a client that sends no more gets its answer")
    wire = raw(server, one.replace("HTTP/1.1", "HTTP/1.0"))
    expect(wire.answer().status == 200 and wire.is_closed(), "HTTP/1.0")
    wire = raw(server, one.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"))
    expect(wire.answer().headers["connection"] == "close" and wire.is_closed(), "a connection is closed on request")
    wire = raw(server, call + "Content-Length: 2\r\n\r\n")
    wire.close()
    raw(server, "GET /heal").close()


def check_events(server):
    events = Events(server)
    expect(events.status == 200 and events.headers["content-type"] == "text/event-stream", "a stream", events.headers)
    others = Events(server, query="?context=nobody")
    server.done("insert", {"content": "a"})
    first = server.done("commit", {"message": "with <b>\ntwo lines"})
    event = events.next()
    data = json.loads(event["data"])
    expect(data["commit_id"] == first["commit_id"] and data["context"] == "main", "a commit is an event", event)
    # Another process.
    expect(latewood("commit", "-m", "outside").returncode == 0, "another process commits")
    expect(json.loads(events.next()["data"])["message"] == "outside", "its commit is an event too")
    place = events.last_id
    events.close()
    expected = [server.done("commit", {"message": str(number)})["commit_id"] for number in range(700)]
    events = Events(server, last_id=place)
    seen = [json.loads(events.next()["data"])["commit_id"] for _ in expected]
    expect(seen == expected, "a client that comes back misses nothing and sees nothing twice")
    events.close()
    for wrong in ("99999999-0123456789ab", place.split("-")[0] + "-000000000000", "nonsense", "-1-0"):
        events = Events(server, last_id=wrong)
        expect(events.next()["event"] == "reset", f"{wrong} is an unknown place")
        events.close()
    events = Events(server, last_id="0-")
    expect(events.next()["event"] == "commit", "from the first commit on")
    events.close()
    return place, expected, others


def check_stop(server, others):
    expect(server.stop() == 0, "the server ends when it is told to", server.said())
    try:
        event = others.next()
        expect(event["event"] == "stop", "streams get a last event", event)
        expect(others.wire.chunk() == b"", "and end")
    except (EOFError, ConnectionError) as error:
        sys.exit(f"a stream was cut off: {error}")


def check_restart(place, expected):
    with Server() as server:
        events = Events(server, last_id=place)
        seen = [json.loads(events.next()["data"])["commit_id"] for _ in expected]
        expect(seen == expected, "a stream goes on after a restart")
        events.close()


def check_starts():
    refused = [(["--listen", "0.0.0.0:0"], "behind-proxy"), (["--listen", "everywhere"], "address"),
               (["--listen", "unix:" + "x" * 200], "address")]
    for options, said in refused:
        done = latewood("serve", "--check", *options)
        expect(done.returncode == 1 and said in done.stderr, f"{options} is refused", done.stderr)
    open("empty.db", "w").close()
    os.remove("empty.db")
    done = latewood("serve", "--check", store="empty.db")
    expect(done.returncode == 1 and "latewood init" in done.stderr and not os.path.exists("empty.db"), "no store", done.stderr)
    done = latewood("serve", "--check", "--create", "--listen", "127.0.0.1:0", store="empty.db")
    expect(done.returncode == 0 and os.path.exists("empty.db"), "a store is made on request", done.stderr)
    done = latewood("serve", "--check", "--behind-proxy", "--listen", "0.0.0.0:0", store="empty.db")
    expect(done.returncode == 1 and "token new" in done.stderr, "beyond the machine a token is needed", done.stderr)
    latewood("token", "new", store="empty.db")
    done = latewood("serve", "--check", "--behind-proxy", "--listen", "0.0.0.0:0", store="empty.db")
    expect(done.returncode == 0 and "lw_" not in done.stdout, "no token is shown to a log", done.stdout + done.stderr)


def check_unix_socket():
    with Server(listen="unix:lw.sock") as server:
        expect(oct(os.stat("lw.sock").st_mode)[-3:] == "600", "only the user may connect")
        expect(server.done("contexts")["contexts"], "a Unix socket serves")
        expect(latewood("serve", "--check", "--listen", "unix:lw.sock").returncode == 1, "a socket in use is kept")
        server.stop(9)
    with Server(listen="unix:lw.sock") as server:
        expect(server.done("contexts")["contexts"], "a dead socket is replaced")
        server.stop()
        expect(not os.path.exists("lw.sock"), "the socket is removed")


def check_log():
    with Server("--access-log", "access.jsonl") as server:
        server.done("select", {"selector": "#secret-name"})
        server.ask("GET", "/v1/operations?q=hidden-query")
        server.ask("GET", "/hidden-path")
        metrics = server.ask("GET", "/metrics").body.decode()
        expect('latewood_requests_total{route="/v1/operations/{name}",status="200"} 1' in metrics, "requests are counted", metrics)
        expect("hidden" not in metrics, "metrics have no text of clients", metrics)
        server.stop()
    text = open("access.jsonl").read()
    lines = [json.loads(line) for line in text.splitlines()]
    expect([line["status"] for line in lines] == [200, 200, 404, 200], "every request is a line", text)
    for hidden in ("hidden", "secret-name", server.token.split("_")[2]):
        expect(hidden not in text, "the log has no content and no secret", text)


def check_slow_clients():
    """A client that sends a byte now and then is told so, and takes nobody's place."""
    with Server() as server:
        wire = server.wire(timeout=40)
        wire.send(b"GET /healthz HT")
        began = time.monotonic()
        silent = [server.wire() for _ in range(50)]
        expect(server.done("contexts")["contexts"], "others are served meanwhile")
        expect_status(wire.answer(), 408, "a head that does not end", "E_REQUEST_TIMEOUT")
        expect(time.monotonic() - began < 30, "after a bounded time")
        expect(server.done("contexts")["contexts"], "the server lives")
        for one in silent:
            one.close()


def check_all():
    check_starts()
    with Server() as server:
        check_open_routes(server)
        check_operations(server)
        check_tokens(server)
        check_prefix(server)
        check_hosts(server)
        check_addresses(server)
        check_framing(server)
        check_connections(server)
        place, expected, others = check_events(server)
        check_stop(server, others)
    check_restart(place, expected)
    check_unix_socket()
    check_log()
    check_slow_clients()
    expect(latewood("verify", "--all").returncode == 0 and latewood("fsck").returncode == 0, "the store is sound")


in_new_folder(check_all)
