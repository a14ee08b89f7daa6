// Operations over HTTP, from the server that gave the page.
import { AnswerError } from "./answers.js";

const storedToken = "latewood token";

/**
 * The token of the URL, once; then that of the session. The URL does not keep it.
 * @returns {string}
 */
export function takeToken() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const given = parts.get("token");
  if (given) {
    sessionStorage.setItem(storedToken, given);
    parts.delete("token");
    const rest = parts.toString();
    history.replaceState(null, "", location.pathname + location.search + (rest ? "#" + rest : ""));
  }
  return sessionStorage.getItem(storedToken) ?? "";
}

/** @param {string} token */
export const keepToken = (token) => sessionStorage.setItem(storedToken, token);

/** @returns {Record<string, string>} */
const authorization = () => {
  const token = sessionStorage.getItem(storedToken);
  return token ? { authorization: `Bearer ${token}` } : {};
};

/**
 * The fault of a response that is not an answer: a problem object, or {"error":{..}}.
 * @param {Response} response
 * @returns {Promise<AnswerError>}
 */
async function faultOf(response) {
  const body = await response.json().catch(() => ({}));
  const fault = body.error ?? body;
  return new AnswerError({
    code: fault.code ?? fault.rule ?? `HTTP ${response.status}`,
    message: fault.message ?? fault.detail ?? fault.title ?? `the server answered ${response.status}`,
    hint: fault.hint ?? (response.status === 401 ? "open the URL that `latewood serve` printed" : null),
    place: fault.place ?? null,
  });
}

/** @type {import("./answers.js").Ask} */
async function askServer(operation, args, stop) {
  let response;
  try {
    response = await fetch(`v1/operations/${operation}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...authorization() },
      body: JSON.stringify(args),
      signal: stop,
    });
  } catch (error) {
    if (/** @type {Error} */ (error).name === "AbortError") throw error;
    throw new AnswerError({ code: "OFFLINE", message: "the server does not answer", hint: "is `latewood serve` running?" });
  }
  if (!response.ok) throw await faultOf(response);
  return response.json();
}

/**
 * Calls `on` for every event of the stream, for ever: a stream that ends is opened again, after a pause that grows.
 * @param {{commit: () => void, reset: () => void, connected: (yes: boolean) => void}} on
 */
async function watch(on) {
  let last = "";
  for (let pause = 500; ; pause = Math.min(pause * 2, 10_000)) {
    try {
      /** @type {Record<string, string>} */
      const headers = { accept: "text/event-stream", ...authorization() };
      if (last) headers["last-event-id"] = last;
      const response = await fetch("v1/events", { headers, cache: "no-store" });
      if (response.status === 404) return;
      if (!response.ok || !response.body) throw await faultOf(response);
      on.connected(true);
      pause = 500;
      for await (const event of eventsOf(response.body)) {
        if (event.id) last = event.id;
        if (event.name === "reset") on.reset();
        else if (event.name === "commit") on.commit();
      }
    } catch {
      // The next try tells whether the server is back.
    }
    on.connected(false);
    await new Promise((resume) => setTimeout(resume, pause));
  }
}

/**
 * @param {ReadableStream<Uint8Array>} body
 * @returns {AsyncGenerator<{name: string, id: string, data: string}>}
 */
export async function* eventsOf(body) {
  const reader = body.pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const blocks = text.split(/\r?\n\r?\n/);
    text = /** @type {string} */ (blocks.pop());
    for (const block of blocks) {
      const event = { name: "message", id: "", data: "" };
      for (const line of block.split(/\r?\n/)) {
        const [, field, content] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
        if (field === "event") event.name = content;
        if (field === "id") event.id = content;
        if (field === "data") event.data += content;
      }
      yield event;
    }
  }
}

/** @returns {import("./answers.js").Transport} */
export const httpTransport = () => ({ ask: askServer, live: true, profiles: null, has: () => true, watch });
