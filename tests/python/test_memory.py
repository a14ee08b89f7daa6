"""100,000 calls leave no memory behind: good ones, bad ones, nodes that are read, callbacks.

An open context keeps the records of each preview and each discarded edit (about 200 and 800 bytes): its nodes are in a
pool that ends with the context. The bound is what 100,000 such calls may leave beside that.
"""

PROGRAM = """
import gc, sys
import latewood

def resident():
    gc.collect()
    with open("/proc/self/statm") as facts:
        return int(facts.read().split()[1]) * 4096

repo = latewood.open("memory:", clock="logical", tokens=lambda text: len(text))
ctx = repo.context("main")
ctx.set_policy({"tokens": {"trigger": 10**9, "target": 10**8}})
ctx.add("leaf " * 100, id="question")
ctx.commit()

def some(count):
    for number in range(count // 10):
        ctx.select("#question")[0].content
        ctx.node("question").role
        try:
            ctx.select("[")
        except latewood.Error:
            pass
        try:
            ctx.latest().node("nobody")
        except latewood.Error:
            pass
        ctx.latest().ids(".cb")
        [node.content for node in ctx.latest().nodes()]
        ctx.render("openai")
        ctx.status()
        ctx.why("question")
        repo.call("contexts")

def edits(count):
    other = repo.context("edits")
    for number in range(count // 2):
        other.add("x" * 50, id="one")
        other.reset()

some(10_000)
edits(2_000)
warm = resident()
some(100_000)
after_reads = resident()
edits(10_000)
print(after_reads - warm, resident() - after_reads)
"""

MOST_GROWTH = 8 * 1024 * 1024


def test_memory_does_not_grow_over_100000_calls(run_python):
    done = run_python(PROGRAM, timeout=600)
    assert done.returncode == 0, done.stderr
    reads, edits = map(int, done.stdout.split())
    print("100,000 calls: %d KiB more; 10,000 edits and resets: %d KiB more" % (reads // 1024, edits // 1024))
    assert reads < MOST_GROWTH and edits < MOST_GROWTH
