#!/usr/bin/env python3
"""AUD-22: hostile input costs in proportion to its size, or is refused with a stable code and nothing is lost.

    hostile_check.py LATEWOOD_BINARY
"""
import json
import os
import subprocess
import sys
import tempfile

BINARY = os.path.abspath(sys.argv[1])
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LATEWOOD_CLOCK": "logical", "LC_ALL": "C.UTF-8", "TZ": "UTC"}


def run(folder, *arguments):
    done = subprocess.run([BINARY, *arguments], cwd=folder, env=ENVIRONMENT, capture_output=True, timeout=120,
                          stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
        out.write(text)


def deep_chain(count):
    start = "".join(f'{{"id":"b{i}","role":"user","content":"x","children":[' for i in range(count))
    return ('{"cycle":1,"root":{"id":"root","children":[{"id":"seq","nodeType":"^seq","children":[{"id":"t","nodeType":'
            f'"mt","children":[{{"id":"c","nodeType":"mc","children":[{start}{"]}" * count}]}}]}}]}}]}}}}')


def check_deep_tree(folder):
    sizes = []
    for count in (1000, 4000):
        write(folder, "deep.json", deep_chain(count))
        status, _, error = run(folder, "import", "deep.json", "--context", f"deep{count}")
        assert status == 0, error
        status, out, error = run(folder, "tree", "--context", f"deep{count}")
        assert status == 0 and out.count("\n") > count, error
        sizes.append(len(out))
    assert sizes[1] < 5 * sizes[0], sizes


def check_many_parts(folder):
    parts = [{"type": "text", "text": f"p{i}"} for i in range(33000)]
    write(folder, "parts.jsonl", json.dumps({"messages": [{"role": "user", "content": parts}]}) + "\n")
    status, _, error = run(folder, "import", "--log", "openai", "parts.jsonl", "--context", "parts")
    assert status == 1 and "E_PLACEMENT_INVALID" in error and "32768" in error, (status, error)
    assert run(folder, "log")[1].count("kept") == 1


def check_selectors(folder):
    all_turns = run(folder, "select", ".mt")
    assert all_turns[0] == 0
    assert run(folder, "select", ".mt:depth(1-99999999)") == all_turns


def check_long_arguments(folder):
    """A line of 200 MB gets an error object; the lines after it are carried out."""
    calls = os.path.join(folder, "calls.jsonl")
    with open(calls, "w", encoding="utf-8") as out:
        out.write('{"op":"insert","args":{"content":"')
        for _ in range(200):
            out.write("x" * (1 << 20))
        out.write('"}}\n{"op":"contexts"}\n' + "[" * 100_000 + '\n{"op":"contexts"}\n')
    with open(calls, encoding="utf-8") as lines:
        done = subprocess.run([BINARY, "call", "-"], cwd=folder, env=ENVIRONMENT, capture_output=True, timeout=300,
                              stdin=lines, text=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0 and len(answers) == 4, (done.returncode, done.stdout[:500])
    assert answers[0]["error"]["code"] == "E_ARGUMENT_INVALID", answers[0]
    assert "error" in answers[2] and answers[1] == answers[3] and "result" in answers[1], answers
    os.remove(calls)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for arguments in (["init"], ["insert", "--role", "user", "hello"], ["commit", "-m", "kept"]):
            status, _, error = run(folder, *arguments)
            assert status == 0, error
        check_deep_tree(folder)
        check_many_parts(folder)
        check_selectors(folder)
        check_long_arguments(folder)
        assert run(folder, "fsck")[0] == 0
    print("hostile input costs in proportion, or is refused")


if __name__ == "__main__":
    main()
