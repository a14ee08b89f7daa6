// The answer of a vendor, in whatever form a program has it.
import { wrongArgument } from "./error.js";

/**
 * The response object of an SDK, the JSON or the text of one, its stream of chunks, or the Response of fetch.
 * @typedef {object | string | ReadonlyArray<unknown> | AsyncIterable<unknown> | Iterable<unknown> | Response} Reply
 */

/**
 * The reply as the operation `complete` takes it: an object, an array of chunks, or a text.
 * @param {Reply} reply
 * @returns {Promise<object | string>}
 */
export async function collected(reply) {
  if (typeof reply === "string" || Array.isArray(reply)) return reply;
  if (typeof reply !== "object" || reply === null) throw wrongArgument("a reply is an object, a text or a stream");
  if (typeof Response === "function" && reply instanceof Response) return reply.text();
  if (Symbol.asyncIterator in reply || Symbol.iterator in reply) {
    const chunks = new Chunks();
    for await (const chunk of /** @type {AsyncIterable<unknown>} */ (reply)) chunks.add(chunk);
    return chunks.all();
  }
  return reply;
}

/** Chunks as they come: objects become an array, texts and bytes one text. */
export class Chunks {
  /** @type {object[]} */
  #objects = [];
  #text = "";
  #decoder = new TextDecoder();

  get isEmpty() {
    return this.#objects.length === 0 && this.#text === "";
  }

  /** @param {unknown} chunk */
  add(chunk) {
    if (typeof chunk === "string") {
      this.#text += chunk;
    } else if (chunk instanceof Uint8Array) {
      this.#text += this.#decoder.decode(chunk, { stream: true });
    } else if (typeof chunk === "object" && chunk !== null) {
      this.#objects.push(chunk);
    } else {
      throw wrongArgument(`a chunk is an object, a text or bytes, not ${typeof chunk}`);
    }
  }

  all() {
    const text = this.#text + this.#decoder.decode();
    if (text !== "" && this.#objects.length > 0) throw wrongArgument("a stream has objects or text, not both");
    return this.#objects.length > 0 ? this.#objects : text;
  }
}
