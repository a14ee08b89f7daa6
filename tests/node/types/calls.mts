// Calls that the types accept, and calls that they refuse: `@ts-expect-error` fails if a line has no error.
import { commitId, image, LatewoodError, open } from "latewood";
import type { Commit, CommitId, Nanoseconds, Node, NodeView, Operations, Snapshot } from "latewood";

const repo = await open("agent.db", { actor: "agent", scope: "write" });
// @ts-expect-error: no such option
await open("agent.db", { colour: "green" });
// @ts-expect-error: no such scope
await open("agent.db", { scope: "all" });

const ctx = repo.context("main", { branch: "trial" });
const node: Node = await ctx.add({ role: "user", content: { any: ["json", 1n] }, ttl: 2, attributes: { data_a: 1 } });
// @ts-expect-error: a ttl is a number
await ctx.add({ content: "x", ttl: "2" });
// @ts-expect-error: no such member
await ctx.add({ content: "x", colour: "green" });
// @ts-expect-error: the context is the one of `ctx`
await ctx.add({ content: "x", context: "other" });
await ctx.add({ role: "user", ...image(new Uint8Array(8), "image/png") });
await ctx.append([{ role: "assistant", content: "Hi" }], { format: "openai" });
// @ts-expect-error: no such vendor
await ctx.append([], { format: "llama" });

const commit: Commit = await ctx.commit("first", { signal: AbortSignal.timeout(1000) });
const id: CommitId = commit.id;
// @ts-expect-error: a text is no commit id
const wrong: CommitId = "abc";
await ctx.commit("second", { expected_parent: id });
// @ts-expect-error: a text is no commit id
await ctx.commit("second", { expected_parent: "abc" });
await ctx.commit("second", { expected_parent: commitId("ab") });

const nodes: Node[] = await ctx.select(".cb");
const read: NodeView[] = await ctx.nodes(".cb");
const role: string | null = read[0]!.role;
await ctx.delete(read);
// @ts-expect-error: a member that is read cannot be written
read[0]!.role = "user";
await open("agent.db", { tokens: "o200k_base" });
// @ts-expect-error: no such counter
await open("agent.db", { tokens: "p50k_base" });
const before: Snapshot = await ctx.at(-3);
await ctx.at(commit);
await ctx.diff(before, 0, { form: "unified" });
// @ts-expect-error: no such form
await ctx.diff(before, 0, { form: "pretty" });
await ctx.replace([node, "other"], { content: "new" });

for await (const { commit_id, host_time } of ctx.log({ moment: -1, all: false })) {
  const time: Nanoseconds = host_time;
  console.log(BigInt(time), await ctx.why(nodes, { signal: new AbortController().signal }), commit_id === id);
}

const attempt = await ctx.request("anthropic", { model: "m", params: { max_tokens: 10 } });
async function* stream(): AsyncGenerator<{ type: string }> {
  yield { type: "message_stop" };
}
for await (const chunk of attempt.relay(stream())) console.log(chunk.type.length);
const { token_in, ended_at } = await attempt.complete({ role: "assistant" });
console.log(token_in + 1, ended_at?.length);

const { commits } = await repo.call("log", { context: "main", limit: 2 });
const first: Operations["log"]["result"]["commits"][number] | undefined = commits[0];
console.log(first?.cycle);
// @ts-expect-error: no such operation
await repo.call("selct", {});
// @ts-expect-error: a selector is needed
await repo.call("select", {});
const text: string = await repo.callText("select", '{"selector":".cb"}');

{
  await using pin = await ctx.pinned(nodes);
  console.log(pin.holder, text, wrong);
}
try {
  await ctx.commit();
} catch (error) {
  if (error instanceof LatewoodError) console.log(error.code, error.rule, error.place?.offset, error.hint);
}
await repo.close();
