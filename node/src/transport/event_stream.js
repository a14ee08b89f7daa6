// Server-sent events as an async iterator that survives a lost connection.
import { setTimeout as sleep } from "node:timers/promises";
import { LatewoodError } from "../error.js";

/** How long to wait before the next connection, in milliseconds. */
const RETRY_MS = 500;

/**
 * The events of a body of type text/event-stream, those without data too.
 * @param {AsyncIterable<Uint8Array>} body
 * @returns {AsyncGenerator<{ id: string | undefined, type: string, data: string }, void, void>}
 */
export async function* parseEvents(body) {
  const decoder = new TextDecoder();
  let rest = "";
  let fields = new Map();
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "") {
        if (fields.size > 0) yield { id: fields.get("id"), type: fields.get("event") ?? "message", data: fields.get("data") ?? "" };
        fields = new Map();
        continue;
      }
      const [, name = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
      const isMore = name === "data" && fields.has("data");
      if (name !== "") fields.set(name, isMore ? `${fields.get("data")}\n${value}` : value);
    }
  }
}

/**
 * Commits from now on. A first connection that fails is an error; a connection that is lost later is made again, and
 * goes on behind the last event.
 * @param {AbortSignal} ends
 * @param {(headers: Record<string, string>, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array> | null>} connect
 * @returns {AsyncGenerator<import("./transport.js").CommitEvent, void, void>}
 */
export async function* readCommits(ends, connect) {
  const left = new AbortController();
  const connection = AbortSignal.any([ends, left.signal]);
  /** @type {string | undefined} */
  let last;
  try {
    while (!connection.aborted) {
      try {
        const body = await connect({ accept: "text/event-stream", ...(last === undefined ? {} : { "last-event-id": last }) }, connection);
        for await (const { id, type, data } of parseEvents(body ?? (async function* () {})())) {
          last = id ?? last;
          if (type === "commit") yield JSON.parse(data);
        }
      } catch (error) {
        if (connection.aborted) return;
        const isLost = !(error instanceof LatewoodError) || error.kind === "Unavailable";
        if (!isLost || last === undefined) throw error;
      }
      await sleep(RETRY_MS, undefined, { signal: connection }).catch(() => {});
    }
  } finally {
    // Also when the loop of the program stops early.
    left.abort();
  }
}
