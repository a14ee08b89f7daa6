// Plays the vendor, so that the examples need no network: a server of this machine that speaks as much of the API of
// OpenAI as they use. It asks for the weather first, and answers when the request has the result of the tool.
import { createServer } from "node:http";

/**
 * @typedef {{ role: string, content: string }} Message
 * @typedef {{ model: string, messages: Message[], stream?: boolean }} Body
 */

/** @param {Body} body */
function answerTo({ messages }) {
  const last = messages.at(-1);
  if (last?.role === "tool") return { content: `Take a coat: ${last.content}`, finish: "stop" };
  if (/coat/.test(last?.content ?? "")) {
    const call = { index: 0, id: "call_1", type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } };
    return { calls: [call], finish: "tool_calls" };
  }
  return { content: `I read ${messages.length} messages, the last has ${last?.content.length} characters.`, finish: "stop" };
}

/** @param {Body} body */
function chunksOf(body) {
  const { content, calls, finish } = answerTo(body);
  const chunk = (/** @type {object} */ delta, /** @type {string | null} */ finish_reason = null) => ({
    id: "answer", object: "chat.completion.chunk", model: "m-1", choices: [{ index: 0, delta, finish_reason }],
  });
  const parts = calls ? [chunk({ role: "assistant", tool_calls: calls })] : [];
  for (const word of content?.split(/(?<= )/) ?? []) parts.push(chunk({ role: "assistant", content: word }));
  return [...parts, chunk({}, finish)];
}

/** Starts it; gives its address, and a function that ends it. */
export async function startVendor() {
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += part;
    response.setHeader("content-type", "text/event-stream");
    for (const chunk of chunksOf(JSON.parse(text))) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    response.end("data: [DONE]\n\n");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no address");
  return {
    url: `http://127.0.0.1:${address.port}/v1/chat/completions`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/**
 * Sends a request and gives the chunks of its stream, as the SDK of a vendor does.
 * @param {string} url
 * @param {object} body
 */
export async function* send(url, body) {
  const response = await fetch(url, { method: "POST", body: JSON.stringify({ ...body, stream: true }) });
  if (!response.ok || response.body === null) throw new Error(`the vendor answered with status ${response.status}`);
  let rest = "";
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + text).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const data = event.replace(/^data: /, "");
      if (data !== "[DONE]") yield JSON.parse(data);
    }
  }
}
