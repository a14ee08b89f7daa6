"""Life in a host process: threads, forks, signals, callbacks, garbage, asyncio."""

import asyncio
import gc
import os
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor

import pytest

import latewood
import latewood.aio


def test_a_pool_of_threads(repo):
    ctx = repo.context("main")

    def work(number):
        for step in range(20):
            ctx.add("x", id="n%d-%d" % (number, step))
            if step % 5 == 4:
                ctx.commit()
            ctx.select(".cb", working=True)
        return number

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(work, range(8))) == list(range(8))
    ctx.commit()
    assert len(ctx.select(".cb")) == 160 and repo.verify()


FORK = """
import os, sys, latewood
repo = latewood.open("fork.db"); ctx = repo.context("main"); ctx.add("x", id="x"); ctx.commit(); snap = ctx.latest()
child = os.fork()
if child == 0:
    try:
        for call in (lambda: ctx.add("y"), lambda: snap.nodes(), lambda: ctx.select(".cb"), lambda: repo.context("z")):
            try:
                call()
                os._exit(3)
            except latewood.Unsupported as error:
                assert "fork" in error.message and error.hint, error
        del snap, ctx
        repo.close(); del repo
        again = latewood.open("fork.db").context("main")
        again.add("z", id="z"); again.commit()
        os._exit(0)
    except BaseException:
        import traceback; traceback.print_exc()
        os._exit(4)
assert os.waitpid(child, 0)[1] == 0
assert [n.id for n in ctx.select(".cb")] == ["x", "z"], ctx.select(".cb")
assert repo.verify()
"""


def test_a_fork_gets_an_error_and_harms_nothing(run_python):
    done = run_python(FORK)
    assert (done.returncode, done.stderr) == (0, b"")


INTERRUPT = """
import os, signal, sys, threading, time, latewood
repo = latewood.open("long.db"); ctx = repo.context("main")
for number in range(400): ctx.add("block %d" % number); ctx.commit()
def press():
    time.sleep(0.3)
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=press, daemon=True).start()
try:
    while True: repo.verify()
except KeyboardInterrupt:
    pass
assert ctx.commit().cycle == 401
"""


def test_ctrl_c_ends_long_work(run_python):
    done = run_python(INTERRUPT)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_an_exception_of_the_progress_ends_the_call(ctx):
    for _ in range(50):
        ctx.commit()

    def stop(done, all):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        ctx.repository.verify(progress=stop)
    assert ctx.repository.verify()


# ---- callbacks ----


def budget(ctx):
    ctx.set_policy({"tokens": {"trigger": 6, "target": 3}})


@pytest.fixture(params=["memory", "sqlite"])
def url(request, tmp_path):
    return "memory:" if request.param == "memory" else str(tmp_path / "t.db")


def test_tokens_are_counted_by_python(url):
    counted = []

    def count(text):
        counted.append(text)
        return len(text.split())

    with latewood.open(url, tokens=count) as repo:
        ctx = repo.context("main")
        budget(ctx)
        left = []
        for _ in range(4):
            ctx.add("one two three")
            left += ctx.commit().left
        assert left and "one two three" in counted
        assert ctx.preview_commit()


def test_a_failing_counter_is_the_error_and_changes_nothing(url):
    fails = [False]

    def count(text):
        if fails[0]:
            raise ZeroDivisionError("no counter today")
        return 2

    with latewood.open(url, tokens=count) as repo:
        ctx = repo.context("main")
        budget(ctx)
        ctx.add("kept", id="kept")
        ctx.commit()
        ctx.add("more", id="more")
        fails[0] = True
        insert = {"op": "insert", "args": {"content": "x", "id": "x"}}
        for call in (ctx.commit, lambda: ctx.apply([insert], commit=True), lambda: ctx.request("openai")):
            with pytest.raises(ZeroDivisionError):
                call()
        fails[0] = False
        assert ctx.latest().cycle == 1 and ctx.status().added == ["mc:2", "more"] and ctx.attempts() == []
        assert ctx.commit().cycle == 2


def test_a_counter_of_the_engine_is_named():
    with latewood.open("memory:", tokens="estimate") as repo:
        ctx = repo.context("main")
        budget(ctx)
        left = []
        for _ in range(4):
            ctx.add("twelve bytes")
            left += ctx.commit().left
        assert left
    with pytest.raises(latewood.Error) as raised:
        latewood.open("memory:", tokens="no_such_base").context("main").add("x")
    assert raised.value.kind == "InvalidArgument"


@pytest.mark.parametrize("answer", [-1, "many", None, 2**70])
def test_counts_that_are_none(answer):
    with latewood.open("memory:", tokens=lambda text: answer) as repo:
        ctx = repo.context("main")
        budget(ctx)
        ctx.add("x")
        with pytest.raises((ValueError, TypeError, OverflowError)):
            ctx.commit()
        assert list(ctx.log()) == []


def test_a_callback_that_calls_back_gets_an_error(tmp_path):
    repo = latewood.open("memory:", tokens=lambda text: len(repo.contexts()))
    ctx = repo.context("main")
    budget(ctx)
    ctx.add("x")
    with pytest.raises(latewood.Error, match="callback"):
        ctx.commit()


# ---- garbage ----


def test_what_is_dropped_is_closed(tmp_path):
    def opened():
        return len([fd for fd in os.listdir("/proc/self/fd")])

    before = opened()
    for number in range(30):
        repo = latewood.open(tmp_path / ("%d.db" % number), tokens=lambda text, ctx=[]: 1)
        ctx = repo.context("main")
        ctx.add("x")
        ctx.commit()
        del repo, ctx
    gc.collect()
    assert opened() <= before + 2


def test_a_counter_that_refers_to_its_repository_does_not_keep_it():
    class Owner:
        def __init__(self):
            self.repo = latewood.open("memory:", tokens=self.count)
            self.repo.context("main")

        def count(self, text):
            return 1

    owner = weakref.ref(Owner())
    gc.collect()
    assert owner() is None


def test_closing_while_calls_run():
    repo = latewood.open("memory:")
    ctx = repo.context("main")
    seen = []

    def work():
        try:
            while True:
                ctx.add("x")
        except latewood.InvalidArgument as error:
            seen.append(error.message)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    time.sleep(0.05)
    repo.close()
    for thread in threads:
        thread.join(30)
    assert seen == ["the repository is closed"] * 4
    repo.close()


def test_a_snapshot_outlives_its_repository(tmp_path):
    repo = latewood.open(tmp_path / "s.db")
    ctx = repo.context("main")
    ctx.add("x", id="x")
    ctx.commit()
    snapshot = ctx.latest()
    repo.close()
    assert snapshot.nodes(".cb")[0].content == "x"


def test_nothing_is_printed(run_python):
    done = run_python("""
import latewood
repo = latewood.open("quiet.db"); ctx = repo.context("main")
ctx.add("x", id="x", ttl=1); ctx.commit(); ctx.pin("x"); ctx.commit(); ctx.commit()
try: ctx.select("@t-90..@t0 .cb")
except latewood.Error: pass
ctx.changes("@t-90..@t0 .cb")
""")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_warnings_go_to_the_log(ctx, caplog):
    ctx.add("x", id="x", ttl=1)
    ctx.pin("x")
    ctx.commit()
    with caplog.at_level("WARNING", logger="latewood"):
        ctx.commit()
    assert "W_EXPIRY_DEFERRED" in caplog.text


def test_the_command_line(run_python):
    program = "import sys, runpy; sys.argv = ['latewood', '--version']; runpy.run_module('latewood', run_name='__main__')"
    done = run_python(program)
    assert done.returncode == 0 and done.stdout.startswith(b"latewood "), done


# ---- asyncio ----


def test_asyncio_is_loaded_when_it_is_asked_for(run_python):
    done = run_python("""
import latewood, sys
assert "asyncio" not in sys.modules
assert latewood.aio.open is not latewood.open and "asyncio" in sys.modules
try: latewood.nothing
except AttributeError as error: assert "nothing" in str(error)
else: raise SystemExit("found")
""")
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_asyncio_variants(tmp_path):
    async def main():
        async with await latewood.aio.open(tmp_path / "a.db", actor="ann") as repo:
            ctx = await repo.context("main")
            await asyncio.gather(*[ctx.add("block %d" % number) for number in range(20)])
            commit = await ctx.commit("all")
            assert commit.cycle == 1 and len(await ctx.select(".cb")) == 20
            snapshot = await ctx.at(0)
            assert len([node async for node in snapshot]) == len(await snapshot.nodes())
            assert [one.cycle async for one in ctx.log()] == [1]
            async with ctx.pinned((await ctx.select(".cb"))[0]):
                assert (await ctx.status()).pins
            assert not (await ctx.status()).pins
            other = await ctx.fork("other")
            assert await other.branch() == "other"
            assert not await ctx.diff(snapshot, await ctx.at(0))
            request = await ctx.request("openai")
            assert (await ctx.cancel(request)).status == "canceled"
            with pytest.raises(latewood.NotFound):
                await ctx.node("nothing")
            assert await repo.verify()

    asyncio.run(main())
