// A whole agent loop: append, request, stream, complete, commit, until the model needs no tool any more.
//
//   node agent_loop.mjs
//
// One cycle is one call to the vendor. The commit checks that its snapshot renders to exactly the bytes that were sent,
// and puts the reply at the start of the next cycle.
import assert from "node:assert/strict";
import { open } from "latewood";
import { send, startVendor } from "./vendor.mjs";

/** The tool that the program offers. @param {{ city: string }} where */
const weather = ({ city }) => `snow, minus four degrees in ${city}.`;

const vendor = await startVendor();
const repo = await open("agent.db", { actor: "agent" });
const ctx = repo.context("main");

await ctx.append([{ role: "system", content: "You help people to dress." }], { system: true });
await ctx.append([{ role: "user", content: "Do I need a coat in Oslo?" }]);

for (let needsTool = true; needsTool;) {
  const attempt = await ctx.request("openai", { model: "m-1" });
  // The stream is shown while it comes, and recorded at its end.
  for await (const chunk of attempt.relay(send(vendor.url, attempt.body))) {
    process.stdout.write(chunk.choices[0].delta.content ?? "");
  }
  const { cycle } = await ctx.commit(`call ${attempt.attempt_id}`);

  const calls = await ctx.select("^ah .cb[kind='call']", { working: true });
  for (const call of calls) {
    const { id, name, arguments: args } = await call.content();
    console.log(`cycle ${cycle}: the model calls ${name}(${args})`);
    await ctx.append([{ role: "tool", tool_call_id: id, content: weather(JSON.parse(args)) }]);
  }
  needsTool = calls.length > 0;
}
// The last reply is in the working state; this commit seals it.
await ctx.commit("done");

console.log();
for (const { attempt_id, status, bytes_digest } of await ctx.attempts()) {
  console.log(`attempt ${attempt_id}: ${status}, bytes ${bytes_digest.slice(0, 12)}`);
}
assert.equal((await ctx.attempts()).length, 2);
assert.match((await ctx.render("openai")).request, /Take a coat: snow, minus four degrees in Oslo/);
assert.deepEqual((await repo.verify()).wrong, []);
await repo.close();
await vendor.stop();
