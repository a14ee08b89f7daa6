// Many nodes at a time: the same members over both transports as the operations give, and nothing that JSON loses.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import test from "node:test";
import { inspect } from "node:util";
import { NodeView, open } from "latewood";
import { newStore } from "./new_store.mjs";

const program = join(dirname(createRequire(import.meta.url).resolve("latewood-linux-x64/package.json")), "bin/latewood");

const CONTENTS = {
  plain: "Why does the oak drop leaves in July?",
  escapes: "a \"quoted\" word \\ and\nlines\u0000",
  planes: "Zw\u00f6lf \u6a39 \u{1f333} \u05e9 \u2028 \u{10ffff}",
  json: { deep: [1, null, "\u{1f333}", { "": 2n ** 63n }], n: 9007199254740993n },
  number: 7,
  truth: true,
  none: null,
  list: ["\u00e9"],
  empty: "",
};

async function filled(repo) {
  const ctx = repo.context("main");
  await ctx.add({ id: "prompt", role: "system", content: "You advise.", depth: -1, system: true });
  for (const [id, content] of Object.entries(CONTENTS)) await ctx.add({ id, role: "user", content });
  await ctx.add({ id: "\u{1f333}", role: "custom:m\u00f8de", kind: "image", ttl: 3, content: "leaf" });
  await ctx.add({ id: "long", role: "user", ttl: Number.MAX_SAFE_INTEGER, content: "stays" });
  await ctx.commit();
  return ctx;
}

const members = (node) => [node.id, node.node_type, node.role, node.kind, node.ttl, node.content];
const rowMembers = (row) => [row.id, row.nodeType, row.role ?? null, row.kind ?? null, row.ttl ?? null, row.content ?? null];

/** @type {Record<string, (t: import("node:test").TestContext) => Promise<import("latewood").Repository>>} */
const TRANSPORTS = {
  native: async (t) => (await newStore(t, { store: "memory" })).repo,
  http: async (t) => {
    const { folder } = await newStore(t);
    const args = ["serve", "--store", join(folder, "served.db"), "--create", "--listen", "127.0.0.1:0", "--json"];
    const server = spawn(program, args, { env: { ...process.env, LATEWOOD_CLOCK: "logical" }, stdio: ["ignore", "pipe", "inherit"] });
    const line = await new Promise((resolve, reject) => {
      createInterface(server.stdout).once("line", resolve);
      server.once("exit", (code) => reject(new Error(`serve ended with ${code}`)));
    });
    const { url, token } = JSON.parse(line);
    const repo = await open(url, { token });
    t.after(async () => {
      await repo.close();
      server.kill();
    });
    return repo;
  },
};

for (const [name, made] of Object.entries(TRANSPORTS)) {
  test(`${name}: nodes have the members of the operation tree`, async (t) => {
    const ctx = await filled(await made(t));
    const nodes = await ctx.nodes();
    const { nodes: rows } = await ctx.tree({ moment: "@t0" });
    assert.deepEqual(nodes.map(members), rows.map(rowMembers));
    for (const [id, content] of Object.entries(CONTENTS)) {
      assert.deepEqual(nodes.find((node) => node.id === id).content, content, id);
    }
    const tree = nodes.find((node) => node.id === "\u{1f333}");
    assert.deepEqual(members(tree), ["\u{1f333}", "cb", "custom:m\u00f8de", "image", 3, "leaf"]);
  });

  test(`${name}: a selector says which, and a snapshot when`, async (t) => {
    const ctx = await filled(await made(t));
    const before = await ctx.at(0);
    await ctx.add({ id: "later", role: "assistant", content: "Compacted soil." });
    await ctx.commit();
    assert.deepEqual((await ctx.nodes(".cb[role='assistant']")).map(members), [["later", "cb", "assistant", "text", null, "Compacted soil."]]);
    assert.deepEqual((await before.nodes("#plain")).map((node) => node.content), [CONTENTS.plain]);
    assert.deepEqual((await before.nodes(".cb[role='assistant']")).map(String), []);
    const other = await ctx.fork("other", { at: -1 });
    assert.equal((await other.nodes("#plain")).length, 1);
    assert.equal((await other.nodes("#later")).length, 0);
  });

  test(`${name}: wrong questions have the code and the place of the engine`, async (t) => {
    const ctx = await filled(await made(t));
    await assert.rejects(ctx.nodes("["), { code: "E_SELECTOR_INVALID" });
    await assert.rejects(ctx.nodes("@t-1 .cb"), { kind: /InvalidArgument|NotFound/ });
    const aborted = AbortSignal.abort(new Error("left"));
    await assert.rejects(ctx.nodes("*", { signal: aborted }), { message: "left" });
  });
}

test("a read sees the writes called before it", async (t) => {
  const { repo } = await newStore(t, { store: "memory" });
  const ctx = repo.context("main");
  ctx.add({ id: "a", role: "user", content: "first" });
  ctx.commit();
  assert.deepEqual((await ctx.nodes("#a")).map((node) => node.content), ["first"]);
});

test("operations take these nodes, and a handle leads to the rest", async (t) => {
  const ctx = await filled((await newStore(t, { store: "memory" })).repo);
  const [plain] = await ctx.nodes("#plain");
  assert.ok(plain instanceof NodeView);
  await ctx.pin(plain, { holder: "test" });
  assert.equal((await ctx.why([plain])).nodes[0].id, "plain");
  assert.equal((await plain.handle.details()).id, "plain");
  assert.equal(JSON.stringify([plain]), '["plain"]');
  assert.match(inspect(plain), /role: 'user'.*oak drop leaves/s);
});

test("nodes outlive their context and their repository", async (t) => {
  const { repo } = await newStore(t, { store: "memory" });
  const ctx = await filled(repo);
  const nodes = await ctx.nodes(".cb");
  await repo.deleteContext("main", { force: true });
  await repo.close();
  assert.equal(nodes.find((node) => node.id === "plain").content, CONTENTS.plain);
  await assert.rejects(ctx.nodes(), /closed/);
});

test("without a commit there is nothing to read, which is an error like that of select", async (t) => {
  const { repo } = await newStore(t, { store: "memory" });
  await assert.rejects(repo.context("main").nodes(), { code: "E_SNAPSHOT_NOT_FOUND" });
});
