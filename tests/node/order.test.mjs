// Calls of one context keep their order, calls can be aborted, and dropped handles are closed.
import assert from "node:assert/strict";
import { readdirSync, readlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import test from "node:test";
import v8 from "node:v8";
import vm from "node:vm";
import { open } from "latewood";
import { newStore } from "./new_store.mjs";

test("writes that nobody waits for run in the order in which they were called", async (t) => {
  const { repo } = await newStore(t);
  const ctx = repo.context("main");
  for (let i = 0; i < 200; ++i) {
    ctx.add({ role: "user", id: `n${i}`, content: i });
    if (i % 50 === 49) ctx.commit();
  }
  assert.deepEqual((await ctx.select(".cb")).map(String), Array.from({ length: 200 }, (_, i) => `n${i}`));
  assert.equal((await ctx.status()).cycle, 4);
});

test("a write that fails holds up nothing", async (t) => {
  const { repo } = await newStore(t);
  const ctx = repo.context("main");
  const failing = ctx.add({ id: "a b\0", content: 1, ttl: -1 });
  const after = ctx.add({ id: "after", content: 2 });
  await assert.rejects(failing);
  assert.equal(String(await after), "after");
});

test("many contexts are written at a time", async (t) => {
  const { repo } = await newStore(t);
  const names = Array.from({ length: 20 }, (_, i) => `agent ${i}`);
  await Promise.all(names.map(async (name) => {
    const ctx = repo.context(name);
    for (let i = 0; i < 10; ++i) {
      await ctx.add({ role: "user", content: `${name} ${i}` });
      await ctx.commit();
    }
  }));
  assert.deepEqual((await repo.contexts()).map(({ name, cycle }) => [name, cycle]).sort(), names.map((name) => [name, 10]).sort());
});

test("a signal that is aborted already runs nothing", async (t) => {
  const { repo } = await newStore(t);
  const ctx = repo.context("main");
  const reason = new Error("not now");
  await assert.rejects(ctx.add({ content: 1, signal: AbortSignal.abort(reason) }), reason);
  assert.deepEqual((await ctx.status()).added, []);
});

test("an abort ends long work", async (t) => {
  const { repo } = await newStore(t);
  const ctx = repo.context("main");
  for (let i = 0; i < 400; ++i) {
    ctx.add({ role: "user", content: `turn ${i} ${"leaf ".repeat(200)}` });
    ctx.commit();
  }
  await ctx.status();
  const control = new AbortController();
  const running = ctx.verify({ signal: control.signal });
  control.abort();
  await assert.rejects(running, { name: "AbortError" });
  assert.deepEqual((await ctx.verify({ signal: new AbortController().signal })).wrong, []);
});

test("a repository that is dropped closes its store", { skip: process.platform !== "linux" }, async (t) => {
  const { place } = await newStore(t);
  const openFiles = () => readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(place);
    } catch {
      return false;
    }
  }).length;
  v8.setFlagsFromString("--expose-gc");
  const gc = vm.runInNewContext("gc");
  const before = openFiles();
  await (async () => {
    for (let i = 0; i < 5; ++i) await (await open(place)).context("main").status();
  })();
  assert.ok(openFiles() > before, "nothing was open");
  for (let i = 0; i < 50 && openFiles() > before; ++i) {
    gc();
    await sleep(20);
  }
  assert.equal(openFiles(), before);
});
