#!/usr/bin/env python3
"""The real clients of OpenAI and Anthropic: with the proxy they give a program exactly what they give without it.

    sdk_check.py LATEWOOD_BINARY FOLDER_OF_PACKAGES WORK_FOLDER

Exits with 77, which means skipped, where Node.js or the clients are not installed.
"""
import json
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from proxy_process import KEY, Proxy, check_no_secret, expect, latewood
from server_process import in_new_folder
from fake_vendor import FakeVendor

PACKAGES, WORK = os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[3])
CLIENTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sdk_clients.mjs")


def run(openai, anthropic):
    done = subprocess.run(["node", os.path.join(WORK, "sdk_clients.mjs"), openai, anthropic, KEY], capture_output=True,
                          text=True, timeout=240)
    expect(done.returncode == 0, "the clients run", done.stdout[-500:] + done.stderr)
    return json.loads(done.stdout)


def check():
    vendor = FakeVendor()
    direct = run(vendor.url + "/v1", vendor.url)
    first = len(vendor.received)
    with Proxy(vendor, verb=("serve", "--proxy")) as proxy:
        through = run(proxy.url + "/openai/v1", proxy.url + "/anthropic")
        expect(sorted(direct) == sorted(through) and len(direct) > 30, "all calls were made", sorted(through))
        for name in direct:
            expect(direct[name] == through[name], f"{name}: the program sees the same",
                   f"{json.dumps(direct[name])[:900]}\n{json.dumps(through[name])[:900]}")
        expect(direct["chat busy"]["headers"]["retry-after"] == "7", "the clients see what a vendor says", direct)
        expect([len(each.raw) for each in vendor.received[:first]] == [len(each.raw) for each in vendor.received[first:]],
               "the vendor gets the same requests")
        recorded = first - 1  # all but the list of models
        calls = proxy.calls(recorded)
        expect(len(calls) == recorded, "every call is recorded", (len(calls), recorded))
        for call in calls:
            expect(call["recorded"] and call["difference"] is None, "what was recorded is what was sent", call)
        for context in ("sdk/messages", "sdk/chat"):
            own = [call for call in calls if call["context"] == context]
            expect([call["decision"] for call in own] == ["first", "append"], "a loop with tools is one line", own)
        states = [call["attempt"] for call in calls]
        expect(states.count("canceled") == 2, "calls that were left", states)
        proxy.stop()
    expect(latewood("fsck").returncode == 0, "the store is sound")
    check_no_secret()
    vendor.close()


if not shutil.which("node") or not os.path.exists(os.path.join(PACKAGES, "installed.json")):
    print("sdk_check: skipped, the clients of the vendors are not installed (tools/npm_packages.sh tests/proxy)")
    sys.exit(77)
os.makedirs(WORK, exist_ok=True)
shutil.copy(CLIENTS, WORK)
link = os.path.join(WORK, "node_modules")
if not os.path.islink(link):
    os.symlink(os.path.join(PACKAGES, "node_modules"), link)
in_new_folder(check)
