#!/usr/bin/env python3
"""Every conversation of a log comes back from the store as the same messages, in the same order.

    import_law.py LATEWOOD_BINARY LOG.jsonl        exits with 77, skipped, if there is no log
"""
import json
import os
import subprocess
import sys
import tempfile

SKIPPED = 77
BINARY, LOG = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])


def latewood(*arguments):
    return subprocess.run([BINARY, *arguments], capture_output=True, text=True, check=True).stdout


def main():
    if not os.path.exists(LOG):
        print(f"skipped: there is no {LOG}")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        check_every_conversation()


def check_every_conversation():
    latewood("import", "--log", "openai", LOG)
    with open(LOG, encoding="utf-8") as lines:
        conversations = [json.loads(line) for line in lines]
    for conversation in conversations:
        rendered = json.loads(latewood("render", "--context", conversation["id"], "--profile", "openai"))
        if rendered["messages"] != conversation["messages"]:
            sys.exit(f"{conversation['id']} came back differently")
    print(f"{len(conversations)} conversations came back as they were")


main()
