// The engine behind `latewood serve`.
import { LatewoodError, unavailable, wrongArgument } from "../error.js";
import { readCommits } from "./event_stream.js";

/**
 * @typedef {object} HttpOptions
 * @property {string} [token] default: that of the URL, behind `#token=`
 * @property {typeof fetch} [fetch] default: that of Node.js
 */

export class HttpTransport {
  #base;
  #token;
  #fetch;
  #closed = new AbortController();
  kind = /** @type {const} */ ("http");
  /** @type {undefined} */
  callSync = undefined;
  /** @type {undefined} */
  nodes = undefined;

  /** @param {URL} url @param {HttpOptions} options */
  constructor(url, options) {
    this.#token = options.token ?? new URLSearchParams(url.hash.slice(1)).get("token") ?? undefined;
    this.#base = new URL(url.pathname.endsWith("/") ? url.pathname : `${url.pathname}/`, url.origin);
    this.#fetch = options.fetch ?? fetch;
  }

  /** @param {string} operation @param {string} args @param {import("./transport.js").CallOptions} options */
  async call(operation, args, { signal }) {
    const path = `v1/operations/${encodeURIComponent(operation)}`;
    const headers = { "content-type": "application/json", accept: "application/json" };
    return this.#send(path, { method: "POST", headers, body: args, signal: signal ?? null }, (response) => response.text());
  }

  /** @param {import("./transport.js").WatchOptions} options */
  async *watch({ signal, context }) {
    const path = context === undefined ? "v1/events" : `v1/events?context=${encodeURIComponent(context)}`;
    const ends = AbortSignal.any(signal === undefined ? [this.#closed.signal] : [signal, this.#closed.signal]);
    yield* readCommits(ends, (headers, connection) =>
      this.#send(path, { headers, signal: connection }, async (response) => response.body));
  }

  async close() {
    this.#closed.abort();
  }

  /**
   * @template Read
   * @param {string} path
   * @param {RequestInit & { headers: Record<string, string> }} request
   * @param {(response: Response) => Promise<Read>} read
   * @returns {Promise<Read>}
   */
  async #send(path, request, read) {
    if (this.#closed.signal.aborted) throw closed();
    const headers = this.#token === undefined ? request.headers : { ...request.headers, authorization: `Bearer ${this.#token}` };
    let response;
    try {
      response = await this.#fetch(new URL(path, this.#base), { ...request, headers });
      if (response.ok) return await read(response);
      throw errorOfResponse(response.status, await response.text());
    } catch (cause) {
      if (request.signal?.aborted) throw request.signal.reason;
      throw cause instanceof LatewoodError ? cause : this.#failure(cause, response !== undefined);
    }
  }

  /** What fetch throws names its reason in the cause. @param {unknown} cause @param {boolean} wasAnswered */
  #failure(cause, wasAnswered) {
    const deeper = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
    const message = deeper instanceof Error ? deeper.message : String(deeper);
    if (wasAnswered) return unavailable(`the answer of ${this.#base.origin} broke off: ${message}`, { cause });
    const hint = "check the address; `latewood serve` prints it";
    return unavailable(`${this.#base.origin} cannot be reached: ${message}`, { cause, hint });
  }
}

const closed = () => wrongArgument("the repository is closed", "InvalidArgument", "open it again");

/**
 * The error of a response without success: a problem document (RFC 9457) of the server, or what something else between
 * here and there said.
 * @param {number} status
 * @param {string} text
 */
function errorOfResponse(status, text) {
  let problem;
  try {
    problem = JSON.parse(text);
  } catch {
    // Not JSON: told by its status.
  }
  if (typeof problem?.code === "string") return new LatewoodError({ ...problem, message: problem.detail });
  return unavailable(`the server answered with status ${status}`, { hint: "check that the address is that of `latewood serve`" });
}
