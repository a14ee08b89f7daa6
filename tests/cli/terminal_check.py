#!/usr/bin/env python3
"""What a person sees and a pipe does not: colour, width, progress. Runs the binary on a pseudo-terminal.

    terminal_check.py LATEWOOD_BINARY
"""
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios

BINARY = os.path.abspath(sys.argv[1])
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LATEWOOD_CLOCK": "logical", "TERM": "xterm", "LC_ALL": "C.UTF-8"}
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def on_terminal(arguments, columns=80, **variables):
    """All that the command writes to a terminal of so many columns."""
    child, terminal = pty.fork()
    if child == 0:
        os.execve(BINARY, [BINARY, *arguments], {**ENVIRONMENT, **variables})
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
    check("\x1b[32m  + a\x1b[0m" in on_terminal(["diff"]), "a diff on a terminal is for people")
    check(in_pipe("diff").startswith('{"added"'), "a diff in a pipe is JSON")
    wrong = on_terminal(["select", ".cb["])
    check("^" in wrong.splitlines()[-1], "a caret stands under the fault", wrong)

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
