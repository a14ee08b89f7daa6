// Token counters in JavaScript: what they throw is the error of the call, and changes nothing.
import assert from "node:assert/strict";
import test from "node:test";
import { Worker } from "node:worker_threads";
import { newStore } from "./new_store.mjs";

const BUDGET = { tokens: { trigger: 10, target: 5 } };

async function counted(t, tokens, options = {}) {
  const made = await newStore(t, { tokens, ...options });
  const ctx = made.repo.context("main");
  await ctx.setPolicy(BUDGET);
  return { ...made, ctx };
}

test("a counter decides what leaves", async (t) => {
  const asked = [];
  const { ctx } = await counted(t, (text) => {
    asked.push(text);
    return text.split(" ").length;
  });
  await ctx.add({ id: "long", role: "user", content: "one two three four five six seven eight" });
  await ctx.commit();
  await ctx.add({ role: "user", content: { "a": [1] } });
  await ctx.add({ role: "user", content: "nine ten eleven" });
  const { left } = await ctx.commit();
  assert.deepEqual(left.filter(({ id }) => id === "long").map(({ cause }) => cause), ["prune"]);
  assert.ok(asked.includes("one two three four five six seven eight"));
  assert.ok(asked.includes('{"a":[1]}'));
});

test("what a counter throws is the error of the call, and nothing changes", async (t) => {
  let broken;
  const { ctx, repo } = await counted(t, () => {
    if (broken) throw broken;
    return 1;
  });
  await ctx.add({ role: "user", content: "counted well" });
  await ctx.commit("good");
  broken = new RangeError("no tokenizer");
  await ctx.add({ role: "user", content: "counted badly" });
  const before = await repo.callText("log");
  await assert.rejects(ctx.commit("bad"), broken);
  assert.throws(() => repo.callSync("commit", {}), broken);
  await assert.rejects(ctx.apply({ edits: [{ op: "insert", args: { content: "x" } }], commit: true }), broken);
  await assert.rejects(ctx.apply({ edits: [{ op: "insert", args: { content: "x" } }, { op: "insert", args: { ttl: -1 } }] }));
  assert.equal(await repo.callText("log"), before);
  assert.equal((await ctx.select(".cb", { working: true })).length, 2);
  broken = undefined;
  assert.equal((await ctx.commit("good again")).cycle, 2);
});

test("a counter of the engine counts exactly, and its name decides", async (t) => {
  const content = "hello ".repeat(40);
  const left = async (tokens) => {
    const { ctx } = await counted(t, tokens);
    await ctx.setPolicy({ tokens: { trigger: 50, target: 45 } });
    const gone = [];
    for (const text of [content, "next", "last", "end"]) {
      await ctx.add({ role: "user", content: text });
      gone.push(...(await ctx.commit()).left);
    }
    return gone.length;
  };
  // 240 letters: 60 by the estimate of four bytes each, 42 or fewer by an encoding that knows the word.
  assert.notEqual(await left("estimate"), 0);
  const exact = await left("o200k_base").catch((error) => error);
  // Without the file of its ranks there is no exact counter, which is said.
  if (exact instanceof Error) assert.equal(exact.code, "Unavailable");
  else assert.equal(exact, 0);
  await assert.rejects(newStore(t, { tokens: "no_such_base" }), { code: "InvalidArgument" });
});

for (const wrong of [-1, 1.5, NaN, "7", Promise.resolve(1), undefined, 2 ** 60]) {
  test(`a counter that gives ${typeof wrong} ${String(wrong)} is refused`, async (t) => {
    const { ctx } = await counted(t, () => wrong);
    await ctx.add({ role: "user", content: "text" });
    await assert.rejects(ctx.commit(), TypeError);
    assert.equal((await ctx.status().catch(() => ({ cycle: 0 }))).cycle, 0);
  });
}

test("a call on the thread of the counter does not wait for itself", async (t) => {
  let inside;
  const { ctx, repo } = await counted(t, () => {
    try {
      repo.callSync("contexts", {});
    } catch (error) {
      inside = error;
    }
    return 1;
  });
  await ctx.add({ role: "user", content: "text" });
  const running = ctx.commit();
  assert.throws(() => repo.callSync("contexts", {}), /cannot wait/);
  await running;
  assert.match(inside.message, /cannot wait/);
  assert.equal(repo.callSync("contexts", {}).contexts[0].cycle, 1);
  await ctx.add({ role: "user", content: "more" });
  repo.callSync("commit", {});
  assert.match(inside.message, /cannot wait/);
});

test("many calls count at a time", async (t) => {
  const { repo } = await newStore(t, { store: "memory", tokens: (text) => text.length });
  const failures = await Promise.all(Array.from({ length: 12 }, async (_, i) => {
    const ctx = repo.context(`agent ${i}`);
    await ctx.setPolicy(BUDGET);
    for (let turn = 0; turn < 10; ++turn) {
      await ctx.add({ role: "user", content: `text ${turn}` });
      await ctx.commit();
    }
    return (await repo.verify({ context: ctx.name })).wrong.length;
  }));
  assert.deepEqual(failures, Array(12).fill(0));
});

test("a thread that ends while a counter is asked ends", async () => {
  const source = `
    import { open } from ${JSON.stringify(import.meta.resolve("latewood"))};
    import { parentPort } from "node:worker_threads";
    const repo = await open("memory:", { tokens: () => { parentPort.postMessage("asked"); for (;;); } });
    const ctx = repo.context("main");
    await ctx.setPolicy({ tokens: { trigger: 10, target: 5 } });
    await ctx.add({ role: "user", content: "text" });
    await ctx.commit();`;
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`));
  await new Promise((resolve, reject) => thread.once("message", resolve).once("error", reject));
  await thread.terminate();
});
