// "Why did the agent say that yesterday?" A look into a store that another process wrote, without changing it.
//
//   node explain_run.mjs
//
// The run of yesterday is made first: an agent quotes a price from a document, and the document is gone today.
import assert from "node:assert/strict";
import { open } from "latewood";

async function yesterday() {
  const repo = await open("shop.db", { actor: "shop agent" });
  const ctx = repo.context("customer 17");
  await ctx.add({ id: "offer", role: "tool", content: "Price list of May: apple tree 24.", ttl: 1, offset: 1 });
  await ctx.append([{ role: "user", content: "What does an apple tree cost?" }]);
  await ctx.commit("question");
  await ctx.add({ id: "quote", role: "assistant", content: "An apple tree costs 24." });
  await ctx.commit("answer");
  await ctx.add({ id: "list", role: "tool", content: "Price list of June: apple tree 29.", offset: 1 });
  await ctx.commit("new prices");
  await repo.close();
}
await yesterday();

// Reading only: this session cannot change anything, whatever it calls.
const repo = await open("shop.db", { scope: "read" });
const ctx = repo.context("customer 17");

// 1. Where was it said?
const [hit] = await ctx.grep("costs 24", { moment: "@c1..@t0" }).take(1);
console.log("said in:", JSON.stringify(hit).slice(0, 100));

// 2. What did the model see when it said so? The snapshot before the answer.
const [answer] = (await ctx.why("quote")).nodes;
const said = answer?.steps[0];
assert.equal(said?.message, "answer");
const seen = await ctx.at(`@c${said.cycle - 1}`);
const when = new Date(Number(BigInt(seen.commit.host_time) / 1_000_000n));
console.log(`at ${when.toISOString()}, commit ${seen.commit_id.slice(0, 12)}, the model saw:`);
for (const { role, content } of JSON.parse((await seen.render()).request)) console.log(`  ${role}: ${content}`);

// 3. Where is that document now, and who removed it?
const [source] = (await ctx.why("offer")).nodes;
console.log(`the price list left in cycle ${source?.left?.cycle}: ${source?.left?.rule}`);
assert.equal(source?.left?.rule, "expire");

// 4. What has changed since?
const changed = /** @type {{ added: string[], removed: string[] }} */ (await ctx.diff(seen, 0));
console.log(`since then: added ${changed.added.join(", ")}; removed ${changed.removed.join(", ")}`);
assert.ok(changed.removed.includes("offer") && changed.added.includes("list"));

// 5. Is this history what was recorded? Every hash is computed again.
const { commits, wrong } = await repo.verify({ all: true });
assert.deepEqual(wrong, []);
console.log(`${commits} commits verified`);
await assert.rejects(ctx.add({ content: "too late" }), { code: "E_SCOPE" });
await repo.close();
