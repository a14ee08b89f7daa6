// Stores to look at, made with the command line.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";

export const latewood = process.env.LATEWOOD;
export const sources = process.env.SOURCES;
const work = process.env.WORK;
const environment = { ...process.env, LATEWOOD_CLOCK: "logical", LATEWOOD_STORE: "" };
delete environment.LATEWOOD_STORE;

/** A folder for the files of one scenario. */
export const folder = (name) => {
  const made = mkdtempSync(path.join(work, name + "-"));
  process.on("exit", () => rmSync(made, { recursive: true, force: true }));
  return made;
};

export const run = (...words) => execFileSync(latewood, words, { env: environment, encoding: "utf8" });
export const call = (store, operation, args = {}) =>
  JSON.parse(run("call", operation, JSON.stringify(args), "--store", store));

/** The store of tools/story.sh: six commits, a fork, a redaction, nodes that left. */
export function storyStore(where) {
  const store = path.join(where, "story.db");
  execFileSync("sh", [path.join(sources, "tools/story.sh"), store], {
    env: { ...environment, LATEWOOD: latewood, NO_COLOR: "1" }, stdio: ["ignore", "ignore", "pipe"],
  });
  return store;
}

/** Runs many operations in one process. */
export async function callAll(store, calls) {
  const child = spawn(latewood, ["call", "-", "--store", store], { env: environment, stdio: ["pipe", "pipe", "inherit"] });
  let wrong = "";
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (piece) => {
    text += piece;
    const lines = text.split("\n");
    text = lines.pop();
    wrong ||= lines.find((line) => line.startsWith('{"error"')) ?? "";
  });
  for (const [op, args] of calls) {
    if (!child.stdin.write(JSON.stringify({ op, args }) + "\n")) await once(child.stdin, "drain");
  }
  child.stdin.end();
  await once(child, "close");
  if (wrong) throw new Error(wrong.slice(0, 500));
}

/** 10,000 cycles and 100,000 nodes; kept between runs, since it takes a while and never changes. */
export async function largeStore(cycles = 10_000) {
  const store = path.join(work, `large-${cycles}.db`);
  const done = store + ".done";
  if (existsSync(done)) return store;
  rmSync(store, { force: true });
  await callAll(store, largeCalls(cycles));
  run("tag", "middle", `@c${Math.floor(cycles / 2)}`, "--store", store);
  const { writeFileSync } = await import("node:fs");
  writeFileSync(done, "");
  return store;
}

function* largeCalls(cycles) {
  yield ["init", {}];
  yield ["insert", { depth: -1, role: "system", system: true, id: "prompt", content: "You are a careful gardener." }];
  for (let cycle = 1; cycle <= cycles; ++cycle) {
    const edits = [];
    for (let place = 0; place < 8; ++place) {
      const args = {
        id: `n${cycle}.${place}`,
        role: ["user", "assistant", "tool"][place % 3],
        content: `cycle ${cycle} block ${place}: ` + "the oak drops leaves ".repeat(1 + ((cycle * 7 + place * 3) % 5)),
      };
      edits.push({ op: "insert", args });
    }
    // A tenth of the cycles have a document that expires.
    if (cycle % 10 === 0) edits.push({ op: "insert", args: { id: `d${cycle}`, content: `document ${cycle}`, ttl: 2, offset: 1 } });
    yield ["apply", { edits, commit: { message: `cycle ${cycle}` } }];
  }
}

export const hostileTexts = [
  "<script>window.hacked = 1</script>",
  "</script><script>window.hacked = 2</script><!--",
  '<img src=x onerror="window.hacked = 3">',
  "\u001b[31mred\u001b[0m \u001b]0;title\u0007 \u009b31m",
  "\u202Egnp.exe\u202C \u2066isolate\u2069 \u200Bzero\u200D \uFEFF",
  "\u05E9\u05DC\u05D5\u05DD \u0627\u0644\u0633\u0644\u0627\u0645 mixed with English",
  "\u2028line\u2029paragraph\u0000null\r\n\t",
  "javascript:window.hacked = 4",
  "x".repeat(1_000_000),
  "\u6F22\u5B57".repeat(3000) + "\u{1F333}".repeat(500),
];

/** A context whose every text tries something. */
export async function hostileStore(where) {
  const store = path.join(where, "hostile.db");
  const attributes = {};
  for (let place = 0; place < 10_000; ++place) attributes[`data_a${place}`] = `value ${place} <b onclick="window.hacked = 5">`;
  const insert = (content, place) => ["insert", { role: place % 2 ? "assistant" : "user", id: `<b id=n${place}>${place}`, content }];
  await callAll(store, [
    ["init", {}],
    ...hostileTexts.slice(0, 5).map(insert),
    ["commit", { message: '<script>window.hacked = 6</script>"\u202E', actor: "<i>actor</i>\u001b[2J" }],
    ...hostileTexts.slice(5).map((content, place) => insert(content, place + 5)),
    ["insert", { role: "user", id: "attributes", content: "ten thousand of them", attributes }],
    ["commit", { message: "</script><!-- \u2028", actor: "a".repeat(300) }],
    ["create_tag", { name: "evil-tag" }],
  ]);
  return store;
}
