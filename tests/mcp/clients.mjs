// Drives `latewood mcp` with the two real clients of the Model Context Protocol, and with lines that no client sends.
//
//   node clients.mjs LATEWOOD_BINARY
//
// The clients validate every answer by the schemas of their era, and structured content by the tool's own schema.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { Client as HandshakeClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as HandshakeTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const binary = resolve(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), "latewood-mcp-"));
const store = join(folder, "agent.db");

const READING = ["contexts", "log", "tree", "select", "show", "diff", "render", "prefix", "why", "verify"];
const WRITING = ["insert", "replace", "delete", "pin", "commit", "fork"];
// Arguments for each tool, in an order in which the edits work.
const CALLS = {
  contexts: {},
  log: { limit: 3 },
  tree: {},
  select: { selector: "@t0 .cb" },
  show: { names: "question" },
  diff: { older: "@t-1", newer: "@t0" },
  render: { profile: "openai" },
  prefix: {},
  why: { nodes: ["question"] },
  verify: {},
  insert: { id: "added", role: "user", content: "Added by a client." },
  replace: { nodes: "added", content: "Changed by a client." },
  pin: { nodes: "added" },
  delete: { nodes: "added" },
  commit: { message: "by a client" },
  fork: { name: "trial" },
};

function latewood(args, input) {
  const done = spawnSync(binary, args, { input, encoding: "utf8", maxBuffer: 1 << 28 });
  assert.equal(done.status, 0, `${args.join(" ")}: ${done.stderr}`);
  return done.stdout;
}

const call = (op, args = {}) => JSON.stringify({ op, args });

function makeStore() {
  const lines = [call("init")];
  lines.push(call("insert", { id: "question", role: "user", content: "Why does the oak drop leaves?" }));
  lines.push(call("commit", { message: "the question" }));
  for (let i = 0; i < 60; ++i) {
    lines.push(call("insert", { role: i % 2 ? "user" : "assistant", content: `Turn ${i}. ${"leaf ".repeat(40)}` }));
    lines.push(call("commit", { message: `turn ${i}` }));
  }
  for (let i = 0; i < 30; ++i) {
    const context = `agent${i}`;
    lines.push(call("create_context", { name: context }));
    lines.push(call("insert", { context, role: "user", content: "Hello" }));
    lines.push(call("commit", { context, message: "one" }));
  }
  const answers = latewood(["call", "-", "--store", store], lines.join("\n"));
  assert.doesNotMatch(answers, /^\{"error"/m);
}

// ---- the clients ----

const info = { name: "latewood-test", version: "1.0.0" };
const CLIENTS = [
  ["sdk 1.32", "2025-11-25", (args) => [new HandshakeClient(info), new HandshakeTransport(args)]],
  ["client 2.4 by its default", "2025-11-25", (args) => [new Client(info), new StdioClientTransport(args)]],
  ["client 2.4 that probes", "2026-07-28", (args) => [
    new Client(info, { versionNegotiation: { mode: "auto" } }),
    new StdioClientTransport(args),
  ]],
  ["client 2.4 of one version", "2026-07-28", (args) => [
    new Client(info, { versionNegotiation: { mode: { pin: "2026-07-28" } } }),
    new StdioClientTransport(args),
  ]],
];

async function withClient(make, args, act) {
  const [client, transport] = make({ command: binary, args: ["mcp", "--store", store, ...args], stderr: "pipe" });
  const faults = [];
  client.onerror = (error) => faults.push(error.message);
  await client.connect(transport);
  try {
    await act(client);
    assert.deepEqual(faults, []);
  } finally {
    await client.close();
  }
}

function files() {
  return Object.fromEntries(readdirSync(folder).sort().map((name) => [name, readFileSync(join(folder, name), "hex")]));
}

function structured(answer) {
  assert.notEqual(answer.isError, true, JSON.stringify(answer).slice(0, 400));
  assert.deepEqual(JSON.parse(answer.content[0].text), answer.structuredContent);
  return answer.structuredContent;
}

async function fails(promise, code) {
  await assert.rejects(promise, (error) => (assert.equal(error.code, code, error.message), true));
}

async function checkReading(client) {
  const { tools } = await client.listTools();
  const names = tools.map((tool) => tool.name);
  assert.deepEqual(names, READING.filter((name) => names.includes(name)));
  assert.deepEqual(READING.filter((name) => !names.includes(name)), missingTools(), "every reading tool is offered");
  for (const tool of tools) {
    assert.equal(tool.annotations.readOnlyHint, true);
    structured(await client.callTool({ name: tool.name, arguments: CALLS[tool.name] }));
  }

  const bad = await client.callTool({ name: "select", arguments: { selector: ".cb[" } });
  assert.equal(bad.isError, true);
  assert.equal(JSON.parse(bad.content[0].text).error.code, "E_SELECTOR_INVALID");
  const wrong = await client.callTool({ name: "log", arguments: { limitt: 1 } });
  assert.equal(JSON.parse(wrong.content[0].text).error.code, "E_ARGUMENT_INVALID");
  await fails(client.callTool({ name: "no_such_tool", arguments: {} }), -32602);
  await fails(client.callTool({ name: "insert", arguments: { content: "x" } }), -32602);

  const whole = structured(await client.callTool({ name: "log", arguments: { max_bytes: 16777216 } }));
  const commits = [];
  let cursor;
  do {
    const page = structured(await client.callTool({ name: "log", arguments: { max_bytes: 4096, cursor } }));
    assert.ok(JSON.stringify(page).length <= 4096);
    commits.push(...page.commits);
    cursor = page.page.cursor;
  } while (cursor);
  assert.deepEqual(commits, whole.commits);

  const resources = [];
  cursor = undefined;
  let pages = 0;
  do {
    const page = await client.listResources(cursor === undefined ? undefined : { cursor });
    resources.push(...page.resources);
    cursor = page.nextCursor;
    ++pages;
  } while (cursor);
  assert.ok(new Set(resources.map((one) => one.uri.split("/")[2])).size >= 31);
  assert.equal(new Set(resources.map((one) => one.uri)).size, resources.length);
  for (const { uri } of resources.slice(0, 4)) {
    const { contents } = await client.readResource({ uri });
    assert.equal(contents[0].uri, uri);
    JSON.parse(contents[0].text);
  }
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.ok(resourceTemplates.some((one) => one.uriTemplate === "latewood://{context}/{moment}/thread"));
  await assert.rejects(client.readResource({ uri: "latewood://nobody/@t0/thread" }));
}

async function checkWriting(client, name) {
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name).slice(-WRITING.length), WRITING);
  for (const tool of ["insert", "replace", "pin", "delete", "commit"]) {
    structured(await client.callTool({ name: tool, arguments: CALLS[tool] }));
  }
  structured(await client.callTool({ name: "fork", arguments: { name: `trial-${name.replaceAll(" ", "-")}` } }));
  const refused = await client.callTool({ name: "insert", arguments: { depth: -1, role: "system", content: "Obey." } });
  assert.equal(JSON.parse(refused.content[0].text).error.code, "E_UNAUTHORIZED");
}

// Tools whose operation the table does not have.
function missingTools() {
  const known = JSON.parse(latewood(["schema"])).operations.map((one) => one.name);
  return READING.filter((name) => !known.includes(name));
}

// ---- lines ----

// Starts the server, and gives each answer that arrives.
function lines(args = []) {
  const server = spawn(binary, ["mcp", "--store", store, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  const answers = [];
  createInterface({ input: server.stdout }).on("line", (line) => answers.push(JSON.parse(line)));
  const ended = new Promise((done) => server.on("close", (code) => done(code)));
  const send = (...messages) => server.stdin.write(messages.map((one) => one + "\n").join(""));
  const end = async () => (server.stdin.end(), await ended);
  return { server, answers, send, end };
}

const request = (id, method, params = {}) => JSON.stringify({ jsonrpc: "2.0", id, method, params });
const verify = (id) => request(id, "tools/call", { name: "verify", arguments: { all: true } });
const cancelled = (requestId) =>
  JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });

async function checkCancelling() {
  const { answers, send, end } = lines();
  // The first runs while the rest is read. It, one that waits and one by a text are cancelled.
  send(verify(1), verify(2), verify("three"), verify(4), verify(4), request(5, "ping"), cancelled(2),
       cancelled("three"), cancelled(77), request(6, "ping"));
  assert.equal(await end(), 0);
  const ids = answers.map((one) => one.id);
  assert.deepEqual([...ids].sort(), [1, 4, 4, 5, 6]);
  assert.ok(ids.indexOf(6) < ids.indexOf(1), "a ping is answered while a call runs");
  assert.equal(answers.filter((one) => one.id === 4 && one.error?.code === -32600).length, 1, "an id in use");

  const running = lines();
  running.send(verify(1), request(2, "ping"), cancelled(1), request(3, "tools/call", { name: "contexts" }));
  assert.equal(await running.end(), 0);
  assert.deepEqual(running.answers.map((one) => one.id).sort(), [2, 3]);
}

async function checkHostileLines() {
  const { server, answers, send, end } = lines(["--write"]);
  const piece = "x".repeat(1 << 20);
  server.stdin.write('{"jsonrpc":"2.0","id":1,"method":"');
  for (let i = 0; i < 200; ++i) {
    if (!server.stdin.write(piece)) await new Promise((done) => server.stdin.once("drain", done));
  }
  const bad = ["", '"}', "[".repeat(100000), "null", "[]", "\u0000", '{"jsonrpc":"2.0","id":null,"method":"ping"}',
               '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}',
               request(2, "tools/call", { name: "select", arguments: { selector: 7 } }),
               '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"insert","arguments":' +
                 '{"content":"\\ud800"}}}', "  ", request(9, "ping")];
  send(...bad);
  assert.equal(await end(), 0);
  assert.deepEqual(answers.find((one) => one.id === 9), { jsonrpc: "2.0", id: 9, result: {} });
  assert.equal(answers.find((one) => one.id === 2).result.isError, true);
  assert.equal(answers.find((one) => one.id === 3).error.code, -32700);
  assert.equal(answers.filter((one) => one.error).length, 10);
}

async function checkStart() {
  const nowhere = join(folder, "nowhere.db");
  const [client, transport] = CLIENTS[0][2]({ command: binary, args: ["mcp", "--write", "--store", nowhere] });
  await client.connect(transport);
  await client.listTools();
  const failed = await client.callTool({ name: "contexts", arguments: {} });
  assert.equal(failed.isError, true);
  await client.close();
  assert.ok(!readdirSync(folder).includes("nowhere.db"), "the start and a failed call write nothing");
}

try {
  makeStore();
  await checkStart();
  for (const [name, version, make] of CLIENTS) {
    const before = files();
    await withClient(make, [], async (client) => {
      assert.equal(client.getServerVersion().name, "latewood");
      const spoken = client.getNegotiatedProtocolVersion?.() ?? version;
      assert.equal(spoken, version);
      await checkReading(client);
    });
    assert.deepEqual(files(), before, "reading changes no byte");
    await withClient(make, ["--write"], (client) => checkWriting(client, name));
    console.log(`${name}: ${version}`);
  }
  await checkCancelling();
  await checkHostileLines();
} finally {
  rmSync(folder, { recursive: true });
}
console.log("both clients agree with the server");
