// The chat workload on LangGraph's SQLite checkpointer, beside Latewood's figures of the same
// workload: a turn is one question and one answer of 200 bytes, kept when the call returns.
//
//   node langgraph.mjs OURS.json TURNS FOLDER
//
// OURS.json is what `latewood_bench --json` wrote for the group "chat".
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";

const [oursFile, turnsText, folder] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node langgraph.mjs OURS.json TURNS FOLDER");
  process.exit(2);
}
const turns = Number(turnsText);

const text = (number) => `${number}: `.padEnd(200, "the order was sent again please check ");
let said = 0;

const graph = new StateGraph(MessagesAnnotation)
  .addNode("answer", () => ({ messages: [new AIMessage(text(2 * said + 1))] }))
  .addEdge(START, "answer")
  .addEdge("answer", END)
  .compile({ checkpointer: SqliteSaver.fromConnString(join(folder, "langgraph.db")) });

const config = { configurable: { thread_id: "chat" } };
async function turn() {
  const state = await graph.invoke({ messages: [new HumanMessage(text(2 * said))] }, config);
  said += 1;
  if (state.messages.length !== 2 * said) throw new Error(`turn ${said} has ${state.messages.length} messages`);
}

for (let i = 0; i < turns; i += 1) await turn();
const times = [];
for (let i = 0; i < 15; i += 1) {
  const start = process.hrtime.bigint();
  await turn();
  times.push(Number(process.hrtime.bigint() - start) / 1000);
}
times.sort((a, b) => a - b);
const theirs = times[7];
const theirBytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / said;

const ours = JSON.parse(readFileSync(oursFile, "utf8"));
const figure = (start) => ours.figures.find((each) => each.name.startsWith(start) && each.name.includes("SQLite"));
const ourTurn = figure("durable chat turn").first.median / 1000;
const ourBytes = figure("bytes on disk a turn").first.median;

const line = (what, other, own, unit) =>
  console.log(`${what.padEnd(34)} LangGraph ${other.toFixed(0)} ${unit}, Latewood ${own.toFixed(0)} ${unit}: ${(other / own).toFixed(0)} times`);
line(`durable chat turn at ${turns} turns`, theirs, ourTurn, "us");
line(`bytes on disk a turn at ${turns} turns`, theirBytes, ourBytes, "bytes");
if (theirs < 100 * ourTurn || theirBytes < 100 * ourBytes) {
  console.log("the aim is at least 100 times for both");
  process.exit(1);
}
