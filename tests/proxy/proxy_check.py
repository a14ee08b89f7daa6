#!/usr/bin/env python3
"""The recording proxy: a client sees what it sees without it, and what is recorded is what was sent.

    proxy_check.py LATEWOOD_BINARY
"""
import ctypes
import ctypes.util
import gzip
import json
import os
import sqlite3
import subprocess
import sys
import threading
import time
import zlib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from proxy_process import (APIS, GEMINI_STREAM, KEY, Proxy, Talk, ask, check_no_secret, expect, latewood, request_bytes,
                           user)
from server_process import in_new_folder, wait_until
from fake_vendor import FakeVendor


def both_ways(vendor, proxy, api, body, headers=(), **options):
    """The same request without and with the proxy: the answers, and the requests that the vendor got."""
    _, prefix, at_vendor, path, _ = api
    seen = []
    for port, start in ((vendor.port, at_vendor), (proxy.port, prefix)):
        seen.append(ask(port, request_bytes(start + path, port, body, headers=headers), **options))
    return seen, vendor.received[-2:]


def expect_same(vendor, proxy, api, body, headers=(), claim="", **options):
    seen, received = both_ways(vendor, proxy, api, body, headers, **options)
    name = f"{api[0]} {claim} {dict(headers).get('x-scenario', '')}"
    expect(seen[0] == seen[1], f"{name}: the client sees the same", f"{seen[0]}\n{seen[1]}")
    direct, through = received
    own = [[pair for pair in each.headers if pair[0].lower() not in ("host", "connection")] for each in received]
    clean = [[(a, b.strip()) for a, b in each] for each in own]
    expect(clean[0] == clean[1], f"{name}: the vendor gets the same headers", clean)
    expect((direct.raw, direct.target, direct.method) == (through.raw, through.target, through.method),
           f"{name}: the vendor gets the same body", f"{direct.target} {through.target}")
    return seen[1]


def history(context, operation, **arguments):
    done = latewood("call", operation, json.dumps({"context": context, **arguments}))
    expect(done.returncode == 0, f"{operation} of {context}", done.stdout + done.stderr)
    return json.loads(done.stdout)


def rendered(call, profile):
    return json.loads(history(call["context"], "render", profile=profile, at=call["commit_id"])["request"])


def check_answers(vendor, proxy):
    """Every API, whole and streamed, good and bad."""
    for api in APIS:
        body = api[4]("Which tree?")
        for scenario in ("plain", "tools", "zipped", "busy", "overloaded", "wrong_key", "silent", "until_close", "early"):
            expect_same(vendor, proxy, api, body, [("x-scenario", scenario)])
        stream_api = GEMINI_STREAM if api[0] == "gemini" else api
        streamed = body if api[0] == "gemini" else {**body, "stream": True}
        for scenario in ("plain", "tools", "dies"):
            seen = expect_same(vendor, proxy, stream_api, streamed, [("x-scenario", scenario)], claim="stream")
        expect(len(seen.times) >= 2, "a stream that dies was begun")
    one = ("models", "/openai/v1", "/v1", "/models?limit=2&key=" + KEY, None)
    for method in ("GET", "HEAD", "DELETE"):
        for port, start in ((vendor.port, one[2]), (proxy.port, one[1])):
            talk = Talk(port)
            talk.send(request_bytes(start + one[3], port, None, method=method))
            head = talk.stream.until(b"\r\n\r\n")
            expect(head.startswith(b"HTTP/1.1 200 OK"), f"{method} of an unknown path passes", head)
            talk.close()
        expect(vendor.received[-1].target == vendor.received[-2].target, "the target is the same")


def check_record(proxy, count):
    calls = proxy.calls(count)
    expect(len(calls) == count, f"{count} calls are recorded, and no others", len(calls))
    for call in calls:
        expect(call["recorded"], "every call is recorded", call)
        expect(call["difference"] is None, "what was recorded renders to what was sent", call)
    by = {}
    for call in calls:
        by.setdefault((call["vendor"], call["status"], call["attempt"]), []).append(call)
    for vendor in ("openai", "anthropic", "gemini"):
        good = by[(vendor, 200, "completed")]
        expect(all(call["tokens"]["cached"] == 64 for call in good), "the vendor's cache counters", good)
        expect(by[(vendor, 429, "error")][0]["error"].startswith("HTTP 429"), "a refusal", by)
        expect((vendor, 529, "error") in by and (vendor, 0, "error") in by and (vendor, 401, "error") in by, "failures",
               list(by))
    return calls


def check_conversation(vendor, proxy):
    """Turns of one conversation are commits of one context; the reply waits for the next request."""
    start = len(proxy.calls(0))
    for api, profile in zip(APIS, ("openai", "openai-responses", "anthropic", "gemini")):
        first = api[4]("Is it old?")
        name = {"chat": "messages", "responses": "input", "messages": "messages", "gemini": "contents"}[api[0]]
        said = list(first[name])
        if api[0] == "gemini":
            reply, next_one = {"role": "model", "parts": [{"text": "An oak."}]}, {"role": "user", "parts": [{"text": "Why?"}]}
        else:
            reply, next_one = {"role": "assistant", "content": "An oak."}, user("Why?")
        headers = [("x-latewood-context", "talk/" + api[0])]
        ask(proxy.port, request_bytes(api[1] + api[3], proxy.port, first, headers=headers))
        second = {**first, name: said + [reply, next_one]}
        ask(proxy.port, request_bytes(api[1] + api[3], proxy.port, second, headers=headers))
        expect(not any(header.startswith("x-latewood") for header, _ in vendor.received[-1].headers),
               "headers for the proxy do not go on")
        start += 2
        one, two = proxy.calls(start)[-2:]
        expect(one["context"] == two["context"] == "talk/" + api[0], "the header names the context", (one, two))
        expect((one["decision"], two["decision"]) == ("first", "append"), "the second request appends", (one, two))
        expect(two["prefix"]["cause"] == "appended_only" and two["prefix"]["kept_per_mille"] == 1000,
               "the kept prefix beside the vendor's counters", two)
        attempts = history(one["context"], "attempts")["attempts"]
        expect([each["status"] for each in attempts] == ["completed"] * 2, "one attempt for each call", attempts)
        expect(attempts[1]["token_cached"] == 64 and attempts[1]["profile"].startswith(profile), "its facts",
               attempts[1])
        text = json.dumps(rendered(two, profile))
        expect(text.count("An oak.") == 1 and "Why?" in text, "the reply is there once", text)
        expect(latewood("verify", "--context", one["context"]).returncode == 0, "the history verifies")


def check_bodies(vendor, proxy):
    """Compressed bodies, chunks, and a request of 50 MB."""
    api = APIS[2]
    data = json.dumps(api[4]("Compressed?")).encode()
    count = len(proxy.calls(0))
    compressor = zlib.compressobj()
    coded = [("gzip", gzip.compress(data)), ("deflate", compressor.compress(data) + compressor.flush())]
    library = ctypes.util.find_library("zstd")
    if library:
        zstd = ctypes.CDLL(library)
        zstd.ZSTD_compress.restype = ctypes.c_size_t
        room = ctypes.create_string_buffer(len(data) + 1024)
        size = zstd.ZSTD_compress(room, ctypes.c_size_t(len(room)), data, ctypes.c_size_t(len(data)), 3)
        coded.append(("zstd", room.raw[:size]))
    for encoding, body in coded:
        headers = [("Content-Encoding", encoding), ("x-latewood-context", "coded/" + encoding)]
        seen = ask(proxy.port, request_bytes(api[1] + api[3], proxy.port, body, headers=headers + [("x-scenario", "busy")]))
        expect(seen.first == b"HTTP/1.1 429 Too Many Requests", "a body that is coded goes through", seen)
        expect(vendor.received[-1].raw == body, "as it is")
        count += 1
        call = proxy.calls(count)[-1]
        expect(call["recorded"] and call["difference"] is None, f"a request in {encoding} is recorded", call)
        expect("Compressed?" in json.dumps(rendered(call, "anthropic")), "decoded")
    bomb = gzip.compress(b" " * (300 << 20))
    seen = ask(proxy.port, request_bytes(api[1] + api[3], proxy.port, bomb, headers=[("Content-Encoding", "gzip"),
                                                                                  ("x-scenario", "busy")]))
    count += 1
    call = proxy.calls(count)[-1]
    expect(seen.is_whole and not call["recorded"] and "bytes" in call["error"], "a bomb passes and is not decoded", call)
    chunks = b"%x;a=b\r\n" % 10 + data[:10] + b"\r\n%x\r\n" % (len(data) - 10) + data[10:] + b"\r\n0\r\nTrailer: x\r\n\r\n"
    chunks = chunks.replace(b"Trailer: x\r\n", b"")
    seen, received = both_ways(vendor, proxy, api, chunks, [("Transfer-Encoding", "chunked")])
    expect(seen[0] == seen[1] and received[0].raw == received[1].raw, "chunks pass as they are", received[1].raw)
    count += 1
    expect(proxy.calls(count)[-1]["difference"] is None, "and are recorded")
    large = api[4]("tree " * 10_000_000)
    seen, received = both_ways(vendor, proxy, api, large)
    expect(seen[0] == seen[1] and received[0].raw == received[1].raw, "50 MB pass")
    count += 1
    call = proxy.calls(count, seconds=300)[-1]
    expect(call["recorded"] and call["difference"] is None, "and are recorded", call)


def check_clients(vendor, proxy):
    """Readers that are slow, clients that leave, two requests behind each other, keep-alive."""
    api = APIS[0]
    count = len(proxy.calls(0))
    body = {**api[4]("Much?"), "stream": True}
    expect_same(vendor, proxy, api, body, [("x-scenario", "large")], claim="slow reader", is_slow=True)
    count += 1
    expect(proxy.calls(count, seconds=120)[-1]["attempt"] == "completed", "a long stream is recorded")
    talk = Talk(proxy.port)
    talk.send(request_bytes(api[1] + api[3], proxy.port, body, headers=[("x-scenario", "hangs")]))
    expect(talk.stream.until(b"chatcmpl-1") is not None, "the stream begins")
    lost = len(vendor.lost)
    talk.close()
    wait_until(lambda: len(vendor.lost) > lost, "the vendor learns that the client left")
    count += 1
    expect(proxy.calls(count)[-1]["attempt"] == "canceled", "the attempt is canceled", proxy.calls(count)[-1])
    talk = Talk(proxy.port)
    opened = vendor.opened
    sent = request_bytes(api[1] + api[3], proxy.port, api[4]("One?"))
    for _ in range(3):
        talk.send(sent)
        expect(talk.answer().is_whole, "an answer")
    talk.send(sent + sent)
    expect(talk.answer().is_whole and talk.answer().is_whole, "two requests at once")
    talk.close()
    expect(vendor.opened == opened + 1, "connections are kept", vendor.opened - opened)
    count += 5
    expect([call["decision"] for call in proxy.calls(count)[-4:]] == ["retry"] * 4, "equal requests are retries")
    old = ask(proxy.port, request_bytes(api[1] + api[3], proxy.port, api[4]("Old?"), version="HTTP/1.0"))
    expect(old.is_whole and old.first.endswith(b"200 OK"), "a client of HTTP/1.0", old)
    proxy.calls(count + 1)


def check_side_by_side(vendor, proxy):
    """Many conversations at a time."""
    api = APIS[2]
    count = len(proxy.calls(0))

    def talk(number):
        said = [user(f"I am {number}")]
        for turn in range(4):
            body = {**api[4](), "messages": said, "stream": turn % 2 == 0}
            expect(ask(proxy.port, request_bytes(api[1] + api[3], proxy.port, body,
                                                 headers=[("x-latewood-session", f"s{number}")])).is_whole, "an answer")
            said = said + [{"role": "assistant", "content": "An oak."}, user(f"turn {turn}")]

    threads = [threading.Thread(target=talk, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    calls = proxy.calls(count + 32)[count:]
    by = {}
    for call in calls:
        by.setdefault(call["context"], []).append(call["decision"])
    expect(by == {f"session/s{number}": ["first"] + ["append"] * 3 for number in range(8)}, "each has its own line", by)


def check_locked_store(vendor):
    """The store is locked while calls are made: clients notice nothing, and the calls are recorded later."""
    api = APIS[2]
    with Proxy(vendor, log="locked.jsonl", store="locked.db") as proxy:
        ask(proxy.port, request_bytes(api[1] + api[3], proxy.port, api[4]("Before?")))
        proxy.calls(1)
        lock = sqlite3.connect("locked.db", isolation_level=None)
        lock.execute("begin immediate")
        start = time.monotonic()
        seen = expect_same(vendor, proxy, api, api[4]("During?"))
        expect(seen.is_whole and time.monotonic() - start < 5, "the call does not wait", time.monotonic() - start)
        lock.execute("rollback")
        lock.close()
        call = proxy.calls(2)[-1]
        expect(call["recorded"] and call["difference"] is None, "it is recorded when the store is free", call)
        proxy.stop()


def check_strict(vendor):
    """A strict proxy passes nothing on that it cannot record."""
    api = APIS[0]
    with Proxy(vendor, "--strict", log="strict.jsonl", store="strict.db") as proxy:
        for body in (api[4]("Good?"), {**api[4]("Good?"), "stream": True}):
            expect_same(vendor, proxy, api, body)
        proxy.calls(2)
        count = len(vendor.received)
        seen = ask(proxy.port, request_bytes(api[1] + api[3], proxy.port, b'{"model":"m","messages":7}'))
        expect(seen.first.split()[1] in (b"400", b"422") and len(vendor.received) == count, "no request", seen)
        seen = ask(proxy.port, request_bytes("/openai/v1/models", proxy.port, None, method="GET"))
        expect(seen.first == b"HTTP/1.1 200 OK", "calls that are not recorded pass", seen)
        proxy.stop()


def check_refusals(vendor):
    """Hosts, pages of other sites, tokens, addresses that are not there."""
    api = APIS[0]
    with Proxy(vendor, log="refusals.jsonl") as proxy:
        good = request_bytes(api[1] + api[3], proxy.port, api[4]())
        count = len(vendor.received)

        def refused(data, status, rule):
            seen = ask(proxy.port, data)
            expect(seen.first.split()[1] == status and json.loads(seen.body)["code"] == rule, rule, seen)

        refused(good.replace(b"Host: 127.0.0.1", b"Host: evil.example"), b"421", "E_HOST_REFUSED")
        refused(request_bytes(api[1] + api[3], proxy.port, api[4](), headers=[("Origin", "https://evil.example")]), b"403",
                "E_ORIGIN_REFUSED")
        refused(request_bytes(api[1] + api[3], proxy.port, api[4](), headers=[("x-latewood-token", "lw_no")]), b"401",
                "E_TOKEN_INVALID")
        for name in (".latewood", "a" * 300):
            refused(request_bytes(api[1] + api[3], proxy.port, api[4](), headers=[("x-latewood-context", name)]), b"400",
                    "E_REQUEST_INVALID")
        refused(request_bytes("/v1/contexts", proxy.port, None, method="GET"), b"404", "E_ROUTE_UNKNOWN")
        reader = json.loads(latewood("token", "new", "--scope", "read", "--json").stdout)["token"]
        refused(request_bytes(api[1] + api[3], proxy.port, api[4](), headers=[("x-latewood-token", reader)]), b"403",
                "E_SCOPE")
        expect(len(vendor.received) == count, "nothing of it went on")
        made = latewood("token", "new", "--scope", "proxy", "--context-prefix", "team/", "--as", "ann", "--json")
        token = [("x-latewood-token", json.loads(made.stdout)["token"])]
        refused(request_bytes(api[1] + api[3], proxy.port, api[4](), headers=token + [("x-latewood-context", "other")]),
                b"403", "E_SCOPE")
        seen = ask(proxy.port, request_bytes(api[1] + api[3], proxy.port, api[4]("Mine?"), headers=token))
        expect(seen.is_whole, "a token with the scope proxy", seen)
        call = proxy.calls(1)[-1]
        expect(call["context"].startswith("team/"), "its contexts", call)
        expect(history(call["context"], "log")["commits"][0]["actor"] == "ann", "its actor")
        proxy.stop()
    vendor_gone = FakeVendor()
    vendor_gone.close()
    with Proxy(vendor_gone, log="gone.jsonl") as proxy:
        seen = ask(proxy.port, request_bytes(api[1] + api[3], proxy.port, api[4]()))
        expect(seen.first == b"HTTP/1.1 502 Bad Gateway", "a vendor that is not there", seen)
        proxy.stop()
    done = latewood("proxy", "--listen", "0.0.0.0:0", "--check", store="new.db")
    expect(done.returncode != 0 and "TLS" in done.stderr, "listening beyond the machine needs TLS", done.stderr)
    for option in ("oak=http://x", "openai=ftp://x", "openai", "openai=http://"):
        done = latewood("proxy", "--upstream", option, "--listen", "127.0.0.1:0", "--check", store="new.db")
        expect(done.returncode != 0 and "E_OPTION_INVALID" in done.stderr, option, done.stderr)


def check_tls():
    """A vendor with a certificate that only --ca trusts."""
    import ssl
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-keyout", "v.key", "-out", "v.pem", "-days", "2", "-subj", "/CN=localhost", "-addext",
                    "subjectAltName=DNS:localhost"], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain("v.pem", "v.key")
    vendor = FakeVendor(tls=context)
    api = APIS[2]
    with Proxy(vendor, "--ca", "v.pem", log="tls.jsonl") as proxy:
        talk = Talk(proxy.port)
        for stream in (True, False, True):
            talk.send(request_bytes(api[1] + api[3], proxy.port, {**api[4]("Safe?"), "stream": stream}))
            seen = talk.answer()
            expect(seen.is_whole and seen.first == b"HTTP/1.1 200 OK", "an answer by TLS", seen)
        talk.close()
        proxy.calls(3)
        proxy.stop()
    with Proxy(vendor, log="tls2.jsonl") as proxy:
        seen = ask(proxy.port, request_bytes(api[1] + api[3], proxy.port, api[4]()))
        expect(seen.first == b"HTTP/1.1 502 Bad Gateway", "a certificate that is not trusted", seen)
        proxy.stop()
    vendor.close()


def check():
    vendor = FakeVendor()
    with Proxy(vendor) as proxy:
        check_answers(vendor, proxy)
        check_record(proxy, len(APIS) * 12)
        check_conversation(vendor, proxy)
        check_bodies(vendor, proxy)
        check_clients(vendor, proxy)
        check_side_by_side(vendor, proxy)
        expect(proxy.metric("latewood_calls_different_total") == 0, "no difference")
        expect(proxy.metric("latewood_calls_unrecorded_total") == 1, "the bomb alone was not recorded")
        proxy.stop()
    done = latewood("fsck")
    expect(done.returncode == 0, "the store is sound", done.stdout + done.stderr)
    check_locked_store(vendor)
    check_strict(vendor)
    check_refusals(vendor)
    check_tls()
    check_no_secret()
    vendor.close()


in_new_folder(check)
