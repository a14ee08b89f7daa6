#!/usr/bin/env python3
"""The addresses of contexts, branches and moments, preconditions, tags of answers, streams of lines, and MCP.

    resources_check.py LATEWOOD_BINARY
"""
import json
import os
import sys
import threading
from urllib.parse import quote

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from server_process import Server, expect, in_new_folder, latewood


def status(answer, wanted, claim):
    expect(answer.status == wanted, f"{claim}: status {wanted}", answer)
    return answer


def fill(server):
    at = "/v1/contexts/main/branches/main"
    first = status(server.ask("POST", at + "/edits", {"edits": [
        {"op": "insert", "args": {"role": "user", "content": "Why does the oak drop leaves?", "id": "question"}}],
        "commit": {"message": "one"}}, headers=[("If-None-Match", "*")]), 200, "edits and a commit in one call").json()
    server.ask("POST", at + "/messages", {"messages": [{"role": "assistant", "content": "Compacted soil."}], "format": "openai"})
    answer = status(server.ask("POST", at + "/commits", {"message": "two"},
                               headers=[("If-Match", '"' + first["commit"]["commit_id"] + '"')]), 200, "a commit on its parent")
    expect(answer.headers["etag"] == '"' + answer.json()["commit_id"] + '"', "its tag is the next If-Match", answer)
    return first["commit"]["commit_id"], answer.json()["commit_id"]


def check_reading(server):
    pairs = [
        ("/v1/contexts", "contexts", {}),
        ("/v1/contexts/main", "status", {"context": "main"}),
        ("/v1/contexts/main/log?limit=1", "log", {"context": "main", "limit": 1}),
        ("/v1/contexts/main/timeline", "timeline", {"context": "main"}),
        ("/v1/contexts/main/stats", "stats", {"context": "main"}),
        ("/v1/contexts/main/policy", "policy", {"context": "main"}),
        ("/v1/contexts/main/streams", "streams", {"context": "main"}),
        ("/v1/contexts/main/tags", "tags", {"context": "main"}),
        ("/v1/contexts/main/branches", "branches", {"context": "main"}),
        ("/v1/contexts/main/branches/main", "status", {"context": "main", "branch": "main"}),
        ("/v1/contexts/main/branches/main/log", "log", {"context": "main", "branch": "main"}),
        ("/v1/contexts/main/branches/main/attempts", "attempts", {"context": "main", "branch": "main"}),
        ("/v1/contexts/main/branches/main/preview", "preview", {"context": "main", "branch": "main"}),
        ("/v1/contexts/main/at/@t-1/tree", "tree", {"context": "main", "moment": "@t-1"}),
        ("/v1/contexts/main/at/@t0/outline?turns=1", "outline", {"context": "main", "moment": "@t0", "turns": 1}),
        ("/v1/contexts/main/at/@t0/thread", "render", {"context": "main", "moment": "@t0", "profile": ""}),
        ("/v1/contexts/main/at/@t0/render?profile=openai", "render", {"context": "main", "moment": "@t0", "profile": "openai"}),
        ("/v1/contexts/main/at/@t-1/select?q=.cb%5Brole%3D'user'%5D", "select",
         {"context": "main", "at": "@t-1", "selector": ".cb[role='user']"}),
        ("/v1/contexts/main/at/@t0/select?selector=.cb&working=false", "select",
         {"context": "main", "at": "@t0", "selector": ".cb", "working": False}),
        ("/v1/contexts/main/at/@t0/show?names=question", "show", {"context": "main", "at": "@t0", "names": "question"}),
        ("/v1/contexts/main/at/@t0/diff?older=@t-1", "diff", {"context": "main", "newer": "@t0", "older": "@t-1"}),
        ("/v1/contexts/main/at/@t0/prefix?older=@t-1", "prefix", {"context": "main", "newer": "@t0", "older": "@t-1"}),
        ("/v1/contexts/main/at/@t0/why?nodes=question", "why", {"context": "main", "moment": "@t0", "nodes": "question"}),
        ("/v1/contexts/main/at/@t0/why?nodes=question&nodes=question", "why",
         {"context": "main", "moment": "@t0", "nodes": ["question", "question"]}),
        ("/v1/contexts/main/at/@t0/blame", "blame", {"context": "main", "moment": "@t0"}),
        ("/v1/contexts/main/at/@t0/grep?pattern=oak&ignore_case", "grep",
         {"context": "main", "moment": "@t0", "pattern": "oak", "ignore_case": True}),
        ("/v1/contexts/main/at/@t0/receipt", "receipt", {"context": "main", "moment": "@t0"}),
        ("/v1/contexts/main/at/@t-1/export", "export", {"context": "main", "moment": "@t-1"}),
    ]
    for target, operation, arguments in pairs:
        resource = server.ask("GET", target)
        called = server.call(operation, arguments)
        expect(resource.status == called.status and resource.body == called.body, f"{target} is {operation}",
               (str(resource), str(called)))
        if resource.status == 200:
            expect(resource.headers["cache-control"] == "private, no-cache", f"{target} is asked for again", resource)
            again = server.ask("GET", target, headers=[("If-None-Match", resource.headers["etag"])])
            expect(again.status == 304 and not again.body, f"{target} is not sent twice", again)


def check_bad(server):
    for target, wanted in (("/v1/contexts/nobody", 404), ("/v1/contexts/main/at/@t-9/tree", 404),
                           ("/v1/contexts/main/at/@x/tree", 400), ("/v1/contexts/main/log?limit=0", 400),
                           ("/v1/contexts/main/log?limit=many", 400), ("/v1/contexts/main/log?nothing=1", 400),
                           ("/v1/contexts/main/log?context=other", 400), ("/v1/contexts/main/at/@t0/select", 400),
                           ("/v1/contexts/main/at/@t0/select?q=.cb%5B", 400), ("/v1/contexts//log", 404),
                           ("/v1/contexts/main/log?start=nonsense", 400), ("/v1/contexts/main/at/@t0/nothing", 404)):
        status(server.ask("GET", target), wanted, target)
    at = "/v1/contexts/main/branches/main"
    for body in (b"[]", b"{", b'{"context":"other"}', b'{"branch":"main"}', b'{"message":1}'):
        status(server.ask("POST", at + "/commits", body), 400, f"a commit with {body}")
    for match in ("*", "abc", '"abc"', "W/" + '"' + "0" * 64 + '"'):
        status(server.ask("POST", at + "/commits", {}, headers=[("If-Match", match)]), 400, f"If-Match: {match}")
    status(server.ask("PUT", at + "/commits", {}), 405, "another method")


def check_preconditions(server, first, second):
    at = "/v1/contexts/main/branches/main"
    stale = server.ask("POST", at + "/commits", {}, headers=[("If-Match", f'"{first}"')])
    problem = status(stale, 412, "a parent that is not the head").json()
    expect(problem["code"] == "E_CONFLICT" and first in problem["detail"] and second in problem["detail"],
           "both ids are named", problem)
    status(server.ask("POST", at + "/commits", {}, headers=[("If-None-Match", "*")]), 412, "not the first commit")
    results = []

    def commit(number):
        answer = server.ask("POST", at + "/commits", {"message": str(number)}, headers=[("If-Match", f'"{second}"')])
        results.append(answer.status)

    threads = [threading.Thread(target=commit, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expect(sorted(results) == [200] + [412] * 7, "of writers with one parent, one wins", results)


def check_names(server):
    name = "a/b c%?#\u00e4"
    status(server.ask("POST", "/v1/contexts", {"name": name}), 200, "a context of any name")
    path = "/v1/contexts/" + quote(name, safe="")
    expect(server.ask("GET", path).json()["context"] == name, "its address is escaped")
    status(server.ask("POST", path + "/branches/main/commits", {}), 200, "a commit there")
    status(server.ask("POST", path + "/tags", {"name": "v1"}), 200, "a tag")
    status(server.ask("POST", path + "/branches", {"name": "x/y"}), 200, "a branch")
    expect(server.ask("GET", path + "/at/v1/tree").status == 200, "a tag is a moment")
    status(server.ask("DELETE", path + "/branches/x%2Fy"), 200, "a branch is deleted")
    status(server.ask("DELETE", path + "/tags/v1"), 200, "a tag is deleted")
    status(server.ask("DELETE", path), 409, "a context with commits is kept")
    status(server.ask("DELETE", path + "?force=true"), 200, "unless it is forced")
    status(server.ask("GET", path), 404, "then it is gone")


def check_lines(server):
    for number in range(1200):
        server.done("commit", {"message": str(number)})
    answer = server.ask("GET", "/v1/contexts/main/log", headers=[("Accept", "application/x-ndjson")])
    expect(answer.headers["content-type"] == "application/x-ndjson", "a stream of lines", answer)
    lines = [json.loads(line) for line in answer.body.decode().splitlines()]
    whole = server.done("log", {"limit": 100000})["commits"]
    expect(lines == whole and len(lines) > 1200, "all of the list, once, in order", (len(lines), len(whole)))
    pages, start = [], None
    while start != "":
        page = server.ask("GET", "/v1/contexts/main/log?limit=500" + (f"&start={quote(start)}" if start else "")).json()
        pages += page["commits"]
        start = page.get("next") or ""
    expect(pages == whole, "pages fit together")
    status(server.ask("GET", "/v1/contexts/nobody/log", headers=[("Accept", "application/x-ndjson")]), 404, "no such list")


def check_admin(server):
    for name in ("verify", "fsck", "gc"):
        status(server.ask("POST", "/v1/admin/" + name, {}), 200, name)
    status(server.ask("POST", "/v1/admin/backup", {"path": os.path.abspath("copy.db")}), 200, "a backup")
    expect(os.path.exists("copy.db"), "the backup is there")
    reading = json.loads(latewood("token", "new", "--json").stdout)["token"]
    for name in ("gc", "repair", "purge", "backup"):
        body = {"purge": {"content": "question"}, "backup": {"path": "/tmp/never.db"}}.get(name, {})
        status(server.ask("POST", "/v1/admin/" + name, body, token=reading), 403, f"{name} without the right")


def message(method, params=None, number=1):
    body = {"jsonrpc": "2.0", "method": method}
    if number is not None:
        body["id"] = number
    if params is not None:
        body["params"] = params
    return body


def check_mcp(server):
    def ask(body, *headers, **options):
        return server.ask("POST", "/mcp", body, headers=list(headers), **options)

    start = ask(message("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}))
    expect(start.json()["result"]["protocolVersion"] == "2025-11-25", "the era with a handshake", start)
    status(ask(message("notifications/initialized", number=None)), 202, "a notification")
    version = ("MCP-Protocol-Version", "2025-11-25")
    tools = status(ask(message("tools/list"), version), 200, "tools").json()["result"]["tools"]
    expect("commit" in [tool["name"] for tool in tools], "a token that writes is offered tools that write", tools)
    call = message("tools/call", {"name": "select", "arguments": {"selector": "#question"}})
    structured = status(ask(call, version), 200, "a call").json()["result"]["structuredContent"]
    expect("question" in json.dumps(structured), "its answer", structured)
    status(ask(message("tools/list"), ("MCP-Protocol-Version", "1999-01-01")), 400, "a version that is not spoken")
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": {"name": "x", "version": "1"}}
    now = ("MCP-Protocol-Version", "2026-07-28")
    call = message("tools/call", {"_meta": meta, "name": "contexts", "arguments": {}})
    fit = status(ask(call, now, ("Mcp-Method", "tools/call"), ("Mcp-Name", "contexts")), 200, "the era without one").json()
    expect(fit["result"]["resultType"] == "complete", "its answer", fit)
    encoded = ("Mcp-Name", "=?base64?Y29udGV4dHM=?=")
    status(ask(call, now, ("Mcp-Method", "tools/call"), encoded), 200, "an encoded header")
    for headers in ([], [now], [now, ("Mcp-Method", "tools/list"), ("Mcp-Name", "contexts")],
                    [now, ("Mcp-Method", "tools/call")], [now, ("Mcp-Method", "tools/call"), ("Mcp-Name", "select")],
                    [version, ("Mcp-Method", "tools/call"), ("Mcp-Name", "contexts")]):
        refused = status(ask(call, *headers), 400, f"headers {headers}").json()
        expect(refused["error"]["code"] == -32020 and refused["id"] == 1, "headers repeat the message", refused)
    unknown = message("no/such", {"_meta": meta})
    status(ask(unknown, now, ("Mcp-Method", "no/such")), 404, "an unknown method")
    status(ask(b"{"), 400, "no message")
    status(ask(b"[]"), 400, "a batch")
    for method in ("GET", "DELETE"):
        status(server.ask(method, "/mcp"), 405, method)
    status(ask(message("ping"), token=""), 401, "no token")
    status(ask(message("ping"), ("Origin", "http://evil.example")), 403, "another site")
    reading = json.loads(latewood("token", "new", "--json").stdout)["token"]
    tools = ask(message("tools/list"), version, token=reading).json()["result"]["tools"]
    expect("commit" not in [tool["name"] for tool in tools], "a token that reads is offered tools that read", tools)
    system = message("tools/call", {"name": "insert", "arguments": {"content": "x", "role": "system", "under": "^sys", "system": True}})
    expect(ask(system, version).json()["result"]["isError"], "an agent may not change system text")


def check_all():
    with Server() as server:
        first, second = fill(server)
        check_reading(server)
        check_bad(server)
        check_preconditions(server, first, second)
        check_names(server)
        check_mcp(server)
        check_lines(server)
        check_admin(server)
        expect(server.stop() == 0, "the server ends", server.said())
    expect(latewood("verify", "--all").returncode == 0, "the store is sound")


in_new_folder(check_all)
