#!/usr/bin/env python3
"""What a person sees and a pipe does not: colour, width, progress. Runs the binary on a pseudo-terminal.

    terminal_check.py LATEWOOD_BINARY
"""
import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
import unicodedata

BINARY = os.path.abspath(sys.argv[1])
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LATEWOOD_CLOCK": "logical", "TERM": "xterm", "LC_ALL": "C.UTF-8", "LATEWOOD_PAGER": "cat"}
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def on_terminal(arguments, columns=80, **variables):
    """All that the command writes to a terminal of so many columns."""
    child, terminal = pty.fork()
    if child == 0:
        os.execve(BINARY, [BINARY, *arguments], {name: value for name, value in {**ENVIRONMENT, **variables}.items() if value is not None})
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    written = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        written += piece
    os.waitpid(child, 0)
    return written.decode().replace("\r\n", "\n")


def in_pipe(*arguments):
    return subprocess.run([BINARY, *arguments], env=ENVIRONMENT, capture_output=True, text=True, check=True).stdout


def check(holds, claim, seen=""):
    if not holds:
        sys.exit(f"not so: {claim}\n{seen!r}")


def columns_of(line):
    """As terminals count: two for wide characters, none for marks that combine with the one before."""
    wide = {"W": 2, "F": 2}
    return sum(0 if unicodedata.category(c) in ("Mn", "Me") else wide.get(unicodedata.east_asian_width(c), 1) for c in line)


def check_widths():
    """AUD-15: every table and every cut counts columns, not characters."""
    texts = ["\u6a39\u6728\u306f" * 60, "\U0001f333\U0001f342 " * 60, "o\u0308a\u0301k " * 90, "\uac00\ub098 oak " * 60]
    in_pipe("init", "--context", "wide")
    for number, text in enumerate(texts):
        in_pipe("insert", "--context", "wide", "--role", "user", "--id", "\u6a39" * number + str(number), text)
    in_pipe("commit", "--context", "wide", "-m", "\u6a39" * 100)
    for number, text in enumerate(texts):
        in_pipe("replace", "--context", "wide", "\u6a39" * number + str(number), "new " + text)
    in_pipe("insert", "--context", "wide", "--id", "new\u6a39", texts[0])
    for verb in (["tree"], ["log"], ["log", "-p"], ["diff"], ["blame"], ["show", "mt:1"], ["diff", "--stat"]):
        for columns in (90, 121):
            shown = COLOUR.sub("", on_terminal([*verb, "--context", "wide"], columns, COLUMNS=str(columns)))
            widest = max(shown.splitlines()[1:] or shown.splitlines(), key=columns_of)
            check(columns_of(widest) <= columns, f"no line of {verb} is wider than {columns} columns", widest)
            if verb != ["diff", "--stat"]:
                check(columns_of(widest) > columns - 4, f"{verb} uses all of {columns} columns", widest)
    places = {columns_of(line[: line.index(" tok")]) for line in on_terminal(["tree", "--context", "wide"], NO_COLOR="1").splitlines() if " tok  " in line}
    check(len(places) == 1, "columns of a table stand below each other", places)


def check_narrow_tree():
    """AUD-15: a tree with long ids fits a narrow terminal; a pipe gets the ids whole."""
    identity = "retrieved-document-" + "\u6a39" * 20 + "-0123456789abcdef"
    in_pipe("init", "--context", "narrow")
    in_pipe("insert", "--context", "narrow", "--role", "assistant", "--type", "cb:a-rather-long-type", "--key", "k" * 30,
            "--id", identity, "Some words that are cut anyway " * 4)
    parent = identity
    for level in range(8):
        in_pipe("insert", "--context", "narrow", "--under", parent, "--id", f"{level}{identity}", "below")
        parent = f"{level}{identity}"
    for moment in ("working", "committed"):
        for columns in (40, 50, 60, 80, 100):
            shown = COLOUR.sub("", on_terminal(["tree", "--context", "narrow"], columns, COLUMNS=str(columns)))
            widest = max(shown.splitlines(), key=columns_of)
            check(columns_of(widest) <= columns, f"no line of a {moment} tree is wider than {columns} columns", shown)
            check("..." in shown and "retr" in shown, "ids are cut, and still begin as they do", shown)
        check(in_pipe("tree", "--context", "narrow").count(identity) == 9, "a pipe gets whole ids")
        in_pipe("commit", "--context", "narrow", "-m", "narrow")


def check_words_beside_ids():
    """AUD-15: --detail and --units show words beside ids on a terminal, and JSON in a pipe."""
    in_pipe("init", "--context", "words")
    in_pipe("insert", "--context", "words", "--role", "user", "--id", "q", "How tall is an oak?")
    in_pipe("commit", "--context", "words")
    in_pipe("insert", "--context", "words", "--role", "assistant", "--id", "a", "Up to forty metres.")
    in_pipe("commit", "--context", "words")
    in_pipe("insert", "--context", "words", "--role", "user", "--id", "r", "And a birch?")
    for arguments, words in ((["@t-1", "@t0", "--detail"], "Up to forty"), (["@t-1", "@t0", "--units"], "Up to forty"),
                             (["--detail"], "And a birch?")):
        for columns in (60, 100):
            shown = COLOUR.sub("", on_terminal(["diff", *arguments, "--context", "words"], columns, COLUMNS=str(columns)))
            check(words in shown, f"diff {arguments} shows words", shown)
            check(max(map(columns_of, shown.splitlines())) <= columns, f"diff {arguments} fits {columns} columns", shown)
        check(in_pipe("diff", *arguments, "--context", "words").startswith("{"), f"diff {arguments} is JSON in a pipe")


def check_pager():
    """AUD-15: long output on a terminal goes through a pager, and nothing else does."""
    with open("turns.jsonl", "w", encoding="utf-8") as file:
        messages = [{"role": role, "content": f"Message {n}"} for n in range(20) for role in ("user", "assistant")]
        file.write(json.dumps({"messages": messages}) + "\n")
    in_pipe("import", "--log", "openai", "turns.jsonl", "--context", "long")
    marks = {"LINES": "10", "LATEWOOD_PAGER": "sed s/^/paged:/"}
    long = ["tree", "--context", "long"]
    for verb in (["tree"], ["log"], ["blame"], ["log", "-p"], ["show", "seq"], ["select", ".cb"]):
        lines = on_terminal([*verb, "--context", "long"], **marks).splitlines()
        shown = [line for line in lines if not line.startswith("note: ")]  # on standard error
        check(len(shown) > 10 and all(line.startswith("paged:") for line in shown), f"long output of {verb} is paged", shown)
    check("paged:" not in on_terminal(["tree", "-n", "1", "--context", "long"], **marks), "short output is not paged")
    check("paged:" not in on_terminal([*long, "--no-pager"], **marks), "--no-pager is respected")
    check("paged:" not in on_terminal(long, LINES="10", LATEWOOD_PAGER="cat", PAGER="sed s/^/paged:/"), "cat is no pager")
    check("paged:" not in on_terminal(long, **marks, TERM="dumb"), "a dumb terminal has no pager")
    check(on_terminal(long, LINES="10", LATEWOOD_PAGER=None, PAGER="sed s/^/paged:/").startswith("paged:"), "PAGER is used")
    check("\x1b[1m^seq" in on_terminal(long, LINES="10", LATEWOOD_PAGER="tr a a"), "a pager gets the colours")
    check(on_terminal(long, LINES="10", LATEWOOD_PAGER="no-such-pager") .count("Message") == 40, "a pager that is missing hides nothing")
    check(on_terminal(long, LINES="10", LATEWOOD_PAGER="head -n 3").count("\n") == 3, "a pager may be left early")
    piped = subprocess.run([BINARY, *long], env={**ENVIRONMENT, **marks}, capture_output=True, text=True, check=True).stdout
    check("paged:" not in piped, "a pipe is not paged", piped)
    older = on_terminal(["tree", "-n", "2", "--context", "long"], NO_COLOR="1")
    check(older.count("depth ") == 2 and "19 older turns not shown" in older, "tree -n shows the newest turns", older)


def main():
    os.chdir(tempfile.mkdtemp())
    in_pipe("init")
    in_pipe("insert", "--role", "user", "--id", "q", "A question " + "that goes on " * 30)
    in_pipe("commit", "-m", "first")
    in_pipe("insert", "--role", "assistant", "--id", "a", "An answer\nof two lines")

    # A new terminal has no size until it is told; the child may have started before, so COLUMNS decides here.
    for columns in (60, 80, 140):
        shown = on_terminal(["tree"], columns, COLUMNS=str(columns))
        widest = max(len(COLOUR.sub("", line)) for line in shown.splitlines()[1:])
        check(widest <= columns, f"no line of the tree is wider than {columns}", shown)
        check(widest > columns - 20, f"the tree uses the width of {columns}", shown)

    check(COLOUR.search(on_terminal(["tree"])), "the tree has colour on a terminal")
    check(not COLOUR.search(on_terminal(["tree"], NO_COLOR="1")), "NO_COLOR is respected")
    check(not COLOUR.search(on_terminal(["tree"], TERM="dumb")), "a dumb terminal gets no colour")
    check(not COLOUR.search(in_pipe("tree")), "a pipe gets no colour")
    diff = on_terminal(["diff", "--unified"])
    check("\x1b[32m+An answer\x1b[0m" in diff, "what was added is green", diff)
    check("\x1b[32m  + a assistant text  An answer of two lines\x1b[0m" in on_terminal(["diff"]), "a diff on a terminal is for people")
    check(in_pipe("diff").startswith('{"added"'), "a diff in a pipe is JSON")
    wrong = on_terminal(["select", ".cb["])
    check("^" in wrong.splitlines()[-1], "a caret stands under the fault", wrong)

    check_widths()
    check_narrow_tree()
    check_words_beside_ids()
    check_pager()
    turns = ",".join(f'{{"role":"{role}","content":"Hello"}}' for role in ("user", "assistant") * 3)
    lines = "".join(f'{{"id":"c{i}","messages":[{turns}]}}\n' for i in range(40))
    with open("chats.jsonl", "w", encoding="utf-8") as file:
        file.write(lines)
    progress = on_terminal(["import", "--log", "openai", "chats.jsonl"])
    check("import  40/40" in progress, "long work shows progress on a terminal", progress)
    for verb in (["verify", "--all"], ["gc", "--all", "--keep", "1"], ["fsck"]):
        shown = on_terminal(verb)
        drawn, _, result = shown.rpartition("\r\x1b[K")
        check(f"\r{verb[0]}  " in drawn, f"{verb[0]} shows progress on a terminal", shown)
        check(re.match(r"\d+ commits|collected|all right", result), f"the progress of {verb[0]} is gone before its result", shown)
    rendered = on_terminal(["render", "--context", "c1"])
    check(rendered.endswith("]\n"), "a person gets a line feed after exact bytes", rendered)
    check(in_pipe("render", "--context", "c1").endswith("]"), "a pipe gets the exact bytes")
    os.remove("latewood.db")
    piped = subprocess.run([BINARY, "import", "--log", "openai", "chats.jsonl"], env=ENVIRONMENT, capture_output=True, text=True)
    check(piped.stderr == "", "a pipe sees no progress", piped.stderr)


main()
