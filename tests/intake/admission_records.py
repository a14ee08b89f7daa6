"""Admission records encoded a second time, plainly, from the text of the specification (section 3.4).

Reads one JSON array of records a line; writes one line for each: the bytes of every record in the order given, and the
bytes that the admission digest is taken of, all in hexadecimal and separated by spaces.
"""
import json
import struct
import sys


def u64(number):
    return struct.pack("<Q", number)


def presence(number):
    return b"\0" if number is None else b"\1" + u64(number)


def encode(record):
    out = b""
    for name in ("view_id", "stream_id"):
        raw = bytes.fromhex(record[name])
        out += u64(len(raw)) + raw
    out += u64(record["admit_at_tick"])
    out += bytes.fromhex(record["policy_hash"])
    for name in ("budget_max_events", "budget_max_bytes", "budget_max_work"):
        out += presence(record[name])
    fairness = record["fairness_order_digest"]
    out += b"\0" if fairness is None else b"\1" + bytes.fromhex(fairness)
    if "seq" in record:
        out += b"\2" + u64(len(record["seq"])) + b"".join(u64(seq) for seq in record["seq"])
    else:
        out += b"\1" + u64(record["from_seq"]) + u64(record["to_seq"])
    return out + bytes.fromhex(record["admitted_digest"])


def rank(record):
    first = record["from_seq"] if "from_seq" in record else min(record["seq"], default=0)
    return (bytes.fromhex(record["view_id"]), bytes.fromhex(record["stream_id"]), record["admit_at_tick"], first, encode(record))


for line in sys.stdin:
    records = json.loads(line)
    ordered = [encode(record) for record in sorted(records, key=rank)]
    digested = struct.pack("<HQ", 1, len(ordered)) + b"".join(ordered)
    print(" ".join(part.hex() for part in [encode(record) for record in records] + [digested]))
