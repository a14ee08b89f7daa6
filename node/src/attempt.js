// One request to a provider, from its bytes to its reply.
import { Chunks, collected } from "./replies.js";

/** @typedef {import("./repository.js").Result<"complete">} Completion */

/**
 * An attempt that runs.
 *
 *     const attempt = await ctx.request("openai", { model: "gpt-5" });
 *     await attempt.complete(await client.chat.completions.create(attempt.body));
 */
export class Attempt {
  #context;

  /** @param {import("./context.js").Context} context @param {import("./repository.js").Result<"request">} begun */
  constructor(context, begun) {
    this.#context = context;
    /** @readonly */
    this.attempt_id = begun.attempt_id;
    /** NAME@VERSION. @readonly */
    this.profile = begun.profile;
    /**
     * What the SDK of the vendor takes: the model, the parameters, and the members of the context.
     * @readonly
     * @type {import("../types/operations.js").Json}
     */
    this.body = begun.body;
  }

  /**
   * Ends it with the reply of the vendor, whole or as a stream; see `Context.complete`.
   * @param {import("./replies.js").Reply} reply
   * @param {import("./reading.js").Options<"complete", "response" | "attempt_id">} [options]
   */
  async complete(reply, options) {
    return this.#context.complete(reply, { ...options, attempt_id: this.attempt_id });
  }

  /**
   * Passes a stream on, chunk by chunk, and completes the attempt at its end. A loop that stops early completes it with
   * the chunks that came; a stream that fails leaves it running.
   *
   *     for await (const chunk of attempt.relay(stream)) show(chunk);
   *
   * @template Chunk
   * @param {AsyncIterable<Chunk>} stream
   * @param {import("./reading.js").Options<"complete", "response" | "attempt_id">} [options]
   * @returns {AsyncGenerator<Chunk, Completion | undefined, void>}
   */
  async *relay(stream, options) {
    const chunks = new Chunks();
    let hasFailed = true;
    /** @type {Completion | undefined} */
    let completion;
    try {
      const source = stream[Symbol.asyncIterator]();
      try {
        for (let next = await source.next(); !next.done; next = await source.next()) {
          chunks.add(next.value);
          hasFailed = false;
          yield next.value;
          hasFailed = true;
        }
        hasFailed = false;
      } finally {
        if (!hasFailed) await source.return?.();
      }
    } finally {
      if (!hasFailed && !chunks.isEmpty) completion = await this.complete(await collected(chunks.all()), options);
    }
    return completion;
  }

  /** Ends it without a reply. @param {import("./repository.js").CallOptions} [options] */
  async cancel(options) {
    return this.#context.call("end_attempt", { attempt_id: this.attempt_id, status: "canceled", ...options });
  }

  /** Ends it with the error of the provider. @param {unknown} error @param {import("./repository.js").CallOptions} [options] */
  async fail(error, options) {
    const args = { attempt_id: this.attempt_id, status: /** @type {const} */ ("error"), error: String(error) };
    return this.#context.call("end_attempt", { ...args, ...options });
  }
}
