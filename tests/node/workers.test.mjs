// Worker threads load the addon too, each with sessions of its own, and end whenever they like.
import assert from "node:assert/strict";
import test from "node:test";
import { Worker } from "node:worker_threads";
import { newStore } from "./new_store.mjs";

const SOURCE = `
  import { parentPort, workerData } from "node:worker_threads";
  import { open } from "latewood";
  const { place, name, turns } = workerData;
  const repo = await open(place);
  const ctx = repo.context(name);
  for (let i = 0; i < turns; ++i) {
    await ctx.add({ role: "user", content: name + " " + i });
    await ctx.commit();
  }
  parentPort.postMessage((await ctx.status()).cycle);
  if (workerData.stays) for (;;) await ctx.verify();
`;

const worker = (data) =>
  new Worker(new URL(`data:text/javascript,${encodeURIComponent(SOURCE.replace('"latewood"', JSON.stringify(import.meta.resolve("latewood"))))}`), { workerData: data });
const message = (thread) => new Promise((resolve, reject) => thread.once("message", resolve).once("error", reject));

test("eight threads write eight contexts of one store", async (t) => {
  const { repo, place } = await newStore(t);
  const threads = Array.from({ length: 8 }, (_, i) => worker({ place, name: `agent ${i}`, turns: 12 }));
  assert.deepEqual(await Promise.all(threads.map(message)), Array(8).fill(12));
  assert.equal((await repo.contexts()).length, 8);
  assert.deepEqual((await repo.verify({ all: true })).wrong, []);
});

test("threads that write one branch lose nothing", async (t) => {
  const { repo, place } = await newStore(t);
  await repo.createContext("shared");
  const threads = Array.from({ length: 4 }, () => worker({ place, name: "shared", turns: 8 }));
  await Promise.all(threads.map(message));
  const contents = (await repo.context("shared").tree()).nodes.filter(({ nodeType }) => nodeType === "cb");
  assert.equal(contents.length, 32);
});

test("a thread that is ended in the middle of a call ends", async (t) => {
  const { place } = await newStore(t);
  const thread = worker({ place, name: "main", turns: 60, stays: true });
  await message(thread);
  await thread.terminate();
});
