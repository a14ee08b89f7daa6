"""Retrieval with expiry: each document is in two requests and then leaves, and the history still has it.

    python retrieval_loop.py [STORE]
"""

from __future__ import annotations

import sys
from typing import List, Tuple

import latewood
import vendor

LIBRARY = {
    "soil": "Leaflet 12: compacted soil makes oaks drop leaves.",
    "mildew": "Leaflet 7: mildew shows as white spots on lower leaves.",
    "water": "Leaflet 3: young oaks need 20 litres a week in a drought.",
}


def search(question: str) -> List[Tuple[str, str]]:
    return [(name, text) for name, text in LIBRARY.items() if name in question]


def main(store: str) -> None:
    with latewood.open(store, actor="agent") as repo:
        ctx = repo.context("main")
        ctx.system("You advise on trees. Use the leaflets.")
        questions = ["Is it the soil?", "Or mildew?", "How much water, then?", "Thank you."]
        for question in questions:
            ctx.add(question, role="user")
            for name, text in search(question):
                # After the core of its turn, in this snapshot and the next.
                ctx.add(text, role="user", ttl=2, offset=1, attributes={"data_source": "leaflet:" + name})
            request = ctx.request("openai", model="large")
            ctx.complete(vendor.stream(**request), attempt=request)
            commit = ctx.commit(question)
            left = ", ".join("%s (%s)" % (ctx.at(-1)[one.id].text[:10], one.cause) for one in commit.left)
            print("cycle %d: %d bytes%s" % (commit.cycle, commit.bytes_after, "; left: " + left if left else ""))
        print("now:", [node.text[:10] for node in ctx.select(".cb[data_source]")])
        print("then:", [node.text[:10] for node in ctx.select("@c2 .cb[data_source]")])
        print(ctx.prefix(profile="openai"))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "memory:")
