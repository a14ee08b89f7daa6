"""What did the agent see when it gave that answer, and why? A notebook-like look at a finished run.

    python explain_yesterday.py [STORE]      STORE: a run of retrieval_loop.py; default: makes one
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import latewood
import retrieval_loop


def explain(store: str) -> None:
    with latewood.open(store, read_only=True) as repo:
        ctx = repo.context("main", create=False)
        assert repo.verify(), "the history is damaged"
        for entry in ctx.log():
            print(entry)

        # The exact request of the second cycle, and what came in and went out since.
        then = ctx.at("@c2")
        print(then.render_text("openai"))
        print(then.diff(0))

        # A leaflet that was there and is not any more.
        gone = next(node for node in then if node.id not in ctx.latest())
        print(gone)
        print(ctx.why(gone))

        # When did the cache of the provider lose its prefix, and by what?
        for cycle in range(2, ctx.latest().cycle + 1):
            print(ctx.prefix("@c%d" % (cycle - 1), "@c%d" % cycle, profile="openai"))
        for hit in ctx.grep("leaflet", ignore_case=True, moment="@c1..@t0"):
            print("cycle %d, %s: %s" % (hit["cycle"], hit["id"], hit["text"]))


def main() -> None:
    if len(sys.argv) > 1:
        explain(sys.argv[1])
        return
    with tempfile.TemporaryDirectory() as folder:
        store = str(Path(folder) / "yesterday.db")
        retrieval_loop.main(store)
        explain(store)


if __name__ == "__main__":
    main()
