// The same client over `latewood serve`: the behavioural suite byte for byte, events, tokens, and what a network does.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import test from "node:test";
import { LatewoodError, open } from "latewood";

const program = join(dirname(createRequire(import.meta.url).resolve("latewood-linux-x64/package.json")), "bin/latewood");
const trial = ["serve", "--store", "memory:", "--create", "--listen", "127.0.0.1:0", "--check"];
const isServed = spawnSync(program, trial).status === 0;
const skip = !isServed && "this latewood has no `serve`";

/** A server on a new store, with a token for everything. */
async function serve(t, store = "suite.db", port = 0) {
  const folder = mkdtempSync(join(tmpdir(), "latewood-http-"));
  const place = store === "memory" ? "memory:" : join(folder, store);
  const start = async (listen) => {
    const args = ["serve", "--store", place, "--create", "--listen", `127.0.0.1:${listen}`, "--json"];
    const server = spawn(program, args, { env: { ...process.env, LATEWOOD_CLOCK: "logical" }, stdio: ["ignore", "pipe", "inherit"] });
    const [line] = await new Promise((resolve, reject) => {
      createInterface(server.stdout).once("line", (text) => resolve([text]));
      server.once("exit", (code) => reject(new Error(`serve ended with ${code}`)));
    });
    const ended = new Promise((resolve) => server.once("exit", resolve));
    return { ...JSON.parse(line), server, stop: (signal) => { server.kill(signal); return ended; } };
  };
  const first = await start(port);
  const running = { folder, place, start, ...first };
  t.after(async () => {
    await running.stop("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  });
  return running;
}

async function served(t, store, options) {
  const server = await serve(t, store);
  const repo = await open(server.url, { token: server.token, ...options });
  t.after(() => repo.close());
  return { ...server, repo };
}

// ---- the behavioural suite ----

const suite = new URL("../bindings/", import.meta.url);
const quotedPart = (text) => JSON.stringify(text).slice(1, -1);
const written = (args) => (typeof args === "string" ? args : JSON.stringify(args ?? {}));

async function play(t, scenario, store) {
  const { repo, folder } = await served(t, store === "sqlite" ? "suite.db" : store);
  const words = Object.entries(scenario.long ?? {}).map(([word, { text, times }]) => [word, text.repeat(times)]);
  // A server does not tell its clients where its store is.
  words.push(["$FOLDER", quotedPart(folder)], ['"$STORE"', "null"], ["$STORE", ""]);
  const filled = (text) => words.reduce((all, [word, whole]) => all.replaceAll(word, () => whole), text);
  for (const [index, { op, args, result, error }] of scenario.steps.entries()) {
    let given;
    try {
      given = { result: await repo.callText(op, filled(written(args))) };
    } catch (failure) {
      assert.ok(failure instanceof LatewoodError, String(failure));
      given = { error: failure.toJSON().error };
    }
    const expected = result === undefined ? { error: JSON.parse(filled(JSON.stringify(error))) } : { result: filled(result) };
    assert.deepEqual(given, expected, `step ${index}, ${op}`);
  }
}

for (const file of readdirSync(suite).filter((name) => name.endsWith(".json"))) {
  const scenario = JSON.parse(readFileSync(new URL(file, suite), "utf8"));
  // Options of a session, and a store that is not there, are no matter of a client.
  if (scenario.session !== undefined || file === "no_store.json") continue;
  for (const store of scenario.stores ?? ["memory", "sqlite"]) {
    test(`${file} on ${store} has the answers of the table in C++`, { skip }, (t) => play(t, scenario, store));
  }
}

// ---- the client ----

test("the loop of an agent is the same over a server", { skip }, async (t) => {
  const { repo, url, token } = await served(t, "suite.db", { actor: "agent", profile: "openai", context: "planner" });
  const ctx = repo.context();
  assert.equal(ctx.name, "planner");
  ctx.add({ role: "user", content: [2n ** 63n, "\u{1f333}"], id: "question" });
  ctx.add({ role: "user", content: "leaflet", ttl: 1, id: "leaflet" });
  const commit = await ctx.commit("first");
  assert.equal(commit.cycle, 1);
  assert.deepEqual(await (await ctx.select("#question"))[0].content(), [2n ** 63n, "\u{1f333}"]);
  assert.equal((await ctx.log().take(1))[0].actor, "agent");
  assert.equal((await ctx.render()).profile, "openai@2");
  assert.deepEqual((await ctx.commit()).left.map(({ id }) => id), ["leaflet"]);
  await assert.rejects(ctx.select(".cb[role="), (error) => {
    assert.deepEqual([error.code, { ...error.place }], ["E_SELECTOR_INVALID", { offset: 9, length: 0 }]);
    return true;
  });
  assert.throws(() => repo.callSync("contexts", {}), /native/);
  const again = await open(`${url}/#token=${token}`);
  assert.deepEqual((await again.contexts()).map(({ name }) => name), ["planner"]);
  await again.close();
  await assert.rejects(again.contexts(), /closed/);
});

test("tokens, addresses and options that are wrong are told apart", { skip }, async (t) => {
  const { url, place, token } = await serve(t);
  await assert.rejects(open(url), { code: "E_TOKEN_INVALID" });
  await assert.rejects(open(url, { token: "lw_no_no" }), { code: "E_TOKEN_INVALID" });
  await assert.rejects(open(`${url}/elsewhere`, { token }), { code: "E_ROUTE_UNKNOWN" });
  await assert.rejects(open("http://127.0.0.1:1"), { code: "Unavailable", hint: /latewood serve/ });
  await assert.rejects(open(url, { token, clock: "logical" }), { code: "E_OPTION_INVALID" });
  await assert.rejects(open("agent.db", { token }), { code: "E_OPTION_INVALID" });
  const made = spawnSync(program, ["token", "new", "--scope", "read", "--store", place, "--json"], { encoding: "utf8" });
  const reader = await open(url, { token: JSON.parse(made.stdout).token });
  await assert.rejects(reader.createContext("x"), { code: "E_SCOPE" });
  await reader.close();
});

test("something that is no latewood gives a clear error", { skip }, async (t) => {
  const listener = createServer((socket) => socket.once("data", () => socket.end("HTTP/1.1 502 Bad Gateway\r\ncontent-length: 2\r\n\r\nno")));
  await new Promise((resolve) => listener.listen(0, "127.0.0.1", resolve));
  t.after(() => listener.close());
  await assert.rejects(open(`http://127.0.0.1:${listener.address().port}`), { code: "Unavailable", message: /status 502/ });
});

test("an abort ends a call", { skip }, async (t) => {
  const { repo } = await served(t);
  const reason = new Error("enough");
  await assert.rejects(repo.contexts({ signal: AbortSignal.abort(reason) }), reason);
  const control = new AbortController();
  const call = repo.context("main").commit("x", { signal: control.signal });
  control.abort(reason);
  await assert.rejects(call, reason);
});

// ---- events, over both transports ----

async function seesCommits(repo, writer) {
  const control = new AbortController();
  const events = repo.watch({ signal: control.signal, interval: 20 });
  const seen = [];
  const reading = (async () => {
    for await (const { context, cycle, message } of events) if (seen.push([context, cycle, message]) === 4) break;
  })();
  // The watch begins with its first look; until then nothing is new.
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (const [name, message] of [["a", "1"], ["a", "2"], ["b", "3"], ["a", "4"]]) await writer.context(name).commit(message);
  await reading;
  const sorted = (list) => list.map(String).sort();
  assert.deepEqual(sorted(seen), sorted([["a", 1, "1"], ["a", 2, "2"], ["b", 1, "3"], ["a", 3, "4"]]));
  const left = repo.watch({ signal: control.signal });
  const ended = left.next();
  setTimeout(() => control.abort(), 50);
  assert.deepEqual(await ended, { done: true, value: undefined });
}

test("a watch sees the commits of other clients", { skip }, async (t) => {
  const { repo, url, token } = await served(t);
  const writer = await open(url, { token });
  await writer.context("before").commit("long ago");
  await seesCommits(repo, writer);
  await writer.close();
});

test("a watch in the process sees the commits of others too", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "latewood-watch-"));
  const [repo, writer] = [await open(join(folder, "s.db")), await open(join(folder, "s.db"))];
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  await writer.context("before").commit("long ago");
  await writer.createContext("empty");
  await seesCommits(repo, writer);
  await Promise.all([repo.close(), writer.close()]);
});

test("a watch goes on after the server was started again, without a gap", { skip }, async (t) => {
  const running = await serve(t);
  // The token that `serve` prints is for one run.
  const made = spawnSync(program, ["token", "new", "--scope", "write", "--store", running.place, "--json"], { encoding: "utf8" });
  const repo = await open(running.url, { token: JSON.parse(made.stdout).token });
  const ctx = repo.context("main");
  await ctx.commit("0");
  const seen = [];
  const reading = (async () => {
    for await (const { message } of repo.watch()) if (seen.push(message) === 3) return;
  })();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await ctx.commit("1");
  while (seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  await running.stop("SIGTERM");
  const offline = await open(running.place);
  await offline.context("main").commit("2");
  await offline.close();
  Object.assign(running, await running.start(new URL(running.url).port));
  await ctx.commit("3");
  await reading;
  assert.deepEqual(seen, ["1", "2", "3"]);
  await repo.close();
});

test("a watch of an address without a server fails", { skip }, async (t) => {
  const running = await serve(t);
  const repo = await open(running.url, { token: running.token });
  await running.stop("SIGTERM");
  await assert.rejects(repo.watch().next(), { code: "Unavailable" });
  Object.assign(running, await running.start(0));
});
