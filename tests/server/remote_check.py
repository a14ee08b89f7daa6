#!/usr/bin/env python3
"""`latewood --store http://...`: every operation and every verb answers over a server as on the store itself; tokens,
TLS, Unix sockets, servers that are gone, and verbs that need the store.

    remote_check.py LATEWOOD_BINARY
"""
import json
import os
import shutil
import socket
import subprocess
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from server_process import BINARY, ENVIRONMENT, Server, expect, in_new_folder, latewood

LOGICAL = {**ENVIRONMENT, "LATEWOOD_CLOCK": "logical"}


def command(*arguments, store, environment=LOGICAL, given="", **variables):
    """Exit code, standard output, standard error."""
    done = subprocess.run([BINARY, *arguments], env={**environment, "LATEWOOD_STORE": store, **variables}, input=given,
                          capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def make_story(store):
    def run(*arguments):
        code, _, said = command(*arguments, store=store)
        expect(code == 0, f"the story: {arguments}", said)

    run("init")
    run("insert", "--system", "--role", "system", "--id", "prompt", "You are a gardener.")
    run("insert", "--role", "user", "--id", "question", "Why does the oak drop leaves in July?")
    run("insert", "--role", "assistant", "--id", "answer", "It is dry: the soil lacks water.")
    run("commit", "-m", "the question")
    run("insert", "--role", "user", "--id", "thanks", "Thanks", "--ttl", "3")
    run("commit", "-m", "politeness")
    run("tag", "start", "@t-1")
    run("branch", "other", "@t-1")
    run("event", "add", "mail", "You have mail", "--kind", "tool")
    run("pin", "question", "--holder", "planner")
    run("insert", "--role", "user", "--id", "draft", "An uncommitted thought")


# Commands of every kind. {} marks those that answer alike but for names that only the store knows.
READING = [
    "tree", "tree @t-1", "tree -n 1", "tree --working", "log", "log --graph", "log start", "show answer", "show prompt @t-1",
    "select .cb[role='user']", "select @t-1..@t0~.cb", "select --working .cb", "explain ^seq~.cb", "grep soil", "grep -i SOIL",
    "diff", "diff @t-1 @t0", "diff @t-1 @t0 --unified", "prefix @t-1 @t0", "map answer --profile openai", "why answer",
    "why --slice answer", "blame", "stats", "stats -n 1", "status", "preview --profile openai", "render --profile anthropic",
    "plan --profile openai", "report --profile openai", "branch", "tag", "context", "config", "policy", "overlaps",
    "attempt list", "event list", "event list mail", "verify", "replay", "replay --thread @t-1", "fsck", "gc --dry-run",
    "purge --dry-run question", "undo --dry-run", "export", "export --all", "doctor",
]
WRITING = [
    "insert --role user --id more More", "replace draft Better", "move draft --depth 1", "delete thanks", "pin answer",
    "unpin question --holder planner", "commit -m third", "reset", "rebase", "policy set --turns 40:30",
    "overlaps demote", "config profile anthropic", "context create planner", "context rename main garden",
    "context delete main --force", "branch try @t-1", "branch -d other", "switch other", "fork again @t-1",
    "fork --into copy @t-1", "tag good @t-1", "tag -d start", "append [{\"role\":\"user\",\"content\":\"And~the~beech?\"}]",
    "apply [{\"op\":\"insert\",\"args\":{\"role\":\"user\",\"content\":\"Hello\"}}] -m greeting",
    "request --profile openai --model large --params {\"max_tokens\":200}", "attempt begin --provider acme --model large",
    "event add mail Again", "admit --policy {\"max_events\":2}",
    "propose --proposer reviewer [{\"op\":\"delete\",\"args\":{\"nodes\":[\"answer\"]}}]", "init --context planner",
    "purge draft", "gc", "undo",
]
WRONG = [
    "show nothing", "select .cb[", "tree @t-9", "tree --context absent", "tree --branch absent", "delete nothing",
    "insert --role user --id draft twice", "tag start", "switch absent", "commit --context absent", "fork other @t-1",
    "replace prompt No", "branch -d absent", "tag -d absent",
]
# In text, what names the store or is printed by a shorter form over a server.
TEXT_DIFFERS = {"doctor", "undo", "undo --dry-run", "init --context planner"}
# Facts about the file of the store, or of its process.
FACTS_DIFFER = {"doctor", "init --context planner", "fsck"}


def words(line):
    return [word.replace("~", " ") for word in line.split(" ")]


def both(line, *options):
    """The answer of a command on a store, and over a server on a copy of it."""
    for name in ("here.db", "there.db"):
        shutil.copy("story.db", name)
    here = command(*words(line), *options, store="here.db")
    with Server(store="there.db", environment=LOGICAL) as server:
        there = command(*words(line), *options, store=server.url, LATEWOOD_TOKEN=server.token)
        server.stop()
    return here, there


def check_verbs():
    for line in READING + WRITING:
        here, there = both(line, *([] if line.startswith("export") else ["--json"]))
        expect(here[0] == 0, f"{line} succeeds", here)
        expect(here[0] == there[0], f"{line} --json: the same exit code", (here, there))
        if line not in FACTS_DIFFER:
            expect(here[1] == there[1], f"{line} --json: the same bytes", f"{here}\n{there}")
        if line in TEXT_DIFFERS:
            continue
        here, there = both(line)
        expect(here[:2] == there[:2], f"{line}: the same text", f"{here}\n{there}")
    for line in WRONG:
        here, there = both(line, "--json")
        expect(here[0] == 1, f"{line} fails", here)
        code = json.loads(here[1].splitlines()[-1])["error"]["code"] if here[1].strip() and here[0] else ""
        expect(here[0] == there[0], f"{line}: the same exit code", (here, there))
        expect(json.loads(there[1].splitlines()[-1])["error"]["code"] == code, f"{line}: the same code", (here, there))


def check_rows():
    """Every operation by `call` and by `call -`."""
    rows = json.loads(command("schema", store="story.db")[1])["operations"]
    for name in ("here.db", "there.db"):
        shutil.copy("story.db", name)
    with Server(store="there.db", environment=LOGICAL) as server:
        reading = [row for row in rows if row["scope"] == "read" and row["name"] not in ("doctor", "fsck")]
        expect(len(reading) > 30, "there are operations", len(reading))
        lines = "".join(json.dumps({"op": row["name"], "args": json.loads(row["example"]) if isinstance(row["example"], str)
                                    else row["example"]}) + "\n" for row in reading)
        lines += '{"op":"select"}\n{"op":"absent"}\n{"op":"tree","args":[]}\n{"args":{}}\nnot JSON\n{"op":"tree","x":1}\n'
        here = command("call", "-", store="here.db", given=lines)
        there = command("call", "-", store=server.url, given=lines, LATEWOOD_TOKEN=server.token)
        for asked, local, remote in zip(lines.splitlines(), here[1].splitlines(), there[1].splitlines()):
            expect(local == remote, f"`call -` {asked}", f"{local}\n{remote}")
        expect(len(here[1].splitlines()) == len(there[1].splitlines()), "a line for each line", there)
        server.stop()
    for row in rows:
        if row["scope"] == "read" or row["name"] in ("backup", "init", "fsck"):
            continue
        arguments = row["example"] if isinstance(row["example"], str) else json.dumps(row["example"])
        here, there = both("call " + row["name"], arguments)
        expect(here[:2] == there[:2], f"`call {row['name']}`", f"{here}\n{there}")


def check_imports():
    with open("chat.json", "w") as file:
        file.write('[{"role":"user","content":"Hello"},{"role":"assistant","content":"Hi"}]')
    latewood("export", "--bundle", "story.lwb", store="story.db")
    latewood("init", store="empty.db")
    with Server(store="empty.db", environment=LOGICAL) as server:
        def run(*arguments):
            return command(*arguments, store=server.url, LATEWOOD_TOKEN=server.token)

        code, out, said = run("import", "--log", "openai", "chat.json")
        expect(code == 0 and "2 commits" in out + said, "a log is sent as text", out + said)
        code, out, said = run("import", "story.lwb", "--context", "story")
        expect(code == 0, "a bundle is sent as base64", out + said)
        def commits(*place, store):
            return [json.loads(line)["commit_id"] for line in command("log", "--json", *place, store=store)[1].splitlines()]

        there = commits("--context", "story", store="empty.db")
        expect(there and there == commits(store="story.db"), "its commits are the same", there)
        code, out, said = run("import", "--log", "claude-code", "chat.json")
        expect(code == 1 and "E_STORE_REMOTE" in said, "session logs need the store", said)
        code, out, said = run("doctor")
        expect(out.startswith("store " + server.url), "doctor names the server", out)


def check_defaults():
    shutil.copy("story.db", "there.db")
    with Server(store="there.db", environment=LOGICAL) as server:
        def run(*arguments, **variables):
            return command(*arguments, store=server.url, LATEWOOD_TOKEN=server.token, **variables)

        run("context", "create", "planner")
        code, out, said = run("insert", "--json", "--role", "user", "Hello", LATEWOOD_CONTEXT="planner", LATEWOOD_ACTOR="robot")
        expect(code == 0, "LATEWOOD_CONTEXT is used", said)
        run("commit", "--context", "planner")
        expect("Hello" in run("tree", "--context", "planner")[1], "--context is used")
        expect('"actor":"robot"' in run("log", "--json", LATEWOOD_CONTEXT="planner")[1] or
               "robot" in run("blame", "--json", LATEWOOD_CONTEXT="planner")[1], "LATEWOOD_ACTOR is used")
        expect("Hello" not in run("tree")[1], "the default is the context of the store")
        run("config", "context", "planner")
        expect("Hello" in run("tree")[1], "the settings of the store hold")
        code, out, _ = run("insert", "--system", "--role", "system", "--json", "You plan.")
        expect(code == 0, "--system is sent", out)
        code, out, _ = run("insert", "--role", "system", "--parent", "^sys", "--json", "x")
        expect(code != 0, "without --system system text is refused", out)
        expect('"max_tokens":7' in run("request", "--model", "m", "--params", '{"max_tokens":7}', "--json",
                                       LATEWOOD_PROFILE="openai")[1].replace("\\", ""), "LATEWOOD_PROFILE is used")
        server.stop()


def check_tokens():
    shutil.copy("story.db", "there.db")
    made = [json.loads(latewood("token", "new", "--json", *options, store="there.db").stdout)
            for options in (("--scope", "read"), ("--scope", "write", "--context-prefix", "team-"))]
    with Server(store="there.db", environment=LOGICAL) as server:
        def run(token, *arguments, **variables):
            code, out, said = command(*arguments, store=server.url, LATEWOOD_TOKEN=token, **variables)
            errors = [json.loads(line)["error"]["code"] for line in out.splitlines() if line.startswith('{"error"')]
            return code, errors[0] if errors else "", said

        expect(run("", "tree", "--json")[:2] == (1, "E_TOKEN_INVALID"), "no token", run("", "tree", "--json"))
        for wrong in ("x", "lw_" + "0" * 12 + "_" + "0" * 64):
            code, name, said = run(wrong, "status", "--json")
            expect((code, name) == (1, "E_TOKEN_INVALID") and "LATEWOOD_TOKEN" in said, "a wrong token", said)
            expect("LATEWOOD_TOKEN" in run(wrong, "status")[2] and wrong not in run(wrong, "status")[2], "in text too")
        expect(run("two words", "tree", "--json")[1] == "E_OPTION_INVALID", "no token at all")
        expect(run(made[0]["token"], "tree")[0] == 0, "a token that reads may read")
        expect(run(made[0]["token"], "insert", "--json", "x")[1] == "E_SCOPE", "it may not write")
        for verb in (["tree"], ["tree", "--json"], ["status"]):
            code, _, said = run(made[1]["token"], *verb)
            expect(code == 1 and "E_SCOPE" in said, f"a narrowed token sees nothing else: {verb}", said)
        expect(run(made[1]["token"], "context", "create", "team-one")[0] == 0, "but what it is for")
        expect(run(made[1]["token"], "tree", "--context", "team-one")[0] == 0, "and reads it")
        expect(run(server.token, "tree", "--context", ".latewood")[0] == 1, "the context of tokens is closed")
        with open("token.txt", "w") as file:
            file.write(made[0]["token"] + "\n")
        expect(run("", "tree", LATEWOOD_TOKEN_FILE="token.txt")[0] == 0, "a token from a file")
        code, _, said = run("", "tree", LATEWOOD_TOKEN_FILE="absent.txt")
        expect(code == 1 and "absent.txt" in said, "a file that is not there", said)
        server.stop()
        code, out, said = command("tree", "--json", store=server.url, LATEWOOD_TOKEN=server.token)
        expect(code == 1 and json.loads(out)["error"]["kind"] == "Unavailable", "a server that is gone", out)
        code, out, said = command("tree", store=server.url, LATEWOOD_TOKEN=server.token)
        expect(code == 1 and "cannot reach the server" in said and not out, "in text too", said)


def check_refusals():
    for verb in (["serve"], ["proxy"], ["mcp"], ["token", "list"], ["token", "new"], ["backup", "copy.db"]):
        code, out, said = command(*verb, store="http://127.0.0.1:9")
        expect(code == 1 and "E_STORE_REMOTE" in said, f"{verb} needs the store", (code, out, said))
    for url in ("http://", "http://user:secret@localhost:1", "https://localhost:x", "http://localhost:1/?q", "unix:",
                "http://local host:1", "http://localhost:99999"):
        code, out, said = command("tree", store=url)
        expect(code == 1 and "E_OPTION_INVALID" in said and "secret" not in said, f"{url} is no address", said)


class Stub:
    """A server that answers every request with the same bytes, then closes."""

    def __init__(self, answer):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.answer = answer
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            client, _ = self.listener.accept()
            client.recv(65536)
            client.sendall(self.answer)
            client.close()


def check_foreign_servers():
    for answer in (b"", b"HTTP/1.1 200", b"SSH-2.0-x\r\n", b"HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno",
                   b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n",
                   b"HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nContent-Length: 9\r\n\r\n<b>\x1b[31m",
                   b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"):
        stub = Stub(answer)
        for verb in (["tree", "--json"], ["tree"], ["insert", "--role", "user", "x", "--json"]):
            code, out, said = command(*verb, store=stub.url, LATEWOOD_TOKEN="x")
            expect(code == 1 and "\x1b" not in out + said and "error[" in said, f"{answer} {verb}", (code, out, said))
    expect("E_OUTCOME_UNKNOWN" in command("insert", "x", store=Stub(b"").url)[2], "a write whose answer is lost")
    expect("E_OUTCOME_UNKNOWN" not in command("log", "--json", store=Stub(b"").url)[2], "a read can be repeated")


def check_sockets():
    shutil.copy("story.db", "there.db")
    with Server(store="there.db", listen="unix:lw.sock", environment=LOGICAL) as server:
        for options in ([], ["--json"]):
            here = command("tree", *options, store="story.db")
            there = command("tree", *options, store="unix:lw.sock", LATEWOOD_TOKEN=server.token)
            expect(here == there, "over a Unix socket", (here, there))
        server.stop()


def check_tls():
    if not shutil.which("openssl"):
        print("remote_check: no openssl here, TLS is not tried")
        return
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-keyout", "key.pem", "-out", "cert.pem", "-days", "2", "-subj", "/CN=localhost",
                    "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)
    shutil.copy("story.db", "there.db")
    with Server("--tls-cert", "cert.pem", "--tls-key", "key.pem", store="there.db", environment=LOGICAL) as server:
        named = f"https://localhost:{server.port}"
        here = command("tree", "--json", store="story.db")
        there = command("tree", "--json", store=named, LATEWOOD_TOKEN=server.token, LATEWOOD_CA_FILE="cert.pem")
        expect(here == there, "over TLS", (here, there))
        code, _, said = command("tree", store=named, LATEWOOD_TOKEN=server.token)
        expect(code == 1 and "certificate verify failed" in said, "an unknown certificate is refused", said)
        code, _, said = command("tree", store=server.url, LATEWOOD_TOKEN=server.token, LATEWOOD_CA_FILE="cert.pem")
        expect(code == 1 and "cannot reach" in said, "a certificate for another name is refused", said)
        code, _, said = command("tree", store=named, LATEWOOD_TOKEN=server.token, LATEWOOD_CA_FILE="absent.pem")
        expect(code == 1 and "absent.pem" in said, "a file that is not there", said)
        code, _, said = command("tree", store=named.replace("https", "http"), LATEWOOD_TOKEN=server.token)
        expect(code == 1, "nothing is said in the clear", said)
        server.stop()


def check():
    make_story("story.db")
    check_refusals()
    check_foreign_servers()
    check_sockets()
    check_tls()
    check_tokens()
    check_imports()
    check_defaults()
    check_rows()
    check_verbs()


in_new_folder(check)
