#!/usr/bin/env python3
"""The examples of docs/http.md: every request is sent, and every answer is compared with the recorded one.

    document_check.py LATEWOOD_BINARY DOCUMENT

A block that starts with a method is a request: its first line, headers, an empty line, the body. The block after it is
the answer: the status, some headers, an empty line, the body. LATEWOOD_RECORD=1 writes the answers anew.
"""
import difflib
import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from server_process import ENVIRONMENT, Server, expect, in_new_folder

DOCUMENT = os.path.abspath(sys.argv[2])
SHOWN = ("Content-Type", "ETag", "Allow", "Retry-After")
BLOCK = re.compile(r"```http\n(.*?)```\n", re.S)
METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD")


def request_of(text):
    head, _, body = text.partition("\n\n")
    lines = head.strip().split("\n")
    method, target = lines[0].split(" ", 1)
    headers = [tuple(line.split(": ", 1)) for line in lines[1:]]
    return method, target, headers, body.strip().encode() or None


def wrapped(text, width=112):
    return "\n".join(text[at:at + width] for at in range(0, len(text), width))


def answer_text(answer):
    lines = [str(answer.status)]
    for name in SHOWN:
        value = answer.headers.get(name.lower())
        is_plain = name == "Content-Type" and value == "application/json"
        if value and not is_plain:
            lines.append(f"{name}: {value}")
    body = answer.body.decode()
    if "json" in answer.headers.get("content-type", "") and "ndjson" not in answer.headers["content-type"] and body:
        expect(json.loads(body) is not None, "the body is JSON", answer)
        body = wrapped(body)
    return "\n".join(lines) + ("\n\n" + body.strip("\n") if body else "") + "\n"


def check():
    with open(DOCUMENT, encoding="utf-8") as file:
        text = file.read()
    pieces, at, count, pending = [], 0, 0, None
    with Server(environment={**ENVIRONMENT, "LATEWOOD_CLOCK": "logical"}) as server:
        for block in BLOCK.finditer(text):
            pieces.append(text[at:block.start()])
            at = block.end()
            content = block.group(1)
            if content.startswith(METHODS):
                expect(pending is None, "every request has an answer", content)
                method, target, headers, body = request_of(content)
                pending = answer_text(server.ask(method, target, body, headers=headers))
            else:
                content, pending, count = pending, None, count + 1
            pieces.append(f"```http\n{content}```\n")
        server.stop()
    expect(count > 10, "the document has examples", count)
    written = "".join(pieces) + text[at:]
    if os.environ.get("LATEWOOD_RECORD"):
        with open(DOCUMENT, "w", encoding="utf-8") as file:
            file.write(written)
    elif written != text:
        sys.exit("".join(difflib.unified_diff(text.splitlines(True), written.splitlines(True), "recorded", "now")))


in_new_folder(check)
