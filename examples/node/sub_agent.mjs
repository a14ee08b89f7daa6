// A sub-agent on a fork: it starts with all that the first agent knows, works apart, and hands back one result.
//
//   node sub_agent.mjs
//
// A fork stores one pointer. What the sub-agent reads and tries never enters the context of the first agent.
import assert from "node:assert/strict";
import { open } from "latewood";

const repo = await open("agents.db");
const planner = repo.context("main");
await planner.append([{ role: "user", content: "Plan the renewal of the north orchard." }]);
const { id: start } = await planner.commit("the task", { actor: "planner" });

/**
 * Works on a question in a branch of its own, and gives what it found.
 * @param {string} name
 * @param {string[]} steps
 */
async function research(name, steps) {
  const agent = await planner.fork(name, { at: 0 });
  for (const [index, content] of steps.entries()) {
    await agent.add({ role: "assistant", content });
    await agent.commit(`step ${index + 1}`, { actor: name });
  }
  return { name, found: steps.at(-1) ?? "", size: (await agent.select("^seq .cb")).length };
}

// Both run at the same time, each on its branch.
const results = await Promise.all([
  research("soil", ["Twelve samples from the lower rows.", "pH 5.1 in all of them.", "Lime the lower rows first."]),
  research("varieties", ["Six old varieties stand there.", "Keep four of the six; graft the others."]),
]);

for (const { name, found, size } of results) {
  console.log(`${name}: ${found} (${size} blocks on its branch)`);
  await planner.add({ role: "assistant", content: found, attributes: { data_from: name } });
}
const { nodes_after } = await planner.commit("results of two agents", { actor: "planner" });

// The planner holds the task and two results, not the nine blocks behind them.
assert.equal((await planner.select(".cb")).length, 3);
assert.deepEqual((await planner.branches.list()).map(({ name }) => name), ["main", "soil", "varieties"]);
const between = await planner.diff("soil", "main");
console.log(`the planner has ${nodes_after} blocks; against the branch of soil: ${JSON.stringify(between).slice(0, 80)}...`);
assert.equal((await planner.on("soil").at(-3)).commit_id, start);
await repo.close();
