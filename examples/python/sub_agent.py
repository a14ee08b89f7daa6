"""A sub-agent works on a fork: it sees what the agent saw, makes a mess of its own, and hands back one paragraph.

    python sub_agent.py [STORE]
"""

from __future__ import annotations

import sys

import latewood
import vendor


def investigate(ctx: latewood.Context, task: str) -> str:
    """Works on a branch of its own; the branch of the agent does not change."""
    own = ctx.fork("task/roots", at=0)
    own.add(task, role="user")
    for step in range(3):
        own.add("Probe %d: density high." % step, role="tool", ttl=1)
        request = own.request("openai", model="small")
        own.complete(vendor.create(**request), attempt=request)
        own.commit("probe %d" % step)
    own.commit("the report is in")
    return own.select(".cb[role='assistant']")[-1].text


def main(store: str) -> None:
    with latewood.open(store, actor="agent") as repo:
        ctx = repo.context("main")
        ctx.add("Why does the oak drop leaves in July?", role="user")
        before = ctx.commit("the question")
        report = investigate(ctx, "Look at the roots.")
        assert ctx.latest().commit_id == before.id
        note = ctx.add(report, role="assistant", provenance="task/roots")
        ctx.commit("the report of the sub-agent")
        print("%s, from %s" % (note.text, note.provenance))
        print("main has %d blocks, the fork %d" % (len(ctx.latest().ids()), len(ctx.at("task/roots").ids())))
        print(ctx.diff("main", "task/roots"))
        ctx.tag("investigated")
        ctx.delete_branch("task/roots")  # Its commits stay until they are collected.


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "memory:")
