// 100,000 calls leave no memory behind: good ones, bad ones, and calls with a signal.
//
// The memory of a process goes up and down by some MiB when V8 resizes its heap; CMakeLists.txt keeps the part for young
// objects small. So rounds are compared, not two moments: the least of the last two rounds with the most of the first
// two. A leak makes every round larger.
import assert from "node:assert/strict";
import test from "node:test";
import v8 from "node:v8";
import vm from "node:vm";
import { newStore } from "./new_store.mjs";

const CALLS_OF_A_ROUND = 50_000;
const MOST_GROWTH = 8 * 1024 * 1024;

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
  await some(CALLS_OF_A_ROUND);
  const rounds = [];
  for (let round = 0; round < 4; ++round) rounds.push(await some(CALLS_OF_A_ROUND));
  const growth = Math.min(rounds[2], rounds[3]) - Math.max(rounds[0], rounds[1]);
  t.diagnostic(`rounds of ${CALLS_OF_A_ROUND} calls: ${rounds.map((bytes) => Math.round(bytes / 1024)).join(", ")} KiB`);
  assert.ok(growth < MOST_GROWTH, `${growth} bytes more`);
});
