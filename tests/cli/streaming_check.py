#!/usr/bin/env python3
"""A log of JSON lines passes through little memory: eight times as many lines take about as much.

usage: streaming_check.py LATEWOOD
"""

import json
import os
import subprocess
import sys
import tempfile

LINE_BYTES = 1 << 20
FEW, MANY = 8, 64
ALLOWED_GROWTH = (MANY - FEW) * LINE_BYTES // 3

# Memory that was freed counts against a sanitizer's build otherwise.
ENVIRONMENT = dict(os.environ, ASAN_OPTIONS="quarantine_size_mb=1")


def write_log(path, lines):
    with open(path, "w") as log:
        for number in range(lines):
            text = (f"{number} " * LINE_BYTES)[:LINE_BYTES]
            log.write(json.dumps({"id": f"c{number}", "messages": [{"role": "user", "content": text}]}) + "\n")


def peak_kilobytes(latewood, folder, lines, piped):
    log = os.path.join(folder, f"{lines}.jsonl")
    write_log(log, lines)
    store = os.path.join(folder, f"{lines}-{piped}.db")
    command = [latewood, "import", "--log", "openai", "-" if piped else log, "--store", store]
    with open(log, "rb") as source:
        process = subprocess.Popen(command, stdin=subprocess.PIPE if piped else subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, env=ENVIRONMENT)
        if piped:
            for piece in iter(lambda: source.read(1 << 16), b""):
                process.stdin.write(piece)
            process.stdin.close()
    printed = process.stdout.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, status
    assert printed.count("1 commit, at cycle 1") == lines, printed
    return usage.ru_maxrss


def main():
    with tempfile.TemporaryDirectory() as folder:
        for piped in (False, True):
            few = peak_kilobytes(sys.argv[1], folder, FEW, piped)
            many = peak_kilobytes(sys.argv[1], folder, MANY, piped)
            print(f"{'pipe' if piped else 'file'}: {few} KB for {FEW} lines, {many} KB for {MANY}")
            if (many - few) * 1024 > ALLOWED_GROWTH:
                sys.exit(f"{MANY} lines of {LINE_BYTES} bytes take {many} KB, {FEW} take {few}")


if __name__ == "__main__":
    main()
