"""The loop of an agent with a tool: request, send, complete, commit, until the model needs no tool any more.

    python agent_loop.py [STORE]
"""

from __future__ import annotations

import json
import sys

import latewood
import vendor


def measure(tree: str) -> str:
    return "21 m" if tree == "oak" else "unknown"


TOOLS = {"measure": measure}


def answer(ctx: latewood.Context, question: str) -> str:
    """Asks until there is an answer; every call to the model is one cycle."""
    ctx.append([{"role": "user", "content": question}])
    while True:
        request = ctx.request("openai", model="large")
        try:
            response = vendor.create(**request)
        except Exception as fault:
            ctx.cancel(request, str(fault))  # The cycle goes on as if the call had not been.
            raise
        ctx.complete(response, attempt=request)
        ctx.commit(question)
        message = response["choices"][0]["message"]
        if not message.get("tool_calls"):
            return str(message["content"])
        for call in message["tool_calls"]:
            arguments = json.loads(call["function"]["arguments"])
            result = TOOLS[call["function"]["name"]](**arguments)
            ctx.append([{"role": "tool", "tool_call_id": call["id"], "content": result}])


def main(store: str) -> None:
    with latewood.open(store, actor="agent") as repo:
        ctx = repo.context("main")
        ctx.system("You measure trees.")
        ctx.tool({"name": "measure", "description": "Measures a tree.", "parameters": {
            "type": "object", "properties": {"tree": {"type": "string"}}}})
        print(answer(ctx, "How tall is the oak?"))
        ctx.commit("the answer is in")  # The last reply opens this cycle.
        for attempt in ctx.attempts():
            print(attempt)
        for entry in ctx.log():
            print(entry)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "memory:")
