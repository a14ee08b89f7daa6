#!/usr/bin/env python3
"""AUD-17: no control, bidirectional or format character of a content, a name or an argument reaches a terminal, a pipe,
a picture or a completion script as it is, whatever the verb.

    printable_law.py LATEWOOD_BINARY

The verbs and their options come from the binary's own help, so a new verb is covered when it is there. Every verb gets
names, moments, selectors and files with such characters as its arguments and as the value of each of its options, in a
store whose every name and content has them; what it prints, result or error, is read character by character.
"""
import errno
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata

BINARY = os.path.abspath(sys.argv[1])
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LATEWOOD_CLOCK": "logical", "TERM": "xterm", "LC_ALL": "C.UTF-8", "LATEWOOD_PAGER": "cat"}
CATEGORIES = ("Cc", "Cf", "Zl", "Zp")
HIDDEN = [chr(code) for code in range(1, 0x110000) if unicodedata.category(chr(code)) in CATEGORIES]
# Each stands between brackets, so that an escape character of the text is told from one of ours. A line feed is told by
# the word behind it at the start of a line.
TEXT = "oak" + "".join("<" + c + ">" for c in HIDDEN) + "\nINJECTED"
NAME = "n<\x1b><\x07><\r><\x7f><\u0085><\u009b><\u061c><\u200b><\u200e><\u202e><\u2066><\u2028><\ufeff><\U000e0041>\nINJECTED"
OURS = re.compile(r"\x1b\[[0-9;]*m|\r\x1b\[K|\x1b\[K|\r(?=\n)|\r(?=[a-z]+  \d)")
# By contract these are exact in a pipe: `patch` reads one, a program the others.
EXACT_IN_PIPE = [("diff", "--unified"), ("export", "--bundle"), ("hash snapshot", "--bytes")]


def fault_of(output, on_terminal):
    text = output.decode("utf-8", errors="surrogateescape")
    if on_terminal:
        text = OURS.sub("", text)
    for c in text:
        if c != "\n" and unicodedata.category(c) in CATEGORIES + ("Cs",):
            return f"U+{ord(c):04X} in {text[max(0, text.index(c) - 60):text.index(c) + 20]!r}"
    if re.search(r"^INJECTED", text, re.M):
        return "a line that a name or content began: " + repr(text[max(0, text.index("\nINJECTED") - 80):][:120])
    return None


def in_pipe(arguments):
    return subprocess.run([BINARY, *arguments], env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, timeout=120).stdout


def on_terminal(arguments):
    ours, theirs = os.openpty()
    child = subprocess.Popen([BINARY, *arguments], env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs)
    os.close(theirs)
    written = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            piece = b""
        if not piece:
            break
        written += piece
    os.close(ours)
    child.wait()
    return written


def must(*arguments):
    done = subprocess.run([BINARY, *arguments], env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if done.returncode != 0:
        sys.exit(f"the store of the law could not be made: {arguments!r}\n{done.stderr!r}")
    return done.stdout.decode()


def may(*arguments):
    """What a store may refuse: then there is no such name to print."""
    subprocess.run([BINARY, *arguments], env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, check=False)


def document(cycle, content):
    block = {"nodeType": "cb", "cycle": 1, "created_at_ns": 5, "creation_index": 5}
    attributes = {"role": "user", "kind": "text", "provenance": TEXT, "data_" + NAME: TEXT, "x:" + NAME: TEXT, "data_note": TEXT}
    odd = {**block, **attributes, "id": "odd" + NAME, "content": content, "ttl": 9}
    plain = {**block, "id": "plain", "role": "assistant", "content": {"text": TEXT, NAME: content}, "creation_index": 6}
    core = {"id": "mc:" + NAME, "nodeType": "mc", "cycle": 1, "created_at_ns": 4, "creation_index": 4, "children": [odd, plain]}
    turn = {"id": "turn" + NAME, "nodeType": "mt", "cycle": 1, "created_at_ns": 3, "creation_index": 3, "children": [core]}
    regions = [{"id": "sys", "nodeType": "^sys"}, {"id": "seq", "nodeType": "^seq", "children": [turn]}, {"id": "ah", "nodeType": "^ah"}]
    return {"spec_version": "PACT/0.1.0", "cycle": cycle, "root": {"id": "root", "nodeType": "^root", "children": regions}}


def set_up():
    with open("history.json", "w", encoding="utf-8") as file:
        json.dump({"snapshots": [document(1, TEXT), document(2, "new " + TEXT)]}, file)
    with open("snapshot.json", "w", encoding="utf-8") as file:
        json.dump(document(1, TEXT), file)
    with open("chats.jsonl", "w", encoding="utf-8") as file:
        messages = [{"role": "user", "content": TEXT}, {"role": "assistant", "content": TEXT}]
        for name in (NAME, "second"):
            file.write(json.dumps({"id": name, "messages": messages}) + "\n")
    with open(NAME + ".json", "w", encoding="utf-8") as file:
        file.write('{"' + NAME.replace("\n", ""))
    must("init")
    must("insert", TEXT, "--role", "user", "--id", "odd" + NAME, "--ttl", "9", "--key", NAME, "--actor", NAME)
    must("insert", "A first answer: " + TEXT, "--role", "assistant", "--id", "plain")
    must("commit", "-m", TEXT, "--actor", NAME)
    must("replace", "plain", "Another answer: " + TEXT)
    must("insert", TEXT, "--id", "later" + NAME, "--role", "user", "--ttl", "1")
    must("commit", "-m", "second " + TEXT)
    must("import", "--log", "openai", "chats.jsonl")
    for verb in ("branch", "tag"):
        may(verb, verb + NAME)
    may("context", "create", "empty" + NAME)
    may("event", "add", NAME, TEXT)
    may("attempt", "begin", "--provider", NAME, "--model", NAME)
    may("attempt", "end", "1", "--error", TEXT)
    must("insert", TEXT, "--id", "new" + NAME, "--role", "user")
    may("pin", "odd" + NAME)


POSITIONALS = [
    [], [NAME], ["odd" + NAME], ["plain"], ["turn" + NAME], ["@t0"], ["@t-1", "@t0"], ["@t-1"], ["branch" + NAME], ["tag" + NAME],
    [".cb[role='" + NAME + "']"], [".cb"], ["@t-1..@t0 .cb"], ["@t-1", "@t0", "." + NAME], ["plain", TEXT], [NAME, NAME, NAME],
    ["history.json"], [NAME + ".json"], ["list"], ["create", NAME], ["set", NAME], [NAME + "=" + NAME], ["oak<."], ["bash"],
]


# Options without which a verb runs until it is stopped.
ENDS = {"serve": ["--check"], "proxy": ["--check"]}


def verbs_in(help_text):
    return re.findall(r"^  ([a-z-]+)", help_text.partition("\nVerbs:\n")[2], re.M)


def all_verbs():
    for verb in verbs_in(must("--help")):
        inner = verbs_in(must(verb, "--help"))
        yield from (f"{verb} {each}" for each in inner) if inner else (verb,)


def options_of(verb):
    """The long options of a verb that take a value, and those that do not."""
    listed = re.findall(r"^  (?:-\w,)?(--[a-z-]+)( \S+)?", must(*verb.split(), "--help"), re.M)
    names = {name: bool(value.strip()) for name, value in listed if name not in ("--help", "--store")}
    return [name for name in names if names[name]], [name for name in names if not names[name]]


def lines_of(verb):
    values, flags = options_of(verb)
    yield from POSITIONALS
    for flag in flags:
        yield from ([flag], ["odd" + NAME, flag], ["@t-1", "@t0", flag], ["plain", flag])
    for option in values:
        yield from ([option, NAME], ["@t0", option, NAME])
    if "--file" in values:
        yield from (["--file", "history.json", *words] for words in ([], ["odd" + NAME], ["turn" + NAME], ["@t-1", "@t0"], [".cb"], [NAME]))
        yield from (["--file", "history.json", "@t-1", "@t0", flag] for flag in flags)
    if "--context" in values:
        yield from (["--context", NAME], ["--context", NAME, "@t0"], ["--context", NAME, ".cb"])


def is_exact(verb, words):
    return any(verb == exact and flag in words for exact, flag in EXACT_IN_PIPE)


def check_verb(verb):
    count = 0
    for words in lines_of(verb):
        arguments = [*verb.split(), *words, *ENDS.get(verb, [])]
        for run in (in_pipe, on_terminal):
            if run is in_pipe and is_exact(verb, words):
                continue
            fault = fault_of(run(arguments), run is on_terminal)
            count += 1
            if fault:
                sys.exit(f"not so: {run.__name__} {arguments!r} prints nothing that steers a terminal\n{fault}")
    return count


def check_files():
    """A picture holds nothing of it either."""
    for words in (["stats", "--svg", "growth.svg"], ["stats", "--file", "history.json", "--svg", "growth.svg"]):
        must(*words)
        with open("growth.svg", "rb") as file:
            fault = fault_of(file.read(), False)
            if fault:
                sys.exit(f"not so: a picture holds no such character\n{fault}")


def check_exact():
    """What is exact by contract is exact in a pipe, and a terminal gets it with escapes and a note."""
    exported = in_pipe(["export"])
    node = json.dumps("odd" + NAME)
    if node.encode() not in exported:
        sys.exit("not so: an export in a pipe is exact\n" + repr(exported[:300]))
    patch = in_pipe(["diff", "@t-1", "@t0", "--unified"])
    if TEXT.partition("\n")[0].replace("oak", "Another answer: oak", 1).encode().split(b"\n")[0] not in patch:
        sys.exit("not so: a unified diff in a pipe has the exact content\n" + repr(patch[:300]))
    shown = on_terminal(["export", "--bundle", "-"])
    if b"binary" not in shown:
        sys.exit("not so: a bundle is not written to a terminal\n" + repr(shown[:300]))


def main():
    home = tempfile.mkdtemp()
    os.chdir(home)
    set_up()
    check_files()
    check_exact()
    count = 0
    only = sys.argv[2:]
    for verb in all_verbs():
        if only and verb not in only:
            continue
        with tempfile.TemporaryDirectory() as work:
            shutil.copytree(home, work, dirs_exist_ok=True)
            os.chdir(work)
            count += check_verb(verb)
            os.chdir(home)
    print(count, "commands")
    os.chdir("/")
    shutil.rmtree(home)


main()
