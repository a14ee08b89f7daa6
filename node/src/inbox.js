// Events from outside, and their way into a cycle.
import { Listing } from "./listing.js";

/** @typedef {import("./repository.js").CallOptions} CallOptions */
/** @typedef {import("./rows.js").Event} Event */
/**
 * @template {import("./reading.js").OperationName} Name
 * @template {string} [Taken=never]
 * @typedef {import("./reading.js").Options<Name, Taken>} Options
 */

/** Elements of a page. */
const PAGE = 500;

/** The streams of a context. */
export class Inbox {
  #context;

  /** @param {import("./context.js").Context} context */
  constructor(context) {
    this.#context = context;
  }

  /**
   * Appends an event to a stream, which its first event makes.
   * @param {string} stream
   * @param {import("../types/operations.js").Json} payload
   * @param {Options<"append_event", "stream" | "payload">} [options]
   */
  async append(stream, payload, options) {
    return this.#context.call("append_event", { stream, payload, ...options });
  }

  /**
   * All streams, with how far a view has read them.
   * @param {Options<"streams">} [options]
   * @returns {Promise<import("./rows.js").StreamInfo[]>}
   */
  async streams(options) {
    return (await this.#context.call("streams", options)).streams;
  }

  /**
   * The events of a stream.
   * @param {string} stream
   * @param {{ after?: number } & CallOptions} [options] after: a number of an event; default: 0
   * @returns {Listing<Event>}
   */
  events(stream, options = {}) {
    const context = this.#context;
    const { after = 0, signal } = options;
    return new Listing(async function* () {
      /** @type {number | undefined} */
      let seen = after;
      while (seen !== undefined) {
        /** @type {import("./repository.js").Result<"events">} */
        const page = await context.call("events", { stream, after: seen, limit: PAGE, signal });
        yield* page.events;
        seen = page.next;
      }
    });
  }

  /** Lets waiting events into the cycle. @param {Options<"admit">} [options] */
  async admit(options) {
    return this.#context.call("admit", options);
  }
}
