"""Reads one JSON document per line and writes each as canonical JSON, by
Python's own json module, or the word `refused` where a double overflows.
"""
import json
import sys

for line in sys.stdin.buffer:
    value = json.loads(line.decode("utf-8"))
    try:
        text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    except ValueError:
        text = "refused"
    sys.stdout.write(text + "\n")
