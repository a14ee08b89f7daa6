#!/usr/bin/env python3
"""AUD-21: a damaged store gives the right answer or an error, never a wrong answer, a crash or a hang.

    damage_check.py LATEWOOD_BINARY [DAMAGES [SEED]]

Makes a store with records of every kind, notes what every reading verb answers, damages copies of the file in all
kinds of ways, page after page, and asks again. A verb must give the same answer with the same status, or end with
another status and an error.
"""
import os
import random
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

BINARY = os.path.abspath(sys.argv[1])
DAMAGES = int(sys.argv[2]) if len(sys.argv) > 2 else 90
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 21
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LATEWOOD_CLOCK": "logical", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
PAGE = 4096
SECONDS = 60

SCRIPT = [
    ["init"],
    ["insert", "--id", "rules", "--depth", "-1", "--system", "Be brief."],
    *[[*each] for n in range(12) for each in (
        ["insert", "--role", "user", "--id", f"q{n}", f"question {n} " + "oak " * 20],
        ["commit", "-m", f"turn {n}"],
        ["event", "add", "mail", f"You have mail {n}"])],
    ["insert", "--role", "user", "--id", "long", "x" * 3000 + "".join(chr(97 + i * i % 26) for i in range(3000))],
    ["commit", "-m", "a long one"],
    ["tag", "good", "@t-1"], ["tag", "better", "@t-2"],
    ["branch", "side", "@t-3"],
    ["policy", "set", "--turns", "40:30"],
    ["attempt", "begin", "--provider", "p", "--model", "m"],
    ["attempt", "end", "1", "--status", "error"],
    ["context", "create", "planner"],
    ["insert", "--context", "planner", "--role", "user", "--id", "plan", "a plan"],
    ["commit", "--context", "planner", "-m", "planned"],
    ["insert", "--role", "user", "--id", "waiting", "not committed"],
]

READING = [
    ["status"], ["status", "--json"], ["preview"], ["policy"], ["context"], ["branch"], ["tag"], ["event", "list"],
    ["attempt", "list"], ["tree"], ["tree", "@t-5"], ["log"], ["log", "--all"], ["log", "side"], ["show", "q3"],
    ["select", ".cb"], ["select", "@t-9..@t0 .cb"], ["diff", "@t-4", "@t0"], ["prefix"], ["why", "q2"], ["blame"],
    ["stats"], ["export"], ["render", "--profile", "openai"], ["replay", "@t-2"], ["verify"],
    ["tree", "--context", "planner"], ["tag", "nobody", "@t-77"], ["tree", "nobody"],
]


def run(folder, arguments):
    try:
        done = subprocess.run([BINARY, *arguments], cwd=folder, env=ENVIRONMENT, capture_output=True, timeout=SECONDS,
                              stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return "timeout", b"", b""
    return done.returncode, done.stdout, done.stderr


def make_store(folder):
    for arguments in SCRIPT:
        status, _, error = run(folder, arguments)
        assert status == 0, (arguments, error)


def swapped(data, random_page, page):
    other = random_page()
    pages = [data[i:i + PAGE] for i in range(0, len(data), PAGE)]
    pages[page], pages[other] = pages[other], pages[page]
    return b"".join(pages)


def damages(data, generator):
    """Names and damaged copies of the file, without end."""
    count = len(data) // PAGE
    page = -1

    def over(at, length, fill):
        return data[:at] + fill(data[at:at + length]) + data[at + length:]

    while True:
        page = (page + 1) % count
        start = page * PAGE
        at = start + generator.choice([generator.randrange(PAGE), generator.randrange(16)])
        sector = start + 512 * generator.randrange(8)
        bit = 1 << generator.randrange(8)
        kinds = [
            ("bit", lambda: over(at, 1, lambda b: bytes([b[0] ^ bit]))),
            ("byte", lambda: over(at, 1, lambda b: bytes([generator.randrange(256)]))),
            ("bytes", lambda: over(at, 40, lambda b: generator.randbytes(len(b)))),
            ("zeroed page", lambda: over(start, PAGE, lambda b: bytes(PAGE))),
            ("zeroed sector", lambda: over(sector, 512, lambda b: bytes(512))),
            ("zeroed end", lambda: over(start + 512, PAGE - 512, lambda b: bytes(PAGE - 512))),
            ("swapped", lambda: swapped(data, lambda: generator.randrange(count), page)),
            ("doubled", lambda: over(start, PAGE, lambda b: data[(count - 1 - page) * PAGE:][:PAGE])),
            ("truncated", lambda: data[:start + generator.randrange(PAGE)] if page else data[:PAGE]),
        ]
        name, make = generator.choice(kinds)
        yield f"{name} at page {page + 1} byte {at - start}", make()


def judge(folder, name, damaged, right):
    """What is wrong with the answers about a damaged file, and how many ended with an error."""
    place = tempfile.mkdtemp(dir=folder)
    wrong, noticed = [], 0
    for arguments in READING:
        with open(os.path.join(place, "latewood.db"), "wb") as out:
            out.write(damaged)
        status, answer, error = run(place, arguments)
        for log in ("latewood.db-wal", "latewood.db-shm"):
            if os.path.exists(os.path.join(place, log)):
                os.remove(os.path.join(place, log))
        if (status, answer) == right[tuple(arguments)]:
            continue
        is_error = isinstance(status, int) and 0 < status < 128 and (error or answer)
        noticed += 1 if is_error else 0
        if not is_error or status == right[tuple(arguments)][0] == 0:
            wrong.append(f"{name}: {' '.join(arguments)}: status {status}: {answer[:300]!r} {error[:300]!r}")
    shutil.rmtree(place)
    return wrong, noticed


def main():
    with tempfile.TemporaryDirectory() as folder:
        make_store(folder)
        right = {}
        for arguments in READING:
            status, answer, _ = run(folder, arguments)
            right[tuple(arguments)] = (status, answer)
        expected_failures = [a for a, (status, _) in right.items() if status != 0]
        assert len(expected_failures) == 2, expected_failures
        with open(os.path.join(folder, "latewood.db"), "rb") as file:
            data = file.read()
        generator = random.Random(SEED)
        source = damages(data, generator)
        cases = [next(source) for _ in range(DAMAGES)]
        with ThreadPoolExecutor(2) as pool:
            outcomes = list(pool.map(lambda case: judge(folder, *case, right), cases))
    wrong = [line for lines, _ in outcomes for line in lines]
    noticed = sum(count for _, count in outcomes)
    for line in wrong[:40]:
        print(line)
    print(f"{DAMAGES} damages of {len(data) // PAGE} pages, seed {SEED}: {noticed} errors, {len(wrong)} wrong answers")
    # A store whose damage nobody meets proves nothing.
    sys.exit(1 if wrong or noticed < DAMAGES else 0)


if __name__ == "__main__":
    main()
