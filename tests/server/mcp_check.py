#!/usr/bin/env python3
"""`POST /mcp` with the real clients of the Model Context Protocol.

    mcp_check.py LATEWOOD_BINARY FOLDER_OF_PACKAGES WORK_FOLDER

Exits with 77, which means skipped, where Node.js or the clients are not installed.
"""
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from server_process import Server, expect, in_new_folder

PACKAGES, WORK = os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[3])
CLIENTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mcp_clients.mjs")


def check():
    with Server() as server:
        done = subprocess.run(["node", os.path.join(WORK, "mcp_clients.mjs"), server.url + "/mcp", server.token],
                              capture_output=True, text=True, timeout=120)
        expect(done.returncode == 0, "the clients are content", done.stdout + done.stderr)
        server.stop()


if not shutil.which("node") or not os.path.exists(os.path.join(PACKAGES, "installed.json")):
    print("mcp_check: skipped, the clients of MCP are not installed (tools/npm_packages.sh tests/mcp)")
    sys.exit(77)
os.makedirs(WORK, exist_ok=True)
shutil.copy(CLIENTS, WORK)
link = os.path.join(WORK, "node_modules")
if not os.path.islink(link):
    os.symlink(os.path.join(PACKAGES, "node_modules"), link)
in_new_folder(check)
