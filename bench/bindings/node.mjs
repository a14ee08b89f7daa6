// What the Node package adds to the engine, beside the same work in C++.
//
//   node bench/bindings/node.mjs PROGRAM STAGE [--quick]
//
// PROGRAM is latewood_bindings of the same build, STAGE the folder in which the packages are put together. Both work by
// turns in one run, and their results are compared. Prints for each figure the median ratio of neighbours with the
// smallest and the largest; exits with 1 if a target is missed. With --quick sizes are small and only the results are
// judged.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [program, stage] = process.argv.slice(2).filter((word) => !word.startsWith("-"));
if (stage === undefined) {
  console.error("node bench/bindings/node.mjs PROGRAM STAGE [--quick]");
  process.exit(2);
}
const quick = process.argv.includes("--quick");
const { open } = await import(pathToFileURL(resolve(stage, "node_modules/latewood/src/index.js")).href);
const rounds = quick ? 2 : 9;
let missed = false;

/** The C++ side. */
const engine = spawn(program, [], { stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface(engine.stdout)[Symbol.asyncIterator]();
async function ask(request) {
  engine.stdin.write(`${request}\n`);
  const [number, result] = (await answers.next()).value.split(" ");
  return { each: Number(number), result };
}

/** Nanoseconds that the processor spent on this process during a call: the machine may be busy. */
async function processor(call) {
  const begin = process.cpuUsage();
  const result = await call();
  const { user, system } = process.cpuUsage(begin);
  return { each: (user + system) * 1000, result };
}

/** The same for each of `count` calls, and the result of the last. */
async function timed(count, call) {
  const { each, result } = await processor(async () => {
    let last;
    for (let i = 0; i < count; ++i) last = await call(i);
    return last;
  });
  return { each: each / count, result };
}

async function timedSync(count, call) {
  const { each, result } = await processor(() => {
    let last;
    for (let i = 0; i < count; ++i) last = call(i);
    return last;
  });
  return { each: each / count, result };
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** `pairs` are those of one round each, the first of them to warm up. */
function figure(name, pairs, value, target, holds, unit = "") {
  const values = pairs.slice(1).map(({ theirs, mine }) => value(theirs, mine));
  const middle = median(values);
  const isMet = quick || holds(middle);
  const judged = quick ? "result checked" : target === "none" ? "measured" : isMet ? "met" : "MISSED";
  console.log(`${middle.toFixed(2).padStart(8)}${unit} [${Math.min(...values).toFixed(2)} ${Math.max(...values).toFixed(2)}]  ${name}, target ${target}: ${judged}`);
  const micros = (side) => (median(pairs.slice(1).map((pair) => pair[side])) / 1000).toFixed(2);
  console.log(`${"".padStart(8)} (${micros("mine")} us in Node.js, ${micros("theirs")} us beside it)`);
  missed ||= !isMet;
}

function same(name, mine, theirs) {
  if (mine === theirs) return;
  console.error(`${name}: ${mine} in Node.js, ${theirs} beside it`);
  process.exit(1);
}

// ---- edits ----

const count = quick ? 100 : 1000;
async function addAndCommit(work) {
  const repo = await open("memory:", { clock: "logical" });
  const done = await work(repo, repo.context("main"));
  await repo.close();
  return done;
}
const WAYS = {
  "add and commit in memory over C++": (_repo, ctx) => timed(count, async (i) => {
    await ctx.add({ role: "user", content: `Message ${i}` });
    return (await ctx.commit("m")).id;
  }),
  "add and commit in one apply over C++": (_repo, ctx) => timed(count, async (i) => {
    const edits = [{ op: "insert", args: { role: "user", content: `Message ${i}` } }];
    return (await ctx.apply({ edits, commit: { message: "m" } })).commit.commit_id;
  }),
};
for (const [name, way] of Object.entries(WAYS)) {
  const pairs = [];
  for (let round = 0; round <= rounds; ++round) {
    const theirs = await ask(`add_commit ${count}`);
    const mine = await addAndCommit(way);
    same(name, mine.result, theirs.result);
    pairs.push({ theirs: theirs.each, mine: mine.each });
  }
  figure(name, pairs, (theirs, mine) => mine / theirs, "at most 3", (ratio) => ratio <= 3);
}

// ---- questions ----

const folder = mkdtempSync(join(tmpdir(), "latewood-bench-"));
const { result: commit } = await ask(`tree ${folder}`);
rmSync(folder, { recursive: true, force: true });
// The same tree, in memory as beside it.
const repo = await open("memory:", { clock: "logical" });
const ctx = repo.context("main");
for (let i = 0; i < 3332; ++i) {
  const content = `Message ${i} has a few more words in it, as people write them.`;
  ctx.add({ id: `n${i}`, role: i % 2 === 0 ? "user" : "assistant", content });
  ctx.commit();
}
same("the commit of the tree", (await ctx.at(0)).commit_id, commit);

const selects = quick ? 300 : 5000;
const selector = (i) => `#n${i % 3332}`;
let matches = 0;
const ASKED = {
  "on the thread of the program": () =>
    timedSync(selects, (i) => { matches += repo.callSync("select", { selector: selector(i) }).length; }),
  "as a promise": () => timed(selects, async (i) => { matches += (await ctx.select(selector(i))).length; }),
};
for (const [way, work] of Object.entries(ASKED)) {
  const pairs = [];
  for (let round = 0; round <= rounds; ++round) {
    const theirs = await ask(`select ${selects}`);
    matches = 0;
    const mine = await work();
    same("the matches", String(matches), theirs.result);
    pairs.push({ theirs: theirs.each, mine: mine.each });
  }
  // A promise takes the way to another thread and back; only the call itself has a target.
  const target = way === "as a promise" ? ["none", () => true] : ["under 10 us", (us) => us < 10];
  figure(`select by id above C++, ${way}`, pairs, (theirs, mine) => (mine - theirs) / 1000, ...target, " us");
}

// ---- reading all of it ----

const text = await ctx.export();
async function readTree() {
  let seen = 0;
  let size = 0;
  for (const node of await ctx.nodes()) {
    ++seen;
    if (node.id && node.role !== null) size += String(node.content).length;
  }
  return [seen, size];
}
{
  const wanted = (await ctx.tree({ moment: "@t0" })).nodes;
  const bytes = wanted.reduce((all, { role, content }) => (role == null ? all : all + String(content).length), 0);
  const pairs = [];
  // The functions of the client are compiled after some calls, as in a program that runs for a while.
  for (let round = 0; round < 25; ++round) await readTree();
  for (let round = 0; round <= rounds; ++round) {
    // The document is dropped within its own round, as the nodes are within theirs.
    const theirs = await processor(() => Object.keys(JSON.parse(text)).length);
    const mine = await processor(readTree);
    same("the nodes that were read", String(mine.result), String([wanted.length, bytes]));
    pairs.push({ theirs: theirs.each, mine: mine.each });
  }
  figure(`JSON.parse of an export over reading its ${wanted.length} nodes`, pairs, (theirs, mine) => theirs / mine,
    "at least 5", (ratio) => ratio >= 5);
}

await repo.close();
engine.stdin.end();
process.exit(missed ? 1 : 0);
