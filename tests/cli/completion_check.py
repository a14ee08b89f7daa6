#!/usr/bin/env python3
"""The completion scripts in the shells they are for: each shell is asked, by its own means, how a line goes on.

    completion_check.py LATEWOOD_BINARY

zsh and fish come with tools/bootstrap.sh; where one is missing the check is skipped (77), and never passed.
"""
import fcntl
import json
import os
import pty
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import time

BINARY = os.path.abspath(sys.argv[1])
WAIT_SECONDS = 60

# A line, and what it must be possible to go on with.
LINES = [
    ("latewood expl", ["explain"]),
    ("latewood switch ", ["main", "side"]),
    ("latewood log --context pl", ["planner"]),
    ("latewood tag v", ["v1"]),
    ("latewood select .m", [".mt", ".mc"]),
]


# AUD-18: names as a log from anywhere may have them. Each is one word on a line, and no part of it is run.
NAMES = [
    "xa;touch pwned",
    "xb$(touch pwned)",
    "xc`touch pwned`",
    "xd two words",
    "xe'single",
    'xf"double',
    "xg!history!!",
    "xh|tee pwned&",
    "xi>pwned",
    "xj*?[a]{b,c}",
    "xk\\back\\\\slash",
    "xl$HOME~#=^",
    "xm\u00fcber \u6f22",
    "~root",
    "#comment",
    "=ls",
    "{a,b}",
]
# These cannot be shown on one line, so they are never offered.
UNSHOWN = ["y1\ntouch pwned", "y2\rtouch", "y3\x1b[2J", "y4\u202eevil", "y5\u0085next", "y6\ttab", "--system"]


def in_shell(command, **variables):
    done = subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True, timeout=WAIT_SECONDS)
    return done.stdout + done.stderr


def bash_ways(line):
    script = """
source ./latewood.bash
COMP_WORDBREAKS=$' \\t\\n"\\'@><=;|&(:'
COMP_LINE=$1
COMP_POINT=${#COMP_LINE}
_latewood
printf '%s\\n' "${COMPREPLY[@]}"
"""
    return in_shell(["bash", "-c", script, "bash", line]).splitlines()


def fish_ways(line):
    script = "source ./latewood.fish; complete -C \"$LINE\""
    home = os.path.join(os.getcwd(), "home")
    return [way.split("\t")[0] for way in in_shell(["fish", "-c", script], LINE=line, HOME=home).splitlines()]


SET_UP = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "set +o vi; source ./latewood.bash && echo rea''dy\n"),
    "zsh": (["zsh", "-f", "-i"], "LISTMAX=1000; fpath=($PWD $fpath); autoload -U compinit && compinit -u -D && echo rea''dy\n"),
    "fish": (["fish", "--no-config", "-i"], "source ./latewood.fish; and echo rea''dy\n"),
}


class Shell:
    """A shell on a pseudo-terminal, as a person has it."""

    def __init__(self, name):
        command, setup = SET_UP[name]
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            home = os.path.join(os.getcwd(), "home")
            os.execvpe(command[0], command, {**os.environ, "HOME": home, "TERM": "xterm", "PS1": "> ", "LC_ALL": "C.UTF-8"})
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
        self.type(setup)
        check("ready" in self.read_until(lambda text: "ready" in text), f"{name} starts", "")

    def type(self, text):
        os.write(self.terminal, text.encode())

    def read_until(self, is_enough, seconds=WAIT_SECONDS):
        return read_until(self.terminal, is_enough, seconds)

    def close(self):
        self.type("\x03exit\n")
        os.close(self.terminal)
        os.waitpid(self.child, 0)


def zsh_shows(line, wanted):
    """Whether a person who types the line and presses the tab key gets to see all that is wanted."""
    shell = Shell("zsh")
    # Twice: the first press completes as far as there is one way, the second lists them.
    shell.type(line + "\t\t")
    seen = shell.read_until(lambda text: all(word in text for word in wanted))
    shell.close()
    return all(word in seen for word in wanted), seen


def arguments_after(shell, line):
    """What the program gets when the line is typed, completed with the tab key and sent with Enter; None if it is not run."""
    if os.path.exists("called"):
        os.remove("called")
    # A shell takes one key after the other, so Enter finds the line as it is completed.
    shell.type(line + "\t")
    shell.read_until(lambda text: False, 0.1)
    shell.type("\n")
    end = time.monotonic() + 20
    while not os.path.exists("called") and time.monotonic() < end:
        time.sleep(0.02)
    shell.read_until(lambda text: False, 0.2)
    if not os.path.exists("called"):
        return None
    with open("called", encoding="utf-8") as file:
        return file.read().split("\0")[:-1]


def check_names_in(name_of_shell):
    """AUD-18: every name that is completed and sent arrives whole, and nothing else is run."""
    shell = Shell(name_of_shell)
    for name in NAMES:
        if name_of_shell == "fish" and name.startswith("="):
            continue  # fish completes what stands behind a `=` by itself
        plain = name[:2] if name[0] == "x" else "\\" + name[0]
        starts = [plain]
        if name[0] == "x" and name_of_shell != "fish":
            starts += ["'" + plain, '"' + plain]
        if name_of_shell == "bash" and "!" in name:
            starts.remove('"' + plain)  # nothing is offered there: bash would ask the history
        for start in starts:
            got = arguments_after(shell, "latewood log --context " + start)
            check(got == ["log", "--context", name], f"{name_of_shell} completes {start} to {name!r}", got)
            check(not os.path.exists("pwned"), f"{name_of_shell} runs nothing of {name!r}", got)
    shell.type("latewood log --context y\t\t")
    seen = shell.read_until(lambda text: False, 1.5)
    for hidden in ("touch", "\x1b[2J", "\u202e", "\u0085", "next", "evil", "tab"):
        check(hidden not in seen, f"{name_of_shell} offers no name that no line can show", seen)
    shell.type("\x03")
    check(not os.path.exists("pwned"), f"{name_of_shell} runs nothing", seen)
    shell.close()


def check_candidates():
    """AUD-18: one line is one word, for every shell, and for the scripts of earlier versions, which name no shell."""
    for shell in ([], ["--shell", "zsh"], ["--shell", "fish"]):
        ways = latewood("completion", "--candidates", *shell, "--", "log", "--context", "").split("\n")[:-1]
        check(len(ways) == len(NAMES) + 3, f"one line for each name {shell}", ways)
        for way in ways:
            check(all(ord(c) >= 0x20 and ord(c) not in range(0x7F, 0xA0) and c != "\u202e" for c in way), "no raw control", way)
    for way in bash_ways("latewood log --context "):
        back = in_shell(["bash", "-c", "printf '%s\\0' " + way]).split("\0")
        check(len(back) == 2 and back[0] in NAMES + ["main", "planner", "a@b"], "bash reads back one of the names", back)
    check(not os.path.exists("pwned"), "no candidate is a command", "")
    for start, ways in (("latewood log --context a@", ["b"]), ("latewood tree c:d", ["d\\ e"]), ("FOO=1 latewood tree c", ["c:d\\ e"])):
        check(bash_ways(start) == ways, f"bash keeps what stands before a break in {start!r}", bash_ways(start))


def read_until(terminal, is_enough, seconds=WAIT_SECONDS):
    text = ""
    end = time.monotonic() + seconds
    while not is_enough(text) and time.monotonic() < end:
        if not select.select([terminal], [], [], 0.05)[0]:
            continue
        try:
            text += os.read(terminal, 65536).decode(errors="replace")
        except OSError:
            break
    return text


def check(holds, claim, seen):
    if not holds:
        sys.exit(f"not so: {claim}\n{seen!r}")


def latewood(*arguments):
    return subprocess.run(["latewood", *arguments], capture_output=True, text=True, check=True).stdout


WRAPPER = """#!/bin/sh
if [ "$1" = completion ] || [ -n "$SETTING_UP" ]; then exec {binary} "$@"; fi
printf '%s\\0' "$@" > {called}.part && mv {called}.part {called}
"""


def set_up():
    folder = tempfile.mkdtemp()
    os.chdir(folder)
    os.mkdir("bin")
    os.mkdir("home")
    # Beside completion it only writes down what it was called with, so that a test can see it.
    with open("bin/latewood", "w", encoding="utf-8") as script:
        script.write(WRAPPER.format(binary=BINARY, called=os.path.join(folder, "called")))
    os.chmod("bin/latewood", 0o755)
    os.environ["PATH"] = os.path.join(folder, "bin") + ":" + os.environ["PATH"]
    os.environ["LATEWOOD_CLOCK"] = "logical"
    os.environ["SETTING_UP"] = "1"
    latewood("init")
    latewood("insert", "Hello", "--role", "user")
    latewood("commit")
    latewood("branch", "side")
    latewood("tag", "v1")
    latewood("context", "create", "a@b")
    latewood("tag", "c:d e")
    latewood("init", "--context", "planner")
    with open("log.jsonl", "w", encoding="utf-8") as log:
        for name in NAMES + UNSHOWN:
            log.write(json.dumps({"id": name, "messages": [{"role": "user", "content": "Hello"}]}) + "\n")
    latewood("import", "--log", "openai", "log.jsonl")
    for shell, name in (("bash", "latewood.bash"), ("zsh", "_latewood"), ("fish", "latewood.fish")):
        with open(name, "w", encoding="utf-8") as script:
            script.write(latewood("completion", shell))
    del os.environ["SETTING_UP"]
    return folder


def main():
    missing = [shell for shell in ("bash", "zsh", "fish") if shutil.which(shell) is None]
    if missing:
        print("skipped: there is no", ", ".join(missing))
        sys.exit(77)
    folder = set_up()
    for line, wanted in LINES:
        for shell, ways in (("bash", bash_ways(line)), ("fish", fish_ways(line))):
            check(set(wanted) <= set(ways), f"{shell} goes on from {line!r} with {wanted}", ways)
        holds, seen = zsh_shows(line, wanted)
        check(holds, f"zsh goes on from {line!r} with {wanted}", seen)
    check_candidates()
    for shell in SET_UP:
        check_names_in(shell)
    shutil.rmtree(folder)


main()
