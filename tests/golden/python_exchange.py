"""Reads one exported snapshot per line and writes, by the specification's own algorithms and
Python's json and hashlib: the export again, the reference serialization, and the content
hashes of all nodes in document order, separated by tabs.
"""
import hashlib
import json
import sys

REFERENCE = ("id", "nodeType", "offset", "ttl", "priority", "cycle", "created_at_ns", "created_at_iso", "content",
             "role", "kind")


def dumps(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def sibling_key(node):
    return (node["offset"], node["created_at_ns"], node["creation_index"], node["id"])


def sort_tree(node):
    if "children" in node:
        node["children"] = sorted((sort_tree(child) for child in node["children"]), key=sibling_key)
    return node


def reference(node):
    fields = {name: node[name] for name in REFERENCE if name in node}
    if "children" in node:
        fields["children"] = [reference(child) for child in node["children"]]
    return fields


def content_hash(node):
    hashed = {name: node.get(name, "") for name in ("content", "kind", "role")}
    for name, value in node.items():
        if name.startswith(("content_", "data_")) and name != "content_hash":
            hashed[name] = value
    return hashlib.sha256(dumps(hashed).encode("utf-8")).hexdigest()


def hashes(node):
    yield content_hash(node)
    for child in node.get("children", ()):
        yield from hashes(child)


for line in sys.stdin.buffer:
    snapshot = json.loads(line.decode("utf-8"))
    sort_tree(snapshot["root"])
    products = [dumps(snapshot), dumps(reference(snapshot["root"])), ",".join(hashes(snapshot["root"]))]
    sys.stdout.write("\t".join(products) + "\n")
