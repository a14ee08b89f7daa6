#!/usr/bin/env python3
"""`latewood serve` with TLS: good clients, clients that do not speak it, old versions, keys that do not fit.

    tls_check.py LATEWOOD_BINARY

Exits with 77, which means skipped, where the program openssl is not installed.
"""
import os
import shutil
import socket
import ssl
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from server_process import Server, Wire, expect, in_new_folder, latewood


def make_certificate(name):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-keyout", f"{name}.key", "-out", f"{name}.pem", "-days", "2", "-subj", "/CN=localhost",
                    "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"], check=True, capture_output=True)


class SafeWire(Wire):
    def __init__(self, server, context):
        super().__init__(server)
        self.socket = context.wrap_socket(self.socket, server_hostname="localhost")


def ask(server, context, body=b"{}"):
    wire = SafeWire(server, context)
    wire.send(server.request("POST", "/v1/operations/contexts", body))
    answer = wire.answer()
    wire.close()
    return answer


def check_clients(server):
    trusting = ssl.create_default_context(cafile="one.pem")
    for _ in range(20):
        expect(ask(server, trusting).status == 200, "a client that trusts the certificate")
    expect(ask(server, trusting, b" " * 300000 + b"{}").status == 200, "a body of many records")
    for sent in (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", b"\x16\x03\x01\xff\xff" + b"\0" * 600, b"\0" * 100):
        wire = server.wire()
        wire.send(sent)
        data = b""
        try:
            while piece := wire.socket.recv(4096):
                data += piece
        except ConnectionError:
            pass
        expect(b"HTTP/" not in data, "nothing is answered in the clear", data)
        wire.close()
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
    old.set_ciphers("ALL:@SECLEVEL=0")
    try:
        ask(server, old)
        sys.exit("not so: TLS 1.1 is refused")
    except (ssl.SSLError, ConnectionError, EOFError):
        pass
    silent = [socket.create_connection((server.host, server.port)) for _ in range(20)]
    cut = server.wire()
    cut.send(b"\x16\x03\x01")
    cut.close()
    expect(ask(server, trusting).status == 200, "the server lives")
    for one in silent:
        one.close()


def check_all():
    make_certificate("one")
    make_certificate("other")
    for options, said in ((["--tls-cert", "one.pem", "--tls-key", "other.key"], "key"),
                          (["--tls-cert", "none.pem", "--tls-key", "one.key"], "none.pem"),
                          (["--tls-cert", "one.pem", "--tls-key", "one.pem"], "one.pem")):
        done = latewood("serve", "--check", "--listen", "127.0.0.1:0", *options)
        expect(done.returncode == 1 and said in done.stderr, f"{options} is refused", done.stderr)
    expect(latewood("serve", "--check", "--tls-cert", "one.pem").returncode == 2, "a certificate needs its key")
    latewood("token", "new")
    done = latewood("serve", "--check", "--listen", "0.0.0.0:0", "--tls-cert", "one.pem", "--tls-key", "one.key")
    expect(done.returncode == 0, "with TLS and a token it may listen beyond the machine", done.stderr)
    with Server("--tls-cert", "one.pem", "--tls-key", "one.key") as server:
        expect(server.url.startswith("https://"), "the address says so", server.url)
        check_clients(server)
        expect(server.stop() == 0, "the server ends", server.said())


if not shutil.which("openssl"):
    print("tls_check: skipped, the program openssl is not installed")
    sys.exit(77)
in_new_folder(check_all)
