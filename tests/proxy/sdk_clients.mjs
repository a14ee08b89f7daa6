// The vendors' own clients: everything that they give to a program, as one text. Run twice, against the vendor and
// through the proxy, both must be the same.
//
//   node sdk_clients.mjs OPENAI_URL ANTHROPIC_URL KEY
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";

const [openaiUrl, anthropicUrl, key] = process.argv.slice(2);
const seen = {};

function clients(scenario, headers = {}) {
  const options = { apiKey: key, maxRetries: 0, timeout: 30000, defaultHeaders: { "x-scenario": scenario, ...headers } };
  return {
    openai: new OpenAI({ ...options, baseURL: openaiUrl }),
    anthropic: new Anthropic({ ...options, baseURL: anthropicUrl }),
  };
}

const chat = { model: "gpt-fake", messages: [{ role: "system", content: "You know trees." }, { role: "user", content: "Which tree?" }] };
const responses = { model: "gpt-fake", instructions: "You know trees.", input: "Which tree?" };
const message = { model: "claude-fake", max_tokens: 64, system: "You know trees.", messages: [{ role: "user", content: "Which tree?" }] };
const look = { type: "object", properties: { tree: { type: "string" } }, required: ["tree"] };
const chatTools = [{ type: "function", function: { name: "look", description: "Looks.", parameters: look } }];
const messageTools = [{ name: "look", description: "Looks.", input_schema: look }];

async function collected(stream) {
  const all = [];
  for await (const each of await stream) all.push(each);
  return all;
}

// An error as a program sees it.
function described(error) {
  const headers = error.headers ? Object.fromEntries([...error.headers].filter(([name]) => !["connection", "keep-alive"].includes(name))) : null;
  return { class: error.constructor.name, status: error.status ?? null, message: error.message, body: error.error ?? null, headers };
}

async function note(name, act) {
  try {
    seen[name] = await act();
  } catch (error) {
    seen[name] = described(error);
  }
}

for (const scenario of ["plain", "zipped", "busy", "overloaded", "wrong_key", "dies", "silent"]) {
  const { openai, anthropic } = clients(scenario);
  await note(`chat ${scenario}`, () => openai.chat.completions.create(chat));
  await note(`responses ${scenario}`, () => openai.responses.create(responses));
  await note(`messages ${scenario}`, () => anthropic.messages.create(message));
}
for (const scenario of ["plain", "tools", "dies"]) {
  const { openai, anthropic } = clients(scenario);
  await note(`chat stream ${scenario}`, () => collected(openai.chat.completions.create({ ...chat, tools: chatTools, stream: true, stream_options: { include_usage: true } })));
  await note(`responses stream ${scenario}`, () => collected(openai.responses.create({ ...responses, stream: true })));
  await note(`messages stream ${scenario}`, () => collected(anthropic.messages.create({ ...message, tools: messageTools, stream: true })));
}

// A loop with tools through the helpers: the call, its result, the answer.
await note("messages loop", async () => {
  const tools = clients("tools", { "x-latewood-context": "sdk/messages" }).anthropic;
  const first = await tools.messages.stream({ ...message, tools: messageTools }).finalMessage();
  const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "It is old." }] };
  const messages = [...message.messages, { role: "assistant", content: first.content }, result];
  const plain = clients("plain", { "x-latewood-context": "sdk/messages" }).anthropic;
  const second = await plain.messages.stream({ ...message, tools: messageTools, messages }).finalMessage();
  return [first, second];
});
await note("chat loop", async () => {
  const tools = clients("tools", { "x-latewood-context": "sdk/chat" }).openai;
  const first = await tools.chat.completions.stream({ ...chat, tools: chatTools }).finalMessage();
  const result = { role: "tool", tool_call_id: "call_1", content: "It is old." };
  const call = { role: "assistant", content: first.content, tool_calls: first.tool_calls.map(({ id, type, function: { name, arguments: given } }) => ({ id, type, function: { name, arguments: given } })) };
  const messages = [...chat.messages, call, result];
  const plain = clients("plain", { "x-latewood-context": "sdk/chat" }).openai;
  return [first, await plain.chat.completions.create({ ...chat, tools: chatTools, messages })];
});

// A program that loses patience.
for (const [name, act] of [
  ["chat", (signal) => collected(clients("hangs").openai.chat.completions.create({ ...chat, stream: true }, { signal }))],
  ["messages", (signal) => collected(clients("hangs").anthropic.messages.create({ ...message, stream: true }, { signal }))],
]) {
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 500);
  await note(`${name} abort`, () => act(abort.signal));
}
await note("models", () => clients("plain").openai.models.list().then((page) => page.data ?? null));

// Times of arrival and addresses differ between two runs.
const text = JSON.stringify(seen, (name, value) => (name === "date" ? undefined : value), 1);
console.log(text.replaceAll(openaiUrl, "OPENAI").replaceAll(anthropicUrl, "ANTHROPIC"));
