#!/usr/bin/env python3
"""Every verb with good input, bad input and an empty store; a verb that is missing in the table below fails.

    every_verb_check.py LATEWOOD_BINARY DOCUMENT_OF_JSON_MEMBERS

Good input ends with 0 and prints JSON lines and nothing else with --json. Bad input prints one error line and no
result. On a store without commits a verb either works or says in an error what is missing; without a store it says
how to make one.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass

BINARY = os.path.abspath(sys.argv[1])
MEMBERS = open(sys.argv[2], encoding="utf-8").read()
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LATEWOOD_CLOCK": "logical", "LC_ALL": "C.UTF-8", "TZ": "UTC"}


@dataclass
class Case:
    good: list  # arguments behind the verb, in a store with two commits
    bad: list
    empty: list  # in a store without commits
    works_empty: bool  # otherwise it says what is missing
    needs_store: bool = True


CASES = {
    "init": Case([], ["--contxt"], [], True, needs_store=False),
    "insert": Case(["Hello", "--role", "user"], ["x", "--ttl", "-1"], ["Hello"], True),
    "replace": Case(["draft", "Better"], ["nobody", "x"], ["nobody", "x"], False),
    "move": Case(["draft", "--depth", "0"], ["draft", "--depth", "99"], ["nobody", "--depth", "0"], False),
    "delete": Case(["question"], [".cb["], ["nobody"], False),
    "pin": Case(["question"], ["nobody"], ["nobody"], False),
    "unpin": Case(["rules"], ["nobody"], ["nobody"], False),
    "commit": Case(["-m", "third"], ["--mesage", "x"], [], True),
    "status": Case([], ["--context", "nobody"], [], True),
    "preview": Case(["--profile", "openai"], ["--profile", "opnai"], [], True),
    "reset": Case([], ["extra"], [], True),
    "undo": Case(["--dry-run"], ["--context", "nobody"], [], False),
    "restore": Case(["brief"], ["nobody"], ["nobody"], False),
    "policy": Case(["set", "--turns", "4:3"], ["set", "--turns", "3:4"], [], True),
    "overlaps": Case(["demote"], ["sometimes"], [], True),
    "config": Case(["profile", "openai"], ["profile", "opnai"], [], True),
    "context": Case(["create", "planner"], ["create", "main"], [], True),
    "branch": Case(["trial", "@t-1"], ["other"], [], True),
    "switch": Case(["other"], ["othr"], ["other"], False),
    "fork": Case(["trial", "@t-1"], ["trial", "@t-9"], ["trial", "@t-1"], False),
    "tag": Case(["good", "@t-1"], ["good", "@t-9"], ["good"], False),
    "rebase": Case([], ["extra"], [], True),
    "event add": Case(["mail", "Hello"], ["mail", "Hello", "--kind", "post"], ["mail", "Hello"], True),
    "event list": Case([], ["extra"], [], True),
    "admit": Case([], ["--policy", "{"], [], True),
    "attempt begin": Case(["--provider", "p", "--model", "m"], ["--provider", "p"], ["--provider", "p", "--model", "m"], True),
    "attempt end": Case(["1", "--reply", "Hello"], ["77"], ["1"], False),
    "attempt list": Case([], ["extra"], [], True),
    "tree": Case(["@t-1"], ["othr"], [], True),
    "log": Case([], ["@t-9"], [], True),
    "show": Case(["question"], ["nobody"], [], False),
    "select": Case([".cb"], [".cb["], [".cb"], False),
    "explain": Case([".cb"], [".cb["], [".cb"], False),
    "grep": Case(["Why"], ["--regex", "("], ["Why"], True),
    "diff": Case(["@t-1", "@t0"], ["@t-9", "@t0"], [], True),
    "prefix": Case([], ["@t-9", "@t0"], [], False),
    "map": Case(["question"], ["nobody"], ["nobody"], False),
    "why": Case(["question"], ["nobody"], ["nobody"], False),
    "blame": Case(["other"], ["@t-9"], [], False),
    "stats": Case([], ["-n", "0"], [], False),
    "plan": Case([], ["--policy", "{"], [], True),
    "simulate": Case([], ["--policy", "{"], [], False),
    "report": Case([], ["--profile", "nothing"], [], False),
    "verify": Case([], ["--threads", "x"], [], True),
    "replay": Case(["@t-1"], ["@t-9"], [], False),
    "fsck": Case(["--tables"], ["extra"], [], True),
    "doctor": Case([], ["extra"], [], True),
    "gc": Case(["--dry-run"], ["--keep", "0"], [], True),
    "purge": Case(["--dry-run", "#question"], ["nobody"], ["nobody"], False),
    "backup": Case(["copy.db"], ["latewood.db"], ["copy.db"], True),
    "import": Case(["history.json", "--context", "copy"], ["nowhere.json"], ["history.json"], True, needs_store=False),
    "export": Case(["@t-1"], ["@t-9"], [], False),
    "render": Case(["--profile", "openai"], ["--profile", "opnai"], [], False),
    "view": Case(["-o", "page.html"], ["@t-9", "-o", "page.html"], ["-o", "page.html"], False),
    "hash content": Case(["node.json"], ["nowhere.json"], ["node.json"], True, needs_store=False),
    "hash snapshot": Case(["@t-1"], ["@t-9"], ["@t0"], False),
    "warp replay": Case(["replay.json"], ["nowhere.json"], ["replay.json"], True, needs_store=False),
    "propose": Case(["--proposer", "r", '[{"op":"delete","args":{"nodes":["answer"]}}]'], ["--proposer", "r", "{"],
                    ["--proposer", "r", '[{"op":"delete","args":{"nodes":["nobody"]}}]'], False),
    "append": Case(['[{"role":"user","content":"Hello"}]'], ["{"], ['[{"role":"user","content":"Hello"}]'], True),
    "apply": Case(['[{"op":"insert","args":{"content":"Hello"}}]', "--commit"], ['[{"op":"insrt"}]'],
                  ['[{"op":"insert","args":{"content":"Hello"}}]'], True),
    "request": Case(["--profile", "openai"], ["--profile", "opnai"], ["--profile", "openai"], False),
    "complete": Case(["answer.json"], ["nowhere.json"], ["answer.json"], False),
    "call": Case(["contexts"], ["contxts"], ["contexts"], True),
    "schema": Case([], ["insrt"], [], True, needs_store=False),
    "mcp": Case([], ["--wriet"], [], True, needs_store=False),
    "serve": Case(["--check", "--listen", "127.0.0.1:0"], ["--listen", "everywhere"], ["--check", "--listen", "127.0.0.1:0"],
                  True),
    "proxy": Case(["--check", "--listen", "127.0.0.1:0"], ["--upstream", "oak=http://x"], ["--check", "--listen", "127.0.0.1:0"],
                  True, needs_store=False),
    "token": Case(["new", "--scope", "read,write"], ["new", "--scope", "everything"], [], True),
    "completion": Case(["bash"], ["tcsh"], ["bash"], True, needs_store=False),
}
for product in ("state-root", "patch-digest", "commit-id", "decision", "plan", "rewrites", "rule-pack", "admission"):
    CASES["warp " + product] = Case(["none.json"], ["nowhere.json"], ["none.json"], True, needs_store=False)


def run(*arguments):
    return subprocess.run([BINARY, *arguments], env=ENVIRONMENT, capture_output=True, text=True, stdin=subprocess.DEVNULL)


def check(holds, claim, seen):
    if not holds:
        sys.exit(f"not so: {claim}\n{seen.args[1:]}: exit {seen.returncode}\n{seen.stdout[:1000]}\n{seen.stderr[:1000]}")


def verbs_in(help_text):
    """The names in the list of verbs, without their aliases."""
    listed = help_text.partition("\nVerbs:\n")[2]
    return re.findall(r"^  ([a-z-]+)", listed, re.M)


def all_verbs():
    for verb in verbs_in(run("--help").stdout):
        inner = verbs_in(run(verb, "--help").stdout)
        yield from (f"{verb} {each}" for each in inner) if inner else (verb,)


def in_copy_of(folder, act):
    with tempfile.TemporaryDirectory() as work:
        shutil.copytree(folder, work, dirs_exist_ok=True)
        os.chdir(work)
        act()
        os.chdir("/")


def check_help(verb):
    shown = run(*verb.split(), "--help")
    check(shown.stdout.startswith(f"  latewood {verb}"), "help starts with an example", shown)
    check("--json" in shown.stdout, "every verb takes --json", shown)
    first = verb.split()[0]
    check(f"`{first}" in MEMBERS, f"{first} is in the document of JSON members", shown)


def check_good(verb, case):
    done = run(*verb.split(), *case.good)
    check(done.returncode == 0, f"{verb} takes good input", done)


def check_json(verb, case):
    done = run(*verb.split(), *case.good, "--json")
    check(done.returncode == 0, f"{verb} takes --json", done)
    check(re.match(r"(note: .*\n)*\Z", done.stderr), f"{verb} --json says nothing but notes on the side", done)
    for line in done.stdout.splitlines():
        try:
            json.loads(line)
        except ValueError:
            check(False, f"{verb} --json prints JSON lines", done)


def check_bad(verb, case):
    done = run(*verb.split(), *case.bad)
    check(done.returncode in (1, 2), f"{verb} refuses bad input", done)
    if verb in ("call", "schema"):
        check(set(json.loads(done.stdout)) == {"error"}, f"{verb} prints an error object for bad input", done)
    else:
        check(done.stdout == "", f"{verb} prints no result for bad input", done)
    check(re.match(r"error\[\w+\]: \S.*\n(Try: .*\n)?\Z", done.stderr), f"{verb} prints one error line", done)
    check(done.stderr.count("\nTry: ") == (1 if done.returncode == 2 else 0), "exit 2 comes with a hint", done)


def check_empty(verb, case):
    done = run(*verb.split(), *case.empty)
    check(done.returncode == (0 if case.works_empty else 1), f"{verb} on a store without commits", done)
    if not case.works_empty:
        check(re.match(r"error\[\w+\]: (.*nothing was committed yet|there is no|'nobody' is no|no node)", done.stderr),
              f"{verb} says what a store without commits lacks", done)


def check_no_store(verb, case):
    done = run(*verb.split(), *case.empty, "--store", "nowhere.db")
    said = "error[NotFound]: there is no store at nowhere.db; `latewood init` creates one\n"
    check(done.returncode == 1 and done.stderr == said, f"{verb} without a store", done)
    check(not os.path.exists("nowhere.db"), f"{verb} makes no store by the way", done)


def write(name, text):
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)


def prepare(empty, used):
    for command in (["init"],):
        check(run(*command).returncode == 0, "the example can be made", run("status"))
    write("node.json", '{"content":"Hello"}')
    write("answer.json", '{"object":"chat.completion","choices":[{"message":{"role":"assistant","content":"Hello"}}]}')
    write("none.json", "[]")
    write("replay.json", "[]")
    shutil.copytree(".", empty, dirs_exist_ok=True)
    for command in (
        ["insert", "--system", "--depth", "-1", "--role", "system", "--id", "rules", "Be brief."],
        ["insert", "--role", "user", "--id", "question", "Why?"],
        ["insert", "--role", "user", "--id", "brief", "--ttl", "1", "--offset", "1", "Soon gone"],
        ["pin", "rules"],
        ["commit", "-m", "first"],
        ["branch", "other"],
        ["insert", "--role", "assistant", "--id", "answer", "Because.", "--ttl", "3"],
        ["commit", "-m", "second"],
        ["insert", "--role", "user", "--id", "draft", "Oh"],
        ["event", "add", "mail", "Hello"],
        ["attempt", "begin", "--provider", "p", "--model", "m"],
    ):
        done = run(*command)
        check(done.returncode == 0, "the example can be made", done)
    history = run("export", "--all").stdout
    write("history.json", history)
    shutil.copy("history.json", empty)
    shutil.copytree(".", used, dirs_exist_ok=True)


def main():
    with tempfile.TemporaryDirectory() as empty, tempfile.TemporaryDirectory() as used, tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        prepare(empty, used)
        os.chdir("/")
        verbs = list(all_verbs())
        unknown = sorted(set(verbs) ^ set(CASES))
        if unknown:
            sys.exit(f"verbs without a case, or cases without a verb: {unknown}")
        for verb in verbs:
            case = CASES[verb]
            check_help(verb)
            for folder, look in ((used, check_good), (used, check_json), (used, check_bad), (empty, check_empty)):
                in_copy_of(folder, lambda look=look, verb=verb, case=case: look(verb, case))
            if case.needs_store:
                in_copy_of(empty, lambda verb=verb, case=case: check_no_store(verb, case))


main()
