// The classes of the package: each does what the operation of its name does.
import assert from "node:assert/strict";
import test from "node:test";
import { commitId, image, LatewoodError, open } from "latewood";
import { newStore } from "./new_store.mjs";

const texts = (nodes) => nodes.map(String);

async function garden(t, options) {
  const { repo, folder, place } = await newStore(t, options);
  const ctx = repo.context("main");
  await ctx.add({ id: "prompt", role: "system", content: "You advise on trees.", depth: -1, system: true });
  await ctx.add({ id: "question", role: "user", content: "Why does the oak drop leaves in July?" });
  const first = await ctx.commit("the question", { actor: "gardener" });
  await ctx.add({ id: "leaflet", role: "user", content: "Leaflet 12", ttl: 2, offset: 1 });
  await ctx.add({ id: "answer", role: "assistant", content: "Probably the soil is compacted." });
  const second = await ctx.commit("answer");
  return { repo, ctx, first, second, folder, place };
}

test("a commit says what it is and what left", async (t) => {
  const { ctx, first } = await garden(t);
  assert.equal(first.id, "931370a24a94621ad4c8adca19bc8079fc3baaec7b12539e43e88fac99074d42");
  assert.equal(first.cycle, 1);
  await ctx.commit();
  const { left } = await ctx.commit();
  assert.deepEqual(left.map(({ id, cause }) => [id, cause]), [["leaflet", "ttl"]]);
});

test("select gives nodes, and a node knows its content and its reasons", async (t) => {
  const { ctx } = await garden(t);
  const [answer] = await ctx.select(".cb[role='assistant']");
  assert.equal(answer.id, "answer");
  assert.equal(await answer.content(), "Probably the soil is compacted.");
  assert.equal((await answer.details()).role, "assistant");
  assert.equal((await answer.why()).id, "answer");
  assert.equal(JSON.stringify([answer]), '["answer"]');
  assert.deepEqual(await ctx.select("#nobody"), []);
  await assert.rejects(ctx.select("@t-1..@t0 .cb"), /range/);
  assert.equal(typeof (await ctx.changes("@t-1..@t0 .cb")), "object");
  await assert.rejects(ctx.changes(".cb"), /one moment/);
});

test("a snapshot stays the same while the context goes on", async (t) => {
  const { ctx, first } = await garden(t);
  const before = await ctx.at(-1);
  await ctx.commit();
  assert.equal(before.commit_id, first.id);
  assert.equal(before.cycle, 1);
  assert.deepEqual(texts(await before.select(".cb")), ["prompt", "question"]);
  assert.equal((await before.render("openai")).profile, "openai@2");
  assert.equal((await before.replay()).state_root, first.state_root);
  assert.equal((await ctx.at("@c2")).cycle, 2);
  assert.equal((await ctx.at(before)).cycle, 1);
  assert.equal((await ctx.at(commitId(first.id))).cycle, 1);
  await assert.rejects(ctx.at(-9), { code: "E_SNAPSHOT_NOT_FOUND" });
  await assert.rejects(ctx.at(3), { code: "E_ARGUMENT_INVALID" });
  assert.throws(() => commitId("abc"), { code: "E_ARGUMENT_INVALID" });
});

test("differences and prefixes take moments in every form", async (t) => {
  const { ctx, first, second } = await garden(t);
  const byNumber = await ctx.diff(-1, 0);
  assert.deepEqual(byNumber.added, ["mt:2", "mc:2", "answer", "leaflet"]);
  assert.deepEqual(await ctx.diff(first, second), byNumber);
  assert.deepEqual(await ctx.diff("@c1", await ctx.at(0)), byNumber);
  assert.equal((await ctx.prefix(first, second)).kept_per_mille, 1000);
});

test("the loop of an agent takes objects, streams, texts and responses", async (t) => {
  const { repo } = await newStore(t);
  const reply = { object: "chat.completion", id: "r1", model: "m-1",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "21 m" } }] };
  const chunks = ["2", "1 ", "m"].map((content) => ({ object: "chat.completion.chunk", id: "r1", model: "m-1",
    choices: [{ index: 0, delta: { role: "assistant", content }, finish_reason: null }] }));
  chunks.push({ object: "chat.completion.chunk", id: "r1", model: "m-1", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
  const events = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("") + "data: [DONE]\n\n";
  const forms = {
    object: () => reply,
    text: () => JSON.stringify(reply),
    array: () => chunks,
    async: async function* () { yield* chunks; },
    bytes: async function* () { for (const byte of Buffer.from(events)) yield Uint8Array.of(byte); },
    response: () => new Response(events),
  };
  for (const [form, make] of Object.entries(forms)) {
    const ctx = repo.context(form);
    await ctx.append([{ role: "user", content: "How tall is the oak?" }]);
    const attempt = await ctx.request("openai", { model: "m" });
    assert.deepEqual(attempt.body, { model: "m", messages: [{ role: "user", content: "How tall is the oak?" }] });
    const done = await attempt.complete(typeof make === "function" ? make() : make);
    assert.deepEqual([done.status, done.is_complete, done.blocks], ["completed", true, 1], form);
    await ctx.commit();
    assert.deepEqual((await ctx.request("openai")).body.messages[1], { role: "assistant", content: "21 m" }, form);
  }
});

test("relay passes a stream on and completes the attempt at its end", async (t) => {
  const { repo } = await newStore(t);
  const ctx = repo.context("main");
  const chunk = (content, finish_reason = null) => ({ object: "chat.completion.chunk", id: "r", model: "m",
    choices: [{ index: 0, delta: { content }, finish_reason }] });
  const streams = {
    whole: [chunk("a"), chunk("b"), chunk("", "stop")],
    broken: [chunk("a"), new Error("the line broke")],
  };
  async function* source(parts) {
    for (const part of parts) if (part instanceof Error) throw part; else yield part;
  }
  await ctx.add({ role: "user", content: "q" });
  const attempt = await ctx.request("openai", { model: "m" });
  const seen = [];
  for await (const part of attempt.relay(source(streams.whole))) seen.push(part);
  assert.deepEqual(seen, streams.whole);
  assert.equal((await ctx.attempts())[0].status, "completed");
  await ctx.commit();

  const second = await ctx.request("openai", { model: "m" });
  await assert.rejects(async () => { for await (const _ of second.relay(source(streams.broken))); }, /the line broke/);
  assert.equal((await ctx.attempts())[1].status, "running");
  for await (const _ of second.relay(source(streams.whole))) break;
  assert.equal((await ctx.attempts())[1].status, "error", "a reply that broke off");
});

test("an attempt can be given up, or fail", async (t) => {
  const { ctx } = await garden(t);
  assert.equal((await (await ctx.request("openai")).cancel()).status, "canceled");
  assert.equal((await (await ctx.request("openai")).fail(new Error("429"))).error, "Error: 429");
});

test("a fork goes its own way, and the context stays where it is", async (t) => {
  const { ctx } = await garden(t);
  const careful = await ctx.fork("careful", { at: -1 });
  await careful.add({ role: "assistant", content: "Let a specialist look." });
  assert.equal((await careful.commit()).branch, "careful");
  assert.equal((await ctx.commit()).branch, "main");
  assert.deepEqual((await ctx.branches.list()).map(({ name }) => name), ["careful", "main"]);
  const copy = await ctx.forkInto("garden", { at: "@c1" });
  assert.equal((await copy.log().all()).length, 1);
  await ctx.tags.create("good", { at: -1 });
  assert.equal((await ctx.tags.list())[0].name, "good");
});

test("a pin ends with its block", async (t) => {
  const { ctx } = await garden(t);
  const pin = await ctx.pinned("leaflet");
  await ctx.commit();
  assert.deepEqual((await ctx.commit()).deferred, ["leaflet"]);
  await pin[Symbol.asyncDispose]();
  await pin.release();
  assert.deepEqual((await ctx.commit()).left.map(({ id }) => id), ["leaflet"]);
});

test("long lists come a page at a time", async (t) => {
  const { repo } = await newStore(t, { store: "memory" });
  const ctx = repo.context("main");
  for (let i = 0; i < 1203; ++i) ctx.commit(`commit ${i}`);
  const cycles = [];
  for await (const { cycle } of ctx.log()) cycles.push(cycle);
  assert.deepEqual(cycles, Array.from({ length: 1203 }, (_, i) => 1203 - i));
  assert.deepEqual((await ctx.log({ moment: -1200 }).all()).map(({ cycle }) => cycle), [3, 2, 1]);
  assert.equal((await ctx.log().take(2)).length, 2);
  for (let i = 0; i < 1001; ++i) ctx.inbox.append("mail", `mail ${i}`);
  assert.equal((await ctx.inbox.events("mail").all()).length, 1001);
});

test("images become content that profiles take", async (t) => {
  const { repo } = await newStore(t, { store: "memory" });
  const ctx = repo.context("main");
  await ctx.add({ role: "user", ...image(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1)) });
  const { body } = await ctx.request("openai");
  assert.equal(body.messages[0].content[0].image_url.url, "data:image/png;base64,iVBORwE=");
  assert.throws(() => image(Uint8Array.of(1, 2, 3)), { code: "E_ARGUMENT_INVALID" });
});

test("errors carry code, rule, place and hint", async (t) => {
  const { ctx, repo, place } = await garden(t);
  await assert.rejects(ctx.select(".cb[role="), (error) => {
    assert.ok(error instanceof LatewoodError && error instanceof Error);
    assert.deepEqual([error.code, error.kind, error.rule], ["E_SELECTOR_INVALID", "InvalidArgument", "E_SELECTOR_INVALID"]);
    assert.deepEqual({ ...error.place }, { offset: 9, length: 0 });
    assert.match(error.stack, /context\.test\.mjs/);
    return true;
  });
  await assert.rejects(repo.call("selct", {}), { code: "E_OPERATION_UNKNOWN", hint: "did you mean 'select'?" });
  await assert.rejects(open(place, { clok: "logical" }), { code: "E_OPTION_INVALID" });
  await assert.rejects(open(place, { scope: "all" }), { code: "E_OPTION_INVALID" });
  await assert.rejects(open(`${place}.none`, { create: false }), { code: "NotFound" });
  await assert.rejects(open("a\ud800"), { code: "E_ARGUMENT_INVALID" });
  const reader = await open(place, { scope: "read" });
  assert.deepEqual(texts(await reader.context().select("#question")), ["question"]);
  await assert.rejects(reader.context().add({ content: "x" }), { code: "E_SCOPE" });
  await reader.close();
});

test("a closed repository says so", async (t) => {
  const { repo, ctx } = await garden(t);
  const running = ctx.commit();
  await Promise.all([repo.close(), running]);
  await assert.rejects(ctx.commit(), /the repository is closed/);
  assert.throws(() => repo.callSync("contexts", {}), /the repository is closed/);
  await repo.close();
});

test("the same calls on the thread of the program give the same results", async (t) => {
  const { repo } = await garden(t);
  assert.deepEqual(repo.callSync("select", { selector: ".cb" }), await repo.call("select", { selector: ".cb" }));
  assert.throws(() => repo.callSync("select", { selector: "[" }), { code: "E_SELECTOR_INVALID" });
});

test("exports, settings and the doctor", async (t) => {
  const { repo, ctx, first } = await garden(t);
  const document = JSON.parse(await (await ctx.at(first)).export());
  assert.match(JSON.stringify(document), /Why does the oak drop leaves/);
  await ctx.setConfig({ actor: "gardener" });
  assert.deepEqual((await ctx.config()).actor, { from: "context", value: "gardener" });
  await ctx.commit("signed");
  assert.equal((await ctx.log().take(1))[0].actor, "gardener");
  assert.deepEqual((await repo.doctor()).contexts, 1);
  const base64 = Buffer.from(await ctx.bundle({ all: true })).toString("base64");
  const { contexts } = await repo.call("import", { base64, context: "copy" });
  assert.equal(contexts[0].context, "copy");
  assert.deepEqual((await repo.context("copy").log().take(1))[0].id, (await ctx.log().take(1))[0].id);
});
