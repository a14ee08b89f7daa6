"""Runs in the environment that the wheel was installed into, without the checkout on its path."""

import sys

import latewood

assert "site-packages" in latewood.__file__, latewood.__file__
with latewood.open("installed.db", actor="test") as repo:
    ctx = repo.context("main")
    ctx.add("Hello", ttl=2)
    commit = ctx.commit("first")
    assert ctx.select(".cb")[0].content == "Hello"
    assert repo.verify()
print("latewood %s on Python %s: cycle %d" % (latewood.__version__, sys.version.split()[0], commit.cycle))
