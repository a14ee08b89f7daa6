// 100,000 calls leave no memory behind: good ones, bad ones, and calls with a signal.
import assert from "node:assert/strict";
import test from "node:test";
import v8 from "node:v8";
import vm from "node:vm";
import { newStore } from "./new_store.mjs";

const CALLS = 100_000;
const MOST_GROWTH = 12 * 1024 * 1024;

test("memory does not grow over 100,000 calls", async (t) => {
  const { repo } = await newStore(t, { store: "memory" });
  const ctx = repo.context("main");
  await ctx.add({ id: "question", role: "user", content: "leaf ".repeat(100) });
  await ctx.commit();
  v8.setFlagsFromString("--expose-gc");
  const gc = vm.runInNewContext("gc");
  const signal = new AbortController().signal;
  async function some(count) {
    for (let i = 0; i < count; i += 4) {
      await Promise.all([
        ctx.select("#question", { signal }),
        ctx.show("question"),
        ctx.select("[").catch(() => {}),
        repo.callText("contexts"),
      ]);
    }
    gc();
    return process.memoryUsage().rss;
  }
  const warm = await some(CALLS);
  const after = await some(CALLS);
  t.diagnostic(`${CALLS} calls: ${Math.round((after - warm) / 1024)} KiB more`);
  assert.ok(after - warm < MOST_GROWTH, `${after - warm} bytes more`);
});
