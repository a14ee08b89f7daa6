#!/usr/bin/env python3
"""The completion scripts in the shells they are for: each shell is asked, by its own means, how a line goes on.

    completion_check.py LATEWOOD_BINARY

zsh and fish come with tools/bootstrap.sh; where one is missing the check is skipped (77), and never passed.
"""
import os
import pty
import select
import shutil
import subprocess
import sys
import tempfile
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


def in_shell(command, **variables):
    done = subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True, timeout=WAIT_SECONDS)
    return done.stdout + done.stderr


def bash_ways(line):
    script = """
source ./latewood.bash
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_latewood
printf '%s\\n' "${COMPREPLY[@]}"
"""
    return in_shell(["bash", "-c", script, "bash", *line.split(" ")]).splitlines()


def fish_ways(line):
    script = "source ./latewood.fish; complete -C \"$LINE\""
    home = os.path.join(os.getcwd(), "home")
    return [way.split("\t")[0] for way in in_shell(["fish", "-c", script], LINE=line, HOME=home).splitlines()]


def zsh_shows(line, wanted):
    """Whether a person who types the line and presses the tab key gets to see all that is wanted."""
    child, terminal = pty.fork()
    if child == 0:
        home = os.path.join(os.getcwd(), "home")
        os.execvpe("zsh", ["zsh", "-f", "-i"], {**os.environ, "HOME": home, "TERM": "xterm", "PS1": "> "})
    setup = "LISTMAX=1000; fpath=($PWD $fpath); autoload -U compinit && compinit -u -D && echo rea''dy\n"
    os.write(terminal, setup.encode())
    seen = read_until(terminal, lambda text: "ready" in text)
    # Twice: the first press completes as far as there is one way, the second lists them.
    os.write(terminal, (line + "\t\t").encode())
    seen = read_until(terminal, lambda text: all(word in text for word in wanted))
    os.write(terminal, b"\x03exit\n")
    os.close(terminal)
    os.waitpid(child, 0)
    return all(word in seen for word in wanted), seen


def read_until(terminal, is_enough):
    text = ""
    end = time.monotonic() + WAIT_SECONDS
    while not is_enough(text) and time.monotonic() < end:
        if not select.select([terminal], [], [], 0.2)[0]:
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


def set_up():
    folder = tempfile.mkdtemp()
    os.chdir(folder)
    os.mkdir("bin")
    os.mkdir("home")
    os.symlink(BINARY, "bin/latewood")
    os.environ["PATH"] = os.path.join(folder, "bin") + ":" + os.environ["PATH"]
    os.environ["LATEWOOD_CLOCK"] = "logical"
    latewood("init")
    latewood("insert", "Hello", "--role", "user")
    latewood("commit")
    latewood("branch", "side")
    latewood("tag", "v1")
    latewood("init", "--context", "planner")
    for shell, name in (("bash", "latewood.bash"), ("zsh", "_latewood"), ("fish", "latewood.fish")):
        with open(name, "w", encoding="utf-8") as script:
            script.write(latewood("completion", shell))
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
    shutil.rmtree(folder)


main()
