#!/usr/bin/env python3
"""The OpenAPI document of the server: its addresses and methods are those that the server takes, and every answer fits
its schema. Another program's validator accepts it, if npm could fetch that.

    openapi_check.py LATEWOOD_BINARY FOLDER_OF_NODE_MODULES
"""
import json
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from server_process import Server, expect, in_new_folder

PACKAGES = os.path.abspath(sys.argv[2])
VALIDATE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "validate.mjs")
TYPES = {"string": str, "boolean": bool, "array": list, "object": dict, "null": type(None)}


def is_type(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def fault(value, schema, document, at="$"):
    """The first place where the value does not fit; None if it does. Knows the words that our schemas use."""
    if "$ref" in schema:
        target = document
        for name in schema["$ref"][2:].split("/"):
            target = target[name]
        return fault(value, target, document, at)
    if "anyOf" in schema:
        return None if any(fault(value, one, document, at) is None for one in schema["anyOf"]) else f"{at}: no choice"
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(is_type(value, name) for name in types):
        return f"{at}: {value!r:.80} is no {types}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{at}: {value!r} is none of {schema['enum']}"
    if "minimum" in schema and value < schema["minimum"]:
        return f"{at}: {value} is below the minimum"
    if isinstance(value, list) and "items" in schema:
        for number, element in enumerate(value):
            found = fault(element, schema["items"], document, f"{at}[{number}]")
            if found:
                return found
    if isinstance(value, dict):
        properties, others = schema.get("properties", {}), schema.get("additionalProperties", True)
        for name in schema.get("required", []):
            if name not in value:
                return f"{at}: '{name}' is missing"
        for name, element in value.items():
            if name not in properties and others is False:
                return f"{at}: '{name}' is unknown"
            inner = properties.get(name, others if isinstance(others, dict) else {})
            found = fault(element, inner, document, f"{at}.{name}")
            if found:
                return found
    return None


def check_answer(answer, described, document, claim):
    kind = answer.headers.get("content-type", "").split(";")[0]
    response = described["responses"].get(str(answer.status)) or described["responses"]["default"]
    content = response["content"]
    expect(kind in [one.split(";")[0] for one in content], f"{claim}: {kind} is described", answer)
    if kind.endswith("json"):
        schema = next(value for name, value in content.items() if name.split(";")[0] == kind)["schema"]
        found = fault(answer.json(), schema, document)
        expect(found is None, f"{claim}: the answer fits its schema: {found}", answer)


def fill(server):
    server.done("apply", {"edits": [{"op": "insert", "args": {"role": "user", "content": "Why?", "id": "question"}}],
                          "commit": {}})
    server.done("apply", {"edits": [{"op": "insert", "args": {"role": "assistant", "content": "Since.", "id": "answer"}}],
                          "commit": {}})
    server.done("append_event", {"stream": "mail", "payload": "x"})
    server.done("create_tag", {"name": "v1"})


VALUES = {"context": "main", "branch": "main", "moment": "@t0", "tag": "v1", "stream": "mail", "name": "log"}
NEEDED = {"select": "q=.cb", "why": "nodes=question", "show": "names=question", "grep": "pattern=W",
          "diff": "older=@t-1", "prefix": "older=@t-1", "log": "limit=1"}


def check_addresses(server, document):
    seen = 0
    for path, methods in document["paths"].items():
        target = re.sub(r"\{(\w+)\}", lambda name: VALUES[name[1]], path)
        refused = server.ask("PATCH", target)
        allowed = {method.lower() for method in refused.headers["allow"].split(", ")}
        # A concrete address of an operation is also described by the pattern with its name.
        if path.startswith("/v1/operations/") and "{" not in path:
            allowed -= {"get", "head"}
        expect(refused.status == 405 and allowed - {"head"} == set(methods), f"{path} takes what is described", refused)
        if "get" in methods and methods["get"]["responses"]["200"]["content"].keys() != {"text/event-stream"}:
            query = NEEDED.get(path.rsplit("/", 1)[1])
            answer = server.ask("GET", target + (f"?{query}" if query else ""))
            expect(answer.status == 200 or "receipt" in path or "prefix" in path, f"{path} answers", answer)
            check_answer(answer, methods["get"], document, path)
            seen += 1
        needs_token = methods[next(iter(methods))].get("security") != []
        answer = server.ask(next(iter(methods)).upper(), target, token="")
        expect((answer.status == 401) == needs_token, f"{path} needs a token as described", answer)
    expect(seen > 30, "answers were compared", seen)


def check_operations(server, document):
    good = 0
    for operation in server.ask("GET", "/v1/operations").json()["operations"]:
        if operation["name"] in ("backup", "delete_context", "rename_context", "purge"):
            continue
        path = "/v1/operations/" + operation["name"]
        answer = server.ask("POST", path, operation["example"])
        check_answer(answer, document["paths"][path]["post"], document, path)
        good += answer.status == 200
    expect(good > 25, "most examples succeed", good)


def validate(document):
    node = shutil.which("node")
    if not node or not os.path.exists(os.path.join(PACKAGES, "node_modules", "@seriousme")):
        print("openapi_check: without @seriousme/openapi-schema-validator its check is skipped")
        return
    done = subprocess.run([node, VALIDATE, PACKAGES], input=json.dumps(document), capture_output=True, text=True)
    expect(done.returncode == 0, "another validator accepts the document", done.stderr)


def check_all():
    with Server() as server:
        document = server.ask("GET", "/v1/openapi.json", token="").json()
        expect(document["openapi"] == "3.1.0", "the version of the document")
        validate(document)
        fill(server)
        check_addresses(server, document)
        check_operations(server, document)
        server.stop()


in_new_folder(check_all)
